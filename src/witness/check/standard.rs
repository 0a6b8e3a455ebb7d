//! The checker's questions in standard SMT-LIB, whatever dialect the script is written in.
//!
//! Solvers know more names than the standard has (Z3 knows `log`, `default`, `Set`; cvc5 knows others), and refuse or misread
//! a script that declares one of them. So every name that the script declares gets a mark that no such name ends in.

use super::{
    Answer, Backend, Obligation,
    script::{Item, Script},
    text,
};
use crate::smtlib::sexpr::{Kind, Sexpr, Sexprs};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// What older scripts and Z3 write, and the standard's word for it.
const WORDS: [(&str, &str); 10] = [
    ("~", "-"),
    ("implies", "=>"),
    ("iff", "="),
    ("if", "ite"),
    ("bv2int", "ubv_to_int"),
    ("bvudiv_i", "bvudiv"),
    ("bvurem_i", "bvurem"),
    ("bvsdiv_i", "bvsdiv"),
    ("bvsrem_i", "bvsrem"),
    ("bvsmod_i", "bvsmod"),
];

/// Sorts that are no lists.
const SORTS: [&str; 3] = ["Bool", "Int", "Real"];

/// Turns the checker's text into standard SMT-LIB.
pub(super) struct Standard<'a> {
    declared: Declared<'a>,
    /// What declared names end in.
    mark: String,
    /// What stands for Z3's `rem`.
    remainder: String,
    /// The definition of that, if the script uses it.
    definitions: String,
}

impl<'a> Standard<'a> {
    /// For a script and evidence about it. `prefix` begins no symbol of either.
    pub fn new(script: &Script<'a>, evidence: &Sexprs<'_>, prefix: &str) -> Self {
        let (commands, _) = Sexprs::read_prefix(script.source);
        let nodes = commands.iter().chain(evidence.iter()).flat_map(|node| node.descendants());
        let marked: FxHashSet<&str> =
            nodes.filter_map(|node| node.symbol()).filter(|name| name.ends_with('!')).collect();
        let declared = Declared::of(script);
        // Solvers know `!`, also between bars.
        let mut mark = if declared.all.contains("") { "!!" } else { "!" }.to_string();
        while marked.iter().any(|name| name.strip_suffix(&mark).is_some_and(|name| declared.all.contains(name))) {
            mark.push('!');
        }
        let remainder = format!("{prefix}rem");
        let mut definitions = String::new();
        if !declared.all.contains("rem") && script.source.contains("rem") {
            // Writing to a string cannot fail.
            let body = "(ite (< b 0) (- (mod a b)) (mod a b))";
            let _ = writeln!(definitions, "(define-fun {remainder} ((a Int) (b Int)) Int {body})");
        }
        Standard { declared, mark, remainder, definitions }
    }

    /// What to write for a symbol, if it is not the symbol itself. A sort of the standard and a function may have one name:
    /// then only what `is_function` by its place is the function.
    fn word(&self, symbol: Sexpr<'_>, is_function: bool) -> Option<String> {
        let name = symbol.symbol().filter(|_| !text::is_reserved(symbol))?;
        let is_foreign = symbol.kind() == Kind::Symbol && !text::is_simple(name);
        // Some solvers take `-1` for a number.
        let plain = symbol.kind() == Kind::Symbol && !is_foreign && !name.starts_with('-');
        let marked = |name: &str| match plain {
            true => format!("{name}{}", self.mark),
            false => format!("|{name}{}|", self.mark),
        };
        if self.declared.all.contains(name) && (is_function || !SORTS.contains(&name)) {
            return Some(marked(name));
        }
        if let Some(constructor) = name.strip_prefix("is-").filter(|name| self.declared.constructors.contains(name)) {
            return Some(format!("(_ is {})", marked(constructor)));
        }
        match name {
            "rem" => Some(self.remainder.clone()),
            // What only we read without bars; a backslash is between bars what solvers do not agree on.
            _ if is_foreign && !name.contains('\\') => Some(format!("|{name}|")),
            _ => WORDS.iter().find(|(from, _)| *from == name).map(|(_, to)| to.to_string()),
        }
    }

