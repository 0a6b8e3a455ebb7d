//! Declarations and definitions, each checked before it is in force.

use super::{
    elaborate::{Text, name_of},
    names::{Alias, Constructor, Datatype, Function, FunctionKind, Meaning, SortMeaning},
    sort_text::{SORTS, numeral},
    sorts::{Shape, Sort},
    text,
    world::World,
};
use alphorn_sexpr::Sexpr;
use rustc_hash::FxHashSet;

/// A datatype that is being declared: its number, its parameters and its constructors.
type Body<'a> = (u32, Vec<&'a str>, Vec<Sexpr<'a>>);

impl World {
    /// Takes a declaration or a definition into account.
    pub fn declaration(&mut self, word: &str, parts: &[Sexpr<'_>]) -> Result<(), String> {
        match (word, parts) {
            ("declare-fun", [name, sorts, result]) if sorts.is_list() => {
                let result = self.read_sort(*result)?;
                self.declare(*name, *sorts, result)
            }
            ("declare-const", [name, result]) => {
                let result = self.read_sort(*result)?;
                self.declare_over(*name, Vec::new(), result)
            }
            ("declare-rel", [name, sorts, hints @ ..]) if sorts.is_list() => {
                if hints.iter().any(|hint| hint.symbol().is_none()) {
                    return Err("expected names of representations".into());
                }
                self.declare(*name, *sorts, Sort::BOOL)
            }
            ("declare-var", [symbol, sort]) => {
                let (name, sort) = (self.new_name(*symbol)?, self.read_sort(*sort)?);
                let var = self.terms.var(name, sort, symbol.span().start, "v");
                self.names.declare(name, Meaning::RuleVar(var));
                Ok(())
            }
            ("declare-sort", [name]) => self.declare_sort(*name),
            ("declare-sort", [name, arity]) if arity.text() == "0" => self.declare_sort(*name),
            ("define-sort", [name, params, sort]) if params.is_list() => self.define_sort(*name, *params, *sort),
            ("define-const", [name, result, body]) => self.definition(*name, None, *result, *body),
            ("define-fun-rec", [name, rest @ ..]) if rest.len() == 3 && is_recursive(*name, rest) => {
                self.recursive(*name)
            }
            ("define-funs-rec", [functions, bodies]) if functions.is_list() && bodies.is_list() => {
                functions.children().try_for_each(|function| self.recursive(function.head().unwrap_or(function)))
            }
            ("define-fun" | "define-fun-rec", [name, params, result, body]) => {
                self.definition(*name, Some(*params), *result, *body)
            }
            ("declare-datatype", [name, body]) => {
                let (params, constructors) = body_of(*body)?;
                let number = self.announce(*name, params.len())?;
                self.constructors(vec![(number, params, constructors)])
            }
            ("declare-datatypes", [names, bodies]) if names.is_list() && bodies.is_list() => {
                self.datatypes(*names, *bodies)
            }
            _ if KNOWN.contains(&word) => Err(format!("the command {word} has not the parts that it must have")),
            _ => Err(format!("the checker does not know the command {word}")),
        }
    }

    fn declare(&mut self, name: Sexpr<'_>, sorts: Sexpr<'_>, result: Sort) -> Result<(), String> {
        let sorts = sorts.children().map(|sort| self.read_sort(sort)).collect::<Result<Vec<_>, _>>()?;
        self.declare_over(name, sorts, result)
    }

    fn declare_over(&mut self, name: Sexpr<'_>, params: Vec<Sort>, result: Sort) -> Result<(), String> {
        let kind = if result == Sort::BOOL { FunctionKind::Predicate } else { FunctionKind::Open };
        let name = self.new_name(name)?.into();
        self.names.declare_function(Function { name, params: params.into(), result, kind });
        Ok(())
    }

    /// A recursive function: it has a name, but no clause may use it.
    fn recursive(&mut self, name: Sexpr<'_>) -> Result<(), String> {
        let name = self.new_name(name)?;
        self.names.declare(name, Meaning::Recursive);
        Ok(())
    }

    /// A name that means nothing yet.
    fn new_name<'a>(&self, symbol: Sexpr<'a>) -> Result<&'a str, String> {
        let name = name_of(symbol)?;
        self.check_new(name).map(|()| name)
    }

    fn new_sort_name<'a>(&self, symbol: Sexpr<'a>) -> Result<&'a str, String> {
        let name = name_of(symbol)?;
        match self.names.sort_meaning(name).is_some() || SORTS.contains(&name) {
            true => Err(format!("{name} is a sort already")),
            false => Ok(name),
        }
    }

    fn declare_sort(&mut self, symbol: Sexpr<'_>) -> Result<(), String> {
        let name = self.new_sort_name(symbol)?;
        self.names.sorts.push(name.into());
        let number = self.names.sorts.len() as u32 - 1;
        self.names.declare_sort(name, SortMeaning::Declared(number));
        Ok(())
    }

    fn define_sort(&mut self, symbol: Sexpr<'_>, params: Sexpr<'_>, sort: Sexpr<'_>) -> Result<(), String> {
        let name = self.new_sort_name(symbol)?;
        let params = params_of(params)?;
        let sort = self.sort_over(sort, &params, 0)?;
        self.names.aliases.push(Alias { arity: params.len(), sort });
        let number = self.names.aliases.len() as u32 - 1;
        self.names.declare_sort(name, SortMeaning::Alias(number));
        Ok(())
    }

    fn definition(
        &mut self,
        symbol: Sexpr<'_>,
        params: Option<Sexpr<'_>>,
        result: Sexpr<'_>,
        body: Sexpr<'_>,
    ) -> Result<(), String> {
        let name = self.new_name(symbol)?;
        let text = Text { letter: "v", is_script: true, rule: None };
        let result = self.read_sort(result)?;
        let vars = match params {
            Some(params) => self.bind_variables(params, text)?,
            None => Vec::new(),
        };
        if vars.is_empty() && params.is_some() {
            self.names.leave();
        }
        let term = self.read_term(body, result, text)?;
        if !vars.is_empty() {
            self.names.leave();
        }
        // A name that an annotation in the body gives must not be this one.
        self.check_new(name)?;
        self.define(name, vars, result, term);
        Ok(())
    }

    fn announce(&mut self, symbol: Sexpr<'_>, arity: usize) -> Result<u32, String> {
        let name = self.new_sort_name(symbol)?;
        self.names.datatypes.push(Datatype {
            name: name.into(),
            arity,
            constructors: Vec::new(),
            takes_own_params: false,
        });
        let number = self.names.datatypes.len() as u32 - 1;
        self.names.declare_sort(name, SortMeaning::Data(number));
        Ok(number)
    }

    fn datatypes(&mut self, names: Sexpr<'_>, bodies: Sexpr<'_>) -> Result<(), String> {
        let mut all: Vec<Body<'_>> = Vec::new();
        if names.head().is_none_or(|first| !first.is_list()) {
            return self.old_datatypes(names, bodies);
        }
        if names.children().count() != bodies.children().count() {
            return Err("not as many bodies as names of datatypes".into());
        }
        for (entry, body) in names.children().zip(bodies.children()) {
            let parts: Vec<_> = entry.children().take(3).collect();
            let [name, arity] = parts.as_slice() else {
                return Err(format!("expected (NAME ARITY): {}", text::cut(entry.text())));
            };
            let (params, constructors) = body_of(body)?;
            if params.len() != numeral(*arity)? as usize {
                return Err(format!("{} has {} arguments, not {}", name.text(), arity.text(), params.len()));
            }
            all.push((self.announce(*name, params.len())?, params, constructors));
        }
        self.constructors(all)
    }

    /// As before SMT-LIB 2.6: `(declare-datatypes (X …) ((T c (d (s Int))) …))`.
    fn old_datatypes(&mut self, params: Sexpr<'_>, bodies: Sexpr<'_>) -> Result<(), String> {
        let params = params_of(params)?;
        let first = self.names.datatypes.len();
        let mut all: Vec<Body<'_>> = Vec::new();
        for body in bodies.children() {
            let mut parts = body.children();
            let name = parts.next().ok_or("a datatype without a name")?;
            all.push((self.announce(name, params.len())?, params.clone(), parts.collect()));
        }
        let mark = |world: &mut Self, on: bool| {
            world.names.datatypes[first..].iter_mut().for_each(|datatype| datatype.takes_own_params = on);
        };
        mark(self, true);
        let result = self.constructors(all);
        mark(self, false);
        result
    }

    fn constructors(&mut self, all: Vec<Body<'_>>) -> Result<(), String> {
        for (number, params, constructors) in &all {
            for constructor in constructors {
                self.constructor_of(*number, params, *constructor)?;
            }
        }
        let numbers: Vec<u32> = all.iter().map(|body| body.0).collect();
        self.check_founded(&numbers)
    }

    fn constructor_of(&mut self, number: u32, params: &[&str], node: Sexpr<'_>) -> Result<(), String> {
        let name = if node.is_list() { node.head().ok_or("a constructor without a name")? } else { node };
        let index = self.names.datatypes[number as usize].constructors.len() as u32;
        let constructor = self.new_name(name)?;
        self.names.declare(constructor, Meaning::Constructor(number, index));
        let mut fields = Vec::new();
        let nodes = node.is_list().then(|| node.children().skip(1)).into_iter().flatten();
        for (field, node) in (0u32..).zip(nodes) {
            let parts: Vec<_> = node.children().take(3).collect();
            let [selector, sort] = parts.as_slice() else {
                return Err(format!("expected a field (SELECTOR SORT): {}", text::cut(node.text())));
            };
            let (selector, sort) = (self.new_name(*selector)?, self.sort_over(*sort, params, 0)?);
            self.names.declare(selector, Meaning::Selector(number, index, field));
            fields.push((selector.into(), sort));
        }
        let constructors = &mut self.names.datatypes[number as usize].constructors;
        constructors.push(Constructor { name: constructor.into(), fields });
        Ok(())
    }

    /// Checks that each of the datatypes has a value.
    fn check_founded(&self, numbers: &[u32]) -> Result<(), String> {
        let mut open: FxHashSet<u32> = numbers.iter().copied().collect();
        let has_value = |open: &FxHashSet<u32>, mut sort: Sort| {
            while let Shape::Array(_, element) = self.terms.sorts.shape(sort) {
                sort = *element;
            }
            !matches!(self.terms.sorts.shape(sort), Shape::Data(number, _) if open.contains(number))
        };
        loop {
            let founded = open.iter().copied().find(|number| {
                let constructors = &self.names.datatypes[*number as usize].constructors;
                constructors.iter().any(|c| c.fields.iter().all(|(_, sort)| has_value(&open, *sort)))
            });
            match (founded, open.iter().next()) {
                (Some(number), _) => drop(open.remove(&number)),
                (None, None) => return Ok(()),
                (None, Some(number)) => {
                    return Err(format!(
                        "the datatype {} has no finite value",
                        self.names.datatypes[*number as usize].name
                    ));
                }
            }
        }
    }

    /// The predicate that a name means.
    pub fn predicate_named(&self, name: &str) -> Option<u32> {
        match self.names.meaning(name) {
            Some(Meaning::Function(number)) if self.names.is_predicate(number) => Some(number),
            _ => None,
        }
    }

    /// The declared variables of the rule dialect whose names are in a formula.
    pub fn rule_variables(&self, node: Sexpr<'_>) -> FxHashSet<u32> {
        let names = node.descendants().filter_map(|node| node.symbol());
        names
            .filter_map(|name| match self.names.meaning(name) {
                Some(Meaning::RuleVar(var)) => Some(var),
                _ => None,
            })
            .collect()
    }
}

