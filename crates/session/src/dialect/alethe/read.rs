//! From S-expressions to terms of the pool: `let` and the script's definitions are unfolded, annotations dropped.

use super::{
    pool::{Id, Node, Pool, Quantifier},
    sort::{Sort, is_taken},
};
use alphorn_logic::term::quote_symbol;
use alphorn_sexpr::{Sexpr, Sexprs};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions that the script defines, by name: parameters and body.
#[derive(Default)]
pub(super) struct Definitions<'a>(FxHashMap<&'a str, (Vec<&'a str>, Sexpr<'a>)>);

impl<'a> Definitions<'a> {
    /// Those of a script.
    pub fn of(commands: &'a Sexprs<'a>) -> Self {
        let mut definitions = FxHashMap::default();
        for command in commands.iter() {
            let parts: Vec<_> = command.children().take(6).collect();
            let [word, name, params, _, body] = parts.as_slice() else { continue };
            if word.is_word("define-fun") {
                let params = params.children().filter_map(|p| p.head()?.symbol()).collect();
                definitions.extend(name.symbol().map(|name| (name, (params, *body))));
            }
        }
        Definitions(definitions)
    }
}

/// What the names in a term mean.
#[derive(Default)]
pub(super) struct Context<'a> {
    pub definitions: Definitions<'a>,
    /// Names that `:named` gives to terms; the checker sees the term wherever the name stands.
    pub labels: FxHashSet<&'a str>,
    /// Where the source binds the variables, where the text is not the source's own.
    pub places: Option<&'a FxHashMap<String, u32>>,
}

/// A term without variables or definitions, from its text.
pub(super) fn text(pool: &mut Pool, text: &str) -> Result<Id, String> {
    let all = Sexprs::read(text).map_err(|error| error.to_string())?;
    let term = all.iter().next().ok_or("a term is missing")?;
    formula(pool, term, &Context::default(), &[])
}

