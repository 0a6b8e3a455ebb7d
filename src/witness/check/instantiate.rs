//! Instantiates the quantifiers of an assertion by editing its text.
//!
//! A `forall` that occurs only positively, or an `exists` that occurs only negatively, may be replaced by any of its
//! instances, and where no instance is wanted by `true` or `false`: what results follows from the assertion. Everything
//! else of the text stays as it is written.

use super::{
    script::{Assertion, Asserts, Script},
    text,
};
use crate::smtlib::sexpr::{Sexpr, Span};
use rustc_hash::FxHashMap;
use std::{collections::BTreeMap, fmt::Write};

/// Which variables to instantiate.
#[derive(Clone, Copy)]
pub(super) enum Choice<'w> {
    /// Exactly these; a quantifier of others is weakened.
    Given(&'w Given<'w>),
    /// All that are not below a quantifier that stays. Nothing is weakened, so the assertion holds if and only if the
    /// instance does for all values: its variables are the Skolem constants of the negated assertion.
    Outermost,
}

/// A variable to be instantiated, by the byte where its binding symbol starts: its name.
pub(super) type Given<'a> = BTreeMap<u32, &'a str>;

/// A consequence of an assertion, with its instantiated variables as parameters.
pub(super) struct Instance<'a> {
    /// The variables, in order of their offsets: offset and sort.
    pub parameters: BTreeMap<u32, Sexpr<'a>>,
    /// The formula. The variable at `offset` is named by [`parameter`].
    pub body: String,
}

/// The name that stands for the variable at `offset`.
pub(super) fn parameter(prefix: &str, offset: u32) -> String {
    format!("{prefix}v{offset}")
}

/// Instantiates the chosen variables of `assertion`; the error says what is wrong with them.
/// `prefix` begins no symbol of the script.
pub(super) fn instantiate<'a>(
    assertion: &Assertion<'a>,
    script: &Script<'a>,
    choice: Choice<'_>,
    prefix: &str,
) -> Result<Instance<'a>, String> {
    let (roots, polarity, closed): (Vec<_>, _, _) = match assertion.kind {
        Asserts::Formula(formula) => (vec![formula], POSITIVE, false),
        Asserts::Rule(formula) => (vec![formula], POSITIVE, true),
        Asserts::Query(formula) => (vec![formula], NEGATIVE, true),
        Asserts::Literals(list) => (list.children().collect(), POSITIVE, false),
        // Its variables have no place in the text: the caller makes its instances.
        Asserts::QueryAll(_) => (vec![], POSITIVE, false),
    };
    let mut walk = Walk {
        choice,
        prefix,
        staying: 0,
        scope: FxHashMap::default(),
        uses: Vec::new(),
        free: BTreeMap::new(),
        edits: Vec::new(),
        parameters: BTreeMap::new(),
    };
    if closed {
        for (symbol, sort) in script.variables() {
            let bound = Bound::Declared { symbol, sort };
            walk.scope.entry(symbol.symbol().unwrap_or_default()).or_default().push(bound);
        }
    }
    for root in &roots {
        walk.visit(*root, polarity)?;
    }
    let declared = std::mem::take(&mut walk.free);
    for (symbol, sort) in declared.values() {
        walk.take(*symbol, *sort)?;
    }
    if let Choice::Given(given) = choice
        && let Some((offset, name)) = given.iter().find(|(offset, _)| !walk.parameters.contains_key(offset))
    {
        return Err(format!("no quantifier to be instantiated here binds {name} at byte {offset}"));
    }
    walk.edits.sort_unstable_by_key(|edit| edit.0.start);
    let formulas: Vec<_> = roots.iter().map(|root| edited(script.source, root.span(), &walk.edits)).collect();
    let mut body = text::conjunction(&formulas);
    if polarity == NEGATIVE {
        body = format!("(not {body})");
    }
    if !declared.is_empty() {
        body = format!("{} {body})", let_of(declared.values().map(|(symbol, _)| *symbol), prefix));
    }
    Ok(Instance { parameters: walk.parameters, body })
}

/// Polarities of a formula's occurrences, as bits; a formula that is never used has none.
type Polarity = u8;
const POSITIVE: Polarity = 1;
const NEGATIVE: Polarity = 2;
const BOTH: Polarity = 3;

fn flipped(polarity: Polarity) -> Polarity {
    (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1
}

/// What a name means at the place of the walk.
#[derive(Clone, Copy)]
enum Bound<'a> {
    /// Bound by a let: index into the polarities of its uses.
    Let(usize),
    Quantified,
    Declared {
        symbol: Sexpr<'a>,
        sort: Sexpr<'a>,
    },
}