    /// Declarations and definitions.
    pub fn prelude(&self, prelude: &str) -> String {
        let rest = prelude.strip_prefix(text::PRELUDE).unwrap_or(prelude);
        format!("{}{}{}", text::PRELUDE, self.definitions, self.commands(rest))
    }

    /// Other commands.
    pub fn commands(&self, commands: &str) -> String {
        let Ok(all) = Sexprs::read(commands) else { return commands.into() };
        let (mut out, mut written) = (String::with_capacity(commands.len() * 9 / 8), 0);
        // The place of a symbol that is written as it is, and of one that is a function.
        let (mut kept, mut function) = (u32::MAX, u32::MAX);
        for command in all.iter() {
            if let Some(modern) = datatypes(command) {
                out += &commands[written..command.span().start as usize];
                out += &self.commands(&modern);
                written = command.span().end as usize;
                continue;
            }
            if let Some(word) = command.head().filter(|word| word.is_word("define-fun-rec")) {
                // It does not mention itself, and solvers know more of what is not recursive.
                out += &commands[written..word.span().start as usize];
                out += "define-fun";
                written = word.span().end as usize;
            }
            kept = command.head().map_or(kept, |word| word.span().start);
            let parts: Vec<_> = command.children().take(3).collect();
            let sorts = parts.get(2).filter(|_| parts[0].is_word("declare-fun")).map(|sorts| sorts.id());
            for node in command.descendants() {
                let span = node.span();
                if node.is_list() {
                    let mut parts = node.children();
                    let is_command = node.id() == command.id();
                    let name = node.children().nth(usize::from(is_command)).filter(|_| Some(node.id()) != sorts);
                    function = name.map_or(u32::MAX, |name| name.span().start);
                    if parts.next().is_some_and(|head| head.is_word("_")) {
                        kept = parts.next().map_or(kept, |operator| operator.span().start);
                    }
                } else if span.start != kept
                    && let Some(word) = self.word(node, span.start == function)
                {
                    out += &commands[written..span.start as usize];
                    out += &word;
                    written = span.end as usize;
                }
            }
        }
        out + &commands[written..]
    }

    /// One obligation.
    pub fn obligation(&self, obligation: Obligation) -> Obligation {
        let (prelude, asserts) = (self.prelude(&obligation.prelude), self.commands(&obligation.asserts));
        Obligation { prelude, asserts, ..obligation }
    }
}

/// A back end that is asked in standard SMT-LIB.
pub(super) struct Translated<'a> {
    pub backend: &'a mut dyn Backend,
    pub standard: &'a Standard<'a>,
}

impl Backend for Translated<'_> {
    fn start(&mut self, prelude: &str) -> Result<(), String> {
        self.backend.start(&self.standard.prelude(prelude))
    }

    fn check(&mut self, asserts: &str) -> Answer {
        self.backend.check(&self.standard.commands(asserts))
    }
}

/// The names that a script declares.
#[derive(Default)]
struct Declared<'a> {
    all: FxHashSet<&'a str>,
    constructors: FxHashSet<&'a str>,
}

impl<'a> Declared<'a> {
    fn of(script: &Script<'a>) -> Self {
        let mut declared = Declared::default();
        for item in &script.items {
            match item {
                Item::Predicate(predicate) => drop(declared.all.insert(predicate.name())),
                Item::Function { name, .. } | Item::Macro { name, .. } => drop(declared.all.insert(name)),
                // It is the parameter of each instance, and gets a name there.
                Item::Variable { .. } => {}
                Item::Sort(command) => declared.sort(*command),
            }
        }
        declared
    }