/// A term of the source, with parameters of a definition free in it.
pub(super) fn formula<'a>(
    pool: &mut Pool,
    root: Sexpr<'a>,
    context: &'a Context<'a>,
    params: &[(&'a str, Sort)],
) -> Result<Id, String> {
    let mut walk = Walk { pool, context, scopes: vec![FxHashMap::default()], bound: 0, done: Vec::new() };
    for &(name, sort) in params {
        let var = walk.pool.add(Node::Var { offset: u32::MAX, name: quote_symbol(name).into_owned(), sort });
        walk.bind(name, var)?;
    }
    let mut todo = vec![Task::Visit(root)];
    while let Some(task) = todo.pop() {
        match task {
            Task::Visit(node) => walk.visit(node, &mut todo)?,
            Task::Apply(count) => {
                let parts = walk.done.split_off(walk.done.len() - count);
                let id = walk.pool.add(Node::App(parts));
                walk.done.push(id);
            }
            Task::Bind(names) => {
                let values = walk.done.split_off(walk.done.len() - names.len());
                names.iter().zip(values).try_for_each(|(name, value)| walk.bind(name, value))?;
            }
            Task::Unbind(names) => names.iter().for_each(|name| walk.unbind(name)),
            Task::Call(params) => {
                let values = walk.done.split_off(walk.done.len() - params.len());
                walk.scopes.push(FxHashMap::default());
                walk.bound += 1;
                params.iter().zip(values).try_for_each(|(name, value)| walk.bind(name, value))?;
            }
            Task::Return(params) => {
                params.iter().for_each(|name| walk.unbind(name));
                walk.scopes.pop();
                walk.bound -= 1;
            }
            Task::Close(node) => walk.close(node)?,
        }
    }
    walk.done.pop().ok_or_else(|| "a formula is missing".into())
}

enum Task<'a> {
    Visit(Sexpr<'a>),
    /// Makes an application of so many terms.
    Apply(usize),
    /// Gives names to as many terms.
    Bind(Vec<&'a str>),
    Unbind(Vec<&'a str>),
    /// Enters the body of a definition, which sees its parameters only.
    Call(Vec<&'a str>),
    Return(Vec<&'a str>),
    /// Makes a quantifier of its body.
    Close(Sexpr<'a>),
}

struct Walk<'w, 'a> {
    pool: &'w mut Pool,
    context: &'a Context<'a>,
    /// What names mean; the innermost definition's view is last.
    scopes: Vec<FxHashMap<&'a str, Vec<Id>>>,
    /// How many names are bound around the place of the walk.
    bound: usize,
    done: Vec<Id>,
}

impl<'a> Walk<'_, 'a> {
    fn visit(&mut self, node: Sexpr<'a>, todo: &mut Vec<Task<'a>>) -> Result<(), String> {
        if !node.is_list() {
            let definition = node.symbol().filter(|name| self.meaning(name).is_none());
            match definition.and_then(|name| self.context.definitions.0.get(name)) {
                Some((params, body)) if params.is_empty() => {
                    todo.extend([Task::Return(Vec::new()), Task::Visit(*body), Task::Call(Vec::new())]);
                }
                _ => {
                    let id = self.leaf(node);
                    self.done.push(id);
                }
            }
            return Ok(());
        }
        let parts: Vec<Sexpr<'a>> = node.children().collect();
        let word = parts.first().and_then(|head| head.symbol()).filter(|name| self.meaning(name).is_none());
        match (word.unwrap_or_default(), parts.as_slice()) {
            ("let", [_, bindings, body]) => {
                let names: Vec<&str> = bindings.children().filter_map(|b| b.head()?.symbol()).collect();
                todo.extend([Task::Unbind(names.clone()), Task::Visit(*body), Task::Bind(names)]);
                let values: Vec<_> = bindings.children().filter_map(|b| b.children().nth(1)).collect();
                todo.extend(values.into_iter().rev().map(Task::Visit));
            }
            ("forall" | "exists", [_, vars, body]) => {
                todo.extend([Task::Close(node), Task::Visit(*body)]);
                vars.children().try_for_each(|var| self.bind_variable(var))?;
            }
            ("!", [_, inner, ..]) => todo.push(Task::Visit(*inner)),
            ("match" | "lambda" | "choice", _) => return Err(format!("`{}` has no rule", word.unwrap_or_default())),
            (name, [_, args @ ..]) if self.context.definitions.0.contains_key(name) => {
                let (params, body) = &self.context.definitions.0[name];
                if params.len() != args.len() {
                    return Err(format!("{name} has not as many arguments as its definition"));
                }
                todo.extend([Task::Return(params.clone()), Task::Visit(*body), Task::Call(params.clone())]);
                todo.extend(args.iter().rev().copied().map(Task::Visit));
            }
            _ => {
                todo.push(Task::Apply(parts.len()));
                todo.extend(parts.into_iter().rev().map(Task::Visit));
            }
        }
        Ok(())
    }

    /// Binds a variable of a quantifier.
    fn bind_variable(&mut self, var: Sexpr<'a>) -> Result<(), String> {
        let parts: Vec<_> = var.children().take(3).collect();
        let [symbol, sort] = parts.as_slice() else { return Err("a variable without a sort".into()) };
        let name = symbol.symbol().unwrap_or_default();
        let quoted = quote_symbol(name).into_owned();
        let sort =
            Sort::by_name(sort.text()).ok_or_else(|| format!("the sort {} of {quoted} has no rule", sort.text()))?;
        // Substitution may rename a variable that hides another, and no rule says how.
        if self.scopes.iter().any(|scope| scope.get(name).is_some_and(|meanings| !meanings.is_empty())) {
            return Err(format!("{quoted} hides another variable"));
        }
        if self.pool.is_declared(&quoted) {
            return Err(format!("{quoted} is a variable and a function"));
        }
        let offset = self.offset(*symbol);
        let var = self.pool.add(Node::Var { offset, name: quoted, sort });
        self.bind(name, var)
    }

    /// The byte of the source where a variable is bound.
    fn offset(&self, symbol: Sexpr<'a>) -> u32 {
        let Some(places) = self.context.places else { return symbol.span().start };
        symbol.symbol().and_then(|name| places.get(name)).copied().unwrap_or(u32::MAX)
    }

    fn close(&mut self, node: Sexpr<'a>) -> Result<(), String> {
        let parts: Vec<Sexpr<'a>> = node.children().collect();
        let [word, list, _] = parts.as_slice() else { return Err("a quantifier without a body".into()) };
        let body = self.done.pop().ok_or("a quantifier without a body")?;
        let mut vars = Vec::new();
        for var in list.children() {
            let pair: Vec<_> = var.children().take(3).collect();
            let [symbol, sort] = pair.as_slice() else { return Err("a variable without a sort".into()) };
            let name = symbol.symbol().unwrap_or_default();
            self.unbind(name);
            vars.push((self.offset(*symbol), quote_symbol(name).into_owned(), sort.text().to_string()));
        }
        let written = (self.bound == 0).then(|| node.text().to_string());
        let quantifier = Quantifier { word: word.text().into(), vars, body, written };
        let id = self.pool.add(Node::Quantifier(quantifier));
        self.done.push(id);
        Ok(())
    }

    fn leaf(&mut self, node: Sexpr<'a>) -> Id {
        match node.symbol() {
            Some(name) => match self.meaning(name) {
                Some(id) => id,
                None => self.pool.symbol(&quote_symbol(name)),
            },
            None => self.pool.symbol(shortest(node.text())),
        }
    }

    fn meaning(&self, name: &str) -> Option<Id> {
        self.scopes.last()?.get(name)?.last().copied()
    }

    fn bind(&mut self, name: &'a str, id: Id) -> Result<(), String> {
        if is_taken(name) || self.context.labels.contains(name) || self.context.definitions.0.contains_key(name) {
            return Err(format!("{} is a variable and has another meaning", quote_symbol(name)));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.entry(name).or_default().push(id);
            self.bound += 1;
        }
        Ok(())
    }

    fn unbind(&mut self, name: &'a str) {
        if let Some(meanings) = self.scopes.last_mut().and_then(|scope| scope.get_mut(name)) {
            meanings.pop();
            self.bound -= 1;
        }
    }
}

/// A decimal without zeros at its end, which a checker does not see: `1.50` is `1.5`.
fn shortest(literal: &str) -> &str {
    match literal.split_once('.') {
        Some((whole, part)) if whole.bytes().all(|byte| byte.is_ascii_digit()) => {
            let digits = part.trim_end_matches('0').len().max(1);
            &literal[..whole.len() + 1 + digits]
        }
        _ => literal,
    }
}
