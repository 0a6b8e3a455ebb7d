//! The script as the checker reads it: every command that it looks at, in order. What it would refuse, or take for something
//! else than we do, is an error; then the problem has to be restated.

use super::{
    pool::{Id, Pool},
    read::{self, Context, Definitions},
    sort::{Sort, is_taken},
};
use alphorn_logic::{smtlib::Position, term::quote_symbol};
use alphorn_sexpr::{Kind, Sexpr, Sexprs};
use rustc_hash::{FxHashMap, FxHashSet};

/// The assertions of a script by the byte where their command starts, and what the checker has to be told.
#[derive(Default)]
pub(super) struct Written {
    pub formulas: FxHashMap<u32, Id>,
    pub has_lets: bool,
    pub has_definitions: bool,
}

impl Written {
    /// Reads all commands; the error tells the line, and what a checker does not understand there.
    pub fn read(pool: &mut Pool, source: &str, commands: &Sexprs<'_>) -> Result<Written, String> {
        let mut written = Written::default();
        let mut names = Names::default();
        // No name is defined twice, so that the definitions of the whole script are those in force anywhere.
        let definitions = Definitions::of(commands);
        let context = Context { definitions, labels: labels(commands)?, places: None };
        for command in commands.iter() {
            let line = |why: String| format!("line {}: {why}", Position::of(source, command.span().start).line);
            written.command(pool, command, &context, &mut names).map_err(line)?;
        }
        Ok(written)
    }

    fn command<'a>(
        &mut self,
        pool: &mut Pool,
        command: Sexpr<'a>,
        context: &'a Context<'a>,
        names: &mut Names,
    ) -> Result<(), String> {
        let parts: Vec<Sexpr<'a>> = command.children().collect();
        let word = parts.first().and_then(|word| word.symbol()).unwrap_or_default();
        if let Some(bad) = command.descendants().find(|node| node.kind() == Kind::Quoted && node.text().contains('\\'))
        {
            return Err(format!("a backslash between bars: {}", bad.text()));
        }
        // Our reader takes more characters for letters than the standard does.
        if let Some(bad) =
            command.descendants().find(|node| node.kind() == Kind::Symbol && !node.text().chars().all(is_plain))
        {
            return Err(format!("a letter that has to stand between bars: {}", bad.text()));
        }
        let labels = &context.labels;
        match (word, parts.as_slice()) {
            ("declare-fun", [_, name, params, result]) => {
                names.add(*name, labels)?;
                declare(pool, *name, params.children(), *result);
            }
            ("declare-const", [_, name, sort]) => {
                names.add(*name, labels)?;
                declare(pool, *name, [].into_iter(), *sort);
            }
            ("define-fun", [_, name, params, result, body]) => {
                names.add(*name, labels)?;
                self.has_definitions = true;
                self.has_lets |= has_let(*body);
                let params: Vec<(&'a str, Sort)> = params.children().map(parameter).collect::<Result<_, _>>()?;
                let body = read::formula(pool, *body, context, &params)?;
                let result = Sort::by_name(result.text());
                if result.is_none() || pool.sort(body) != result {
                    return Err(unsorted(pool, body));
                }
            }
            ("assert", [_, formula]) => {
                self.has_lets |= has_let(*formula);
                let id = read::formula(pool, *formula, context, &[])?;
                if pool.sort(id) != Some(Sort::Bool) {
                    return Err(unsorted(pool, id));
                }
                self.formulas.insert(command.span().start, id);
            }
            ("declare-rel" | "declare-var" | "rule" | "query", _) => {
                return Err(format!("`{word}` belongs to the rule dialect"));
            }
            (
                "define-const" | "define-sort" | "define-fun-rec" | "define-funs-rec" | "check-sat-assuming"
                | "declare-fun" | "declare-const" | "define-fun" | "assert",
                _,
            ) => return Err(format!("`{word}` has another meaning there, or none")),
            // The checker looks at no other command.
            _ => {}
        }
        Ok(())
    }
}

/// Names that were declared, each once: the checker does not know of `pop`.
#[derive(Default)]
struct Names(FxHashSet<String>);

impl Names {
    fn add(&mut self, symbol: Sexpr<'_>, labels: &FxHashSet<&str>) -> Result<(), String> {
        let name = symbol.symbol().unwrap_or_default();
        let quoted = quote_symbol(name);
        if is_taken(name) {
            return Err(format!("{quoted} is a word of the checker"));
        }
        if labels.contains(name) || !self.0.insert(name.into()) {
            return Err(format!("{quoted} has two meanings"));
        }
        Ok(())
    }
}

/// The names of labelled terms, each once.
fn labels<'a>(commands: &'a Sexprs<'a>) -> Result<FxHashSet<&'a str>, String> {
    let mut labels = FxHashSet::default();
    for node in commands.iter().flat_map(|command| command.descendants()) {
        if !node.head().is_some_and(|head| head.is_word("!")) {
            continue;
        }
        let Some(name) = node.children().skip_while(|part| part.text() != ":named").nth(1) else { continue };
        let name = name.symbol().unwrap_or_default();
        if is_taken(name) || !labels.insert(name) {
            return Err(format!("{} is the name of two things", quote_symbol(name)));
        }
    }
    Ok(labels)
}

/// Declares a function if its sorts have rules; where it is used otherwise, the term has no sort.
fn declare<'a>(pool: &mut Pool, name: Sexpr<'a>, params: impl Iterator<Item = Sexpr<'a>>, result: Sexpr<'a>) {
    let params: Option<Vec<Sort>> = params.map(|sort| Sort::by_name(sort.text())).collect();
    if let (Some(name), Some(params), Some(result)) = (name.symbol(), params, Sort::by_name(result.text())) {
        pool.declare(quote_symbol(name).into_owned(), params, result);
    }
}

fn parameter<'a>(param: Sexpr<'a>) -> Result<(&'a str, Sort), String> {
    let parts: Vec<Sexpr<'a>> = param.children().take(3).collect();
    let [name, sort] = parts.as_slice() else { return Err("a parameter without a sort".into()) };
    let known = Sort::by_name(sort.text()).ok_or_else(|| format!("the sort {} has no rule", sort.text()))?;
    Ok((name.symbol().unwrap_or_default(), known))
}

fn has_let(node: Sexpr<'_>) -> bool {
    node.descendants().any(|node| node.is_word("let"))
}

/// Why a term has no sort: the first part that has none though its own parts have.
pub(super) fn unsorted(pool: &Pool, root: Id) -> String {
    let below = pool.below(&[root]);
    let first = below.into_iter().filter(|&id| pool.sort(id).is_none()).find_map(|id| {
        let (word, args) = pool.parts(id)?;
        let sorts: Vec<String> =
            args.iter().map(|&arg| Some(format!("{:?}", pool.sort(arg)?))).collect::<Option<_>>()?;
        Some(format!("`{word}` of {} has no rule", sorts.join(", ")))
    });
    first.unwrap_or_else(|| "a term's sort has no rule".into())
}

/// Whether a symbol may have this character without bars.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c)
}