    fn sort(&mut self, command: Sexpr<'a>) {
        let parts: Vec<_> = command.children().collect();
        let word = parts.first().and_then(|word| word.symbol()).unwrap_or_default();
        match (word, parts.as_slice()) {
            ("declare-datatype", [_, name, body]) => {
                self.all.extend(name.symbol());
                self.constructors(*body);
            }
            ("declare-datatypes", [_, names, bodies]) if names.children().next().is_some() => {
                self.all.extend(names.children().filter_map(|name| name.head()?.symbol()));
                bodies.children().for_each(|body| self.constructors(body));
            }
            ("declare-datatypes", [_, _, bodies]) => {
                for body in bodies.children() {
                    self.all.extend(body.head().and_then(|name| name.symbol()));
                    body.children().skip(1).for_each(|constructor| self.constructor(constructor));
                }
            }
            (_, [_, name, ..]) => self.all.extend(name.symbol()),
            _ => {}
        }
    }

    /// `(constructor …)`, or `(par (T …) (constructor …))`
    fn constructors(&mut self, body: Sexpr<'a>) {
        let is_parametric = body.head().is_some_and(|head| head.is_word("par"));
        let body = if is_parametric { body.children().nth(2).unwrap_or(body) } else { body };
        body.children().for_each(|constructor| self.constructor(constructor));
    }

    /// `(name (selector Sort) …)`, or `name`
    fn constructor(&mut self, constructor: Sexpr<'a>) {
        let name = constructor.head().unwrap_or(constructor).symbol();
        self.all.extend(name);
        self.constructors.extend(name);
        let fields = constructor.is_list().then(|| constructor.children().skip(1)).into_iter().flatten();
        self.all.extend(fields.filter_map(|field| field.head()?.symbol()));
    }
}

/// Datatypes in today's form, if they are not: before SMT-LIB 2.6 they were `(declare-datatypes () ((T c (d (s Int))) …))`, and
/// some scripts leave out the parentheses of constructors without fields.
fn datatypes(command: Sexpr<'_>) -> Option<String> {
    let parts: Vec<_> = command.children().collect();
    match (parts.first()?.symbol()?, parts.as_slice()) {
        ("declare-datatype", [_, name, body]) => {
            let constructors = constructors(body.children())?;
            Some(format!("(declare-datatype {} {constructors})", name.text()))
        }
        ("declare-datatypes", [_, names, bodies]) if names.children().next().is_some() => {
            let all = bodies.children().map(|body| constructors(body.children()).unwrap_or(body.text().into()));
            let all: Vec<String> = all.collect();
            let is_old = bodies.children().zip(&all).any(|(body, new)| body.text() != new);
            is_old.then(|| format!("(declare-datatypes {} ({}))", names.text(), all.join(" ")))
        }
        ("declare-datatypes", [_, names, bodies]) if names.is_list() => {
            let (mut names, mut all) = (String::new(), String::new());
            for body in bodies.children() {
                let text = || format!("({})", body.children().skip(1).map(|c| c.text()).collect::<Vec<_>>().join(" "));
                names += &format!("({} 0)", body.head()?.text());
                all += &constructors(body.children().skip(1)).unwrap_or_else(text);
            }
            Some(format!("(declare-datatypes ({names}) ({all}))"))
        }
        _ => None,
    }
}