enum Task<'a> {
    Visit(Sexpr<'a>, Polarity),
    /// The body of this let was visited; its first binding has this index.
    LeaveLet(Sexpr<'a>, usize),
    /// The body of this quantifier, which stays or not, was visited.
    LeaveQuantifier {
        node: Sexpr<'a>,
        stays: bool,
    },
}

struct Walk<'w, 'a> {
    choice: Choice<'w>,
    prefix: &'w str,
    /// How many quantifiers that stay are around.
    staying: usize,
    scope: FxHashMap<&'a str, Vec<Bound<'a>>>,
    /// For each binding of a let: the polarities of its uses so far.
    uses: Vec<Polarity>,
    /// The declared variables met, by offset: symbol and sort.
    free: BTreeMap<u32, (Sexpr<'a>, Sexpr<'a>)>,
    /// Disjoint ranges of the source and what replaces them.
    edits: Vec<(Span, String)>,
    parameters: BTreeMap<u32, Sexpr<'a>>,
}

impl<'a> Walk<'_, 'a> {
    /// Visits a formula and all below it. A let's body comes before its bindings, whose polarity it decides.
    fn visit(&mut self, root: Sexpr<'a>, polarity: Polarity) -> Result<(), String> {
        let mut tasks = vec![Task::Visit(root, polarity)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(node, polarity) if node.is_list() => self.list(node, polarity, &mut tasks)?,
                Task::Visit(node, polarity) => self.symbol(node, polarity),
                Task::LeaveLet(node, first) => {
                    for (i, binding) in bindings(node).enumerate() {
                        self.unbind(binding);
                        if let Some(value) = binding.children().nth(1) {
                            tasks.push(Task::Visit(value, self.uses[first + i]));
                        }
                    }
                }
                Task::LeaveQuantifier { node, stays } => {
                    self.staying -= usize::from(stays);
                    bindings(node).for_each(|binding| self.unbind(binding));
                }
            }
        }
        Ok(())
    }

    fn symbol(&mut self, node: Sexpr<'a>, polarity: Polarity) {
        match node.symbol().and_then(|name| self.scope.get(name)?.last()) {
            Some(Bound::Let(index)) => self.uses[*index] |= polarity,
            Some(Bound::Declared { symbol, sort }) => drop(self.free.insert(symbol.span().start, (*symbol, *sort))),
            Some(Bound::Quantified) | None => {}
        }
    }

    fn list(&mut self, node: Sexpr<'a>, polarity: Polarity, tasks: &mut Vec<Task<'a>>) -> Result<(), String> {
        let head = text::head_word(node).filter(|name| self.scope.get(name).is_none_or(|bound| bound.is_empty()));
        let parts = || node.children().skip(1);
        match head.unwrap_or_default() {
            "and"
                if polarity == POSITIVE
                    && let Choice::Given(given) = self.choice =>
            {
                let kept = self.drop_conjuncts(node, given);
                tasks.extend(kept.into_iter().map(|part| Task::Visit(part, polarity)));
            }
            "and" | "or" => tasks.extend(parts().map(|part| Task::Visit(part, polarity))),
            "not" => tasks.extend(parts().map(|part| Task::Visit(part, flipped(polarity)))),
            "=>" => {
                let last = parts().count().saturating_sub(1);
                let sign = |i| if i == last { polarity } else { flipped(polarity) };
                tasks.extend(parts().enumerate().map(|(i, part)| Task::Visit(part, sign(i))));
            }
            "ite" => {
                let sign = |i| if i == 0 { BOTH } else { polarity };
                tasks.extend(parts().enumerate().map(|(i, part)| Task::Visit(part, sign(i))));
            }
            "!" => {
                let formula = parts().next().ok_or("an annotation of nothing")?;
                self.keep_only(node, formula, " ", " ");
                tasks.push(Task::Visit(formula, polarity));
            }
            "let" => {
                let body = parts().nth(1).ok_or("a let without a body")?;
                tasks.push(Task::LeaveLet(node, self.uses.len()));
                for binding in bindings(node) {
                    let bound = Bound::Let(self.uses.len());
                    self.bind(binding, bound)?;
                    self.uses.push(0);
                }
                tasks.push(Task::Visit(body, polarity));
            }
            "forall" => self.quantifier(node, polarity == POSITIVE, " true ", polarity, tasks)?,
            "exists" => self.quantifier(node, polarity == NEGATIVE, " false ", polarity, tasks)?,
            _ => tasks.extend(node.children().map(|part| Task::Visit(part, BOTH))),
        }
        Ok(())
    }

    /// Leaves out runs of quantified conjuncts of which no instance is wanted; gives the other conjuncts.
    /// Scripts exist with all their clauses in one conjunction.
    fn drop_conjuncts(&mut self, node: Sexpr<'a>, given: &Given<'_>) -> Vec<Sexpr<'a>> {
        let mut kept = Vec::new();
        let mut run: Option<Span> = None;
        for part in node.children().skip(1) {
            let span = part.span();
            let quantified = part.head().is_some_and(|head| head.is_word("forall"));
            if quantified && given.range(span.start..span.end).next().is_none() {
                run = Some(Span { start: run.map_or(span.start, |run| run.start), end: span.end });
            } else {
                self.edits.extend(run.take().map(|run| (run, " true ".to_string())));
                kept.push(part);
            }
        }
        self.edits.extend(run.map(|run| (run, " true ".to_string())));
        kept
    }

    fn quantifier(
        &mut self,
        node: Sexpr<'a>,
        instantiable: bool,
        weakest: &str,
        polarity: Polarity,
        tasks: &mut Vec<Task<'a>>,
    ) -> Result<(), String> {
        let body = node.children().nth(2).ok_or("a quantifier without a body")?;
        let given = bindings(node).filter_map(|binding| binding.head()).find(|symbol| match self.choice {
            Choice::Given(given) => given.contains_key(&symbol.span().start),
            Choice::Outermost => false,
        });
        let stays = match (self.choice, given) {
            (Choice::Given(_), Some(symbol)) if !instantiable => {
                let name = symbol.text();
                return Err(format!("the quantifier of {name} may not be instantiated: it is not universal here"));
            }
            (Choice::Given(_), None) if instantiable => {
                self.edits.push((node.span(), weakest.into()));
                return Ok(());
            }
            (Choice::Given(_), given) => given.is_none(),
            (Choice::Outermost, _) => !instantiable || self.staying > 0,
        };
        if !stays {
            for binding in bindings(node) {
                let parts: Vec<_> = binding.children().take(3).collect();
                let [symbol, sort] = parts.as_slice() else { return Err("a variable without a sort".into()) };
                self.take(*symbol, *sort)?;
            }
            let opening = let_of(bindings(node).filter_map(|binding| binding.head()), self.prefix) + " ";
            self.keep_only(node, body, &opening, ")");
        }
        self.staying += usize::from(stays);
        tasks.push(Task::LeaveQuantifier { node, stays });
        for binding in bindings(node) {
            self.bind(binding, Bound::Quantified)?;
        }
        tasks.push(Task::Visit(body, polarity));
        Ok(())
    }

    /// Makes a parameter of a variable, which must be among the given ones.
    fn take(&mut self, symbol: Sexpr<'a>, sort: Sexpr<'a>) -> Result<(), String> {
        let offset = symbol.span().start;
        let name = symbol.symbol().unwrap_or_default();
        if let Choice::Given(given) = self.choice {
            match given.get(&offset) {
                None => return Err(format!("the variable {name} has no value")),
                Some(given) if *given != name => {
                    return Err(format!("the variable at byte {offset} is {name}, not {given}"));
                }
                Some(_) => {}
            }
        }
        self.parameters.insert(offset, sort);
        Ok(())
    }

    /// Replaces all of `node` but its part `kept`.
    fn keep_only(&mut self, node: Sexpr<'a>, kept: Sexpr<'a>, before: &str, after: &str) {
        let (outer, inner) = (node.span(), kept.span());
        self.edits.push((Span { start: outer.start, end: inner.start }, before.into()));
        self.edits.push((Span { start: inner.end, end: outer.end }, after.into()));
    }

    fn bind(&mut self, binding: Sexpr<'a>, bound: Bound<'a>) -> Result<(), String> {
        let name = binding.head().and_then(|symbol| symbol.symbol()).ok_or("a binding without a name")?;
        self.scope.entry(name).or_default().push(bound);
        Ok(())
    }

    fn unbind(&mut self, binding: Sexpr<'a>) {
        if let Some(bound) = binding.head().and_then(|symbol| self.scope.get_mut(symbol.symbol()?)) {
            bound.pop();
        }
    }
}

/// The bindings of a let or a quantifier.
fn bindings(node: Sexpr<'_>) -> impl Iterator<Item = Sexpr<'_>> {
    node.children().nth(1).into_iter().flat_map(|list| list.children())
}

/// The opening of a let that gives variables their parameters.
fn let_of<'a>(symbols: impl Iterator<Item = Sexpr<'a>>, prefix: &str) -> String {
    let mut opening = "(let (".to_string();
    for symbol in symbols {
        // Writing to a string cannot fail.
        let _ = write!(opening, "({} {})", symbol.text(), parameter(prefix, symbol.span().start));
    }
    opening + ")"
}

/// The text of `span` with the edits that lie in it; they are disjoint and in order.
fn edited(source: &str, span: Span, edits: &[(Span, String)]) -> String {
    let first = edits.partition_point(|(edit, _)| edit.start < span.start);
    let mut text = String::new();
    let mut at = span.start;
    for (edit, replacement) in edits[first..].iter().take_while(|(edit, _)| edit.end <= span.end) {
        text.push_str(Span { start: at, end: edit.start }.of(source));
        text.push_str(replacement);
        at = edit.end;
    }
    text.push_str(Span { start: at, end: span.end }.of(source));
    text
}

#[cfg(test)]
mod tests;