/// The commands that declare or define, or that need parts of a certain shape.
const KNOWN: [&str; 21] = [
    "declare-fun",
    "declare-const",
    "declare-rel",
    "declare-var",
    "declare-sort",
    "define-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "declare-datatype",
    "declare-datatypes",
    "assert",
    "rule",
    "set-logic",
    "set-info",
    "set-option",
    "exit",
    "reset",
    "reset-assertions",
    "query",
];

/// Whether a definition mentions what it defines.
fn is_recursive(name: Sexpr<'_>, rest: &[Sexpr<'_>]) -> bool {
    let Some(name) = name.symbol() else { return false };
    rest.iter().flat_map(|part| part.descendants()).any(|node| node.symbol() == Some(name))
}

/// Names of parameters of a sort.
fn params_of(list: Sexpr<'_>) -> Result<Vec<&str>, String> {
    let mut params = Vec::new();
    for param in list.children() {
        let name = name_of(param)?;
        if params.contains(&name) {
            return Err(format!("the parameter {name} occurs twice"));
        }
        params.push(name);
    }
    Ok(params)
}

/// The parameters and the constructors of a datatype: `(c …)` or `(par (X …) (c …))`.
fn body_of(body: Sexpr<'_>) -> Result<(Vec<&str>, Vec<Sexpr<'_>>), String> {
    let parts: Vec<_> = body.children().collect();
    match parts.as_slice() {
        [word, params, constructors] if word.is_word("par") && params.is_list() && constructors.is_list() => {
            Ok((params_of(*params)?, constructors.children().collect()))
        }
        [] => Err("a datatype without constructors".into()),
        _ => Ok((Vec::new(), parts)),
    }
}