/// The constructors of a datatype with parentheses around each; none if all have them.
fn constructors<'a>(all: impl Iterator<Item = Sexpr<'a>>) -> Option<String> {
    let all: Vec<Sexpr<'a>> = all.collect();
    if all.iter().all(|constructor| constructor.is_list()) || all.first()?.is_word("par") {
        return None;
    }
    let wrapped = |c: &Sexpr<'a>| if c.is_list() { c.text().to_string() } else { format!("({})", c.text()) };
    Some(format!("({})", all.iter().map(wrapped).collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(declarations: &str, evidence: &str, commands: &str) -> String {
        let source = format!("{declarations}(check-sat)");
        let all = Sexprs::read(&source).unwrap();
        let script = Script::read(&all, declarations.len() as u32).unwrap();
        let evidence = Sexprs::read(evidence).unwrap();
        Standard::new(&script, &evidence, "chk!").commands(commands)
    }

    #[test]
    fn declared_names_are_marked_and_dialects_translated() {
        let declarations = "(declare-sort Set 0)(declare-fun log (Int) Bool)(declare-fun |a b| () Bool)\
            (define-fun exp ((x Int)) Int x)(declare-datatype L ((nil) (|is| (hd Int))))(declare-var pi Int)";
        let same = |from: &str, to: &str| assert_eq!(standard(declarations, "", from), to);
        same("(assert (log (~ 1)))", "(assert (log! (- 1)))");
        same("(assert (implies |a b| (iff |log| |a b|)))", "(assert (=> |a b!| (= |log!| |a b!|)))");
        same("(declare-const x Set)(assert pi)", "(declare-const x Set!)(assert pi)");
        same("(assert (or (is-nil x) ((_ is |is|) x)))", "(assert (or ((_ is nil!) x) ((_ is |is!|) x)))");
        same("(assert (= (hd x) (exp (rem 1 2))))", "(assert (= (hd! x) (exp! (chk!rem 1 2))))");
        assert_eq!(standard("(declare-fun if (Int) Bool)", "", "(assert (if 1))"), "(assert (if! 1))");
    }

    #[test]
    fn reserved_words_sorts_and_foreign_letters_may_be_names() {
        let declarations = "(declare-fun |let| (Int) Bool)(declare-fun |Int| (Int) Bool)(declare-fun é (Int) Bool)";
        let same = |from: &str, to: &str| assert_eq!(standard(declarations, "", from), to);
        same("(assert (let ((a (- 1))) (|let| (é ü))))", "(assert (let ((a (- 1))) (|let!| (|é!| |ü|))))");
        same("(declare-fun |Int| (Int) Bool)", "(declare-fun |Int!| (Int) Bool)");
        same("(define-fun Int ((x Int)) Bool (Int x))", "(define-fun Int! ((x Int)) Bool (Int! x))");
        assert_eq!(standard("(declare-fun || () Bool)", "", "(assert ||)"), "(assert |!!|)");
    }

    #[test]
    fn a_mark_that_is_taken_is_not_used() {
        let declarations = "(declare-fun P (Int) Bool)(assert (forall ((P! Int)) (P P!)))";
        assert_eq!(standard(declarations, "", "(assert (P P!))"), "(assert (P!! P!))");
        assert_eq!(standard("(declare-fun P (Int) Bool)", "(P!)", "(assert (P 1))"), "(assert (P!! 1))");
    }

    #[test]
    fn old_datatypes_are_written_as_new_ones() {
        let old = "(declare-datatypes () ((T a (b (s U))) (U (c))))";
        let new = "(declare-datatypes ((T! 0)(U! 0)) (((a!) (b! (s! U!)))((c!))))";
        assert_eq!(standard(old, "", old), new);
        let bare = "(declare-datatypes ((T 0) (U 0)) ((a (b (s U))) ((c))))";
        assert_eq!(standard(bare, "", bare), "(declare-datatypes ((T! 0) (U! 0)) (((a!) (b! (s! U!))) ((c!))))");
        assert_eq!(
            standard("(declare-datatype T (a))", "", "(declare-datatype T (a))"),
            "(declare-datatype T! ((a!)))"
        );
        let parametric = "(declare-datatype T (par (X) ((a) (b (s X)))))";
        assert_eq!(standard(parametric, "", parametric), "(declare-datatype T! (par (X) ((a!) (b! (s! X)))))");
        assert_eq!(standard(new, "", "(assert (= a! x))"), "(assert (= a!! x))");
    }
}
