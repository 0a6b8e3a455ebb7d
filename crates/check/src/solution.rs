//! A solution: one formula for each predicate that makes every clause valid.

use super::{
    Failure, Obligation, Obligations, Place, Why,
    elaborate::Text,
    instantiate::{Choice, Instance, NEGATIVE, POSITIVE, instantiate},
    print::{Fates, Printer},
    script::{Assertion, Asserts, Script},
    sorts::Sort,
    term::{Head, Node, Term},
    text,
    world::World,
};
use alphorn_sexpr::{Sexpr, Sexprs};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How the evidence is read: its variables are called otherwise than those of the script.
const EVIDENCE: Text<'static> = Text { letter: "w", is_script: false, rule: None };

type Definitions = FxHashMap<u32, (Rc<[u32]>, Term)>;

/// What has to be shown of a model: under its definitions each clause, as it is written in the script, must hold.
pub(super) fn obligations(source: &str, mut script: Script, model: &str) -> Result<Obligations, Failure> {
    let model = text::read_evidence(model)?;
    let definitions = read(&model, &mut script.world)?;
    let mut printer = Printer::new(&mut script.world, definitions);
    let mut all = Vec::new();
    for (number, assertion) in script.assertions.iter().enumerate() {
        let (place, line, text) = (Place::Clause(number), text::line(source, assertion.offset), assertion.text.clone());
        let mut uses = Vec::new();
        let (constants, formula) = negation(assertion, &mut printer, &mut uses).map_err(|reason| {
            let why = Why::Malformed(reason);
            Failure { place: place.clone(), line: Some(line), text: text.clone(), why }
        })?;
        all.push(Obligation { place, line, text, constants, formula, uses });
    }
    printer.finish().map_err(|(number, why)| {
        let name = printer.world.names.function(number).name.clone();
        Failure::predicate(&name, None, why)
    })?;
    Ok(Obligations { all, pieces: printer.pieces })
}

/// Constants and a formula that is satisfiable where the assertion is false. Outermost quantifiers become constants: the
/// solvers could do that themselves, but are many times faster when they see no quantifier at all.
fn negation(
    assertion: &Assertion,
    printer: &mut Printer<'_>,
    uses: &mut Vec<usize>,
) -> Result<(String, String), String> {
    let (instance, negated) = match &assertion.asserts {
        Asserts::All(formulas) => {
            let instance = instantiate(printer.world, formulas, POSITIVE, Choice::Outermost)?;
            let formulas = formulas.iter().map(|formula| printer.term(*formula, &instance.fates, uses));
            let formulas = formulas.collect::<Result<Vec<_>, _>>()?;
            (instance, format!("(not {})", text::conjunction(&formulas)))
        }
        Asserts::Query(formula) => {
            let instance = instantiate(printer.world, &[*formula], NEGATIVE, Choice::Outermost)?;
            let formula = printer.term(*formula, &instance.fates, uses)?;
            (instance, formula)
        }
        Asserts::QueryAll(predicate) => {
            let terms = &mut printer.world.terms;
            let params = printer.world.names.function(*predicate).params.clone();
            let vars: Vec<u32> = params.iter().map(|sort| terms.fresh(*sort)).collect();
            let args = vars.iter().map(|var| terms.var_term(*var)).collect::<Result<Vec<_>, _>>()?;
            let fact = terms.app(Head::Function(*predicate), &args, Sort::BOOL)?;
            let instance = Instance { vars: vars.into_iter().collect(), ..Instance::default() };
            (instance, printer.term(fact, &Fates::default(), uses)?)
        }
    };
    let mut constants = String::new();
    for var in instance.vars {
        let binding = printer.binding(var, uses)?;
        constants += &format!("(declare-const {})", &binding[1..binding.len() - 1]);
    }
    Ok((constants, negated))
}

/// The definitions of a model: `((define-fun P ((x Int)) Bool BODY) …)`, the same after the word `model`, or bare: each
/// declared predicate exactly once with its declared sorts, and nothing else.
fn read(model: &Sexprs<'_>, world: &mut World) -> Result<Definitions, Failure> {
    let mut definitions = Definitions::default();
    for node in definition_nodes(model) {
        let shaped = || Failure::evidence(format!("expected a define-fun: {}", text::cut(node.text())));
        let parts: Vec<_> = node.children().take(6).collect();
        let [word, name, parameters, result, body] = parts.as_slice() else { return Err(shaped()) };
        let is_shaped = word.is_word("define-fun") && parameters.is_list() && result.symbol() == Some("Bool");
        let name = name.symbol().filter(|_| is_shaped).ok_or_else(shaped)?;
        let wrong = |reason: String| Failure::predicate(name, Some(node), reason);
        let predicate =
            world.predicate_named(name).ok_or_else(|| wrong("no predicate of this name is declared".into()))?;
        let definition = definition(world, predicate, *parameters, *body).map_err(wrong)?;
        if definitions.insert(predicate, definition).is_some() {
            return Err(wrong("it is defined twice".into()));
        }
    }
    match world.names.predicates().find(|predicate| !definitions.contains_key(predicate)) {
        Some(predicate) => {
            let name = &world.names.function(predicate).name;
            Err(Failure::predicate(name, None, "there is none: every declared predicate needs one"))
        }
        None => Ok(definitions),
    }
}

/// The parameters and the body of a definition, over the declared sorts.
fn definition(
    world: &mut World,
    predicate: u32,
    parameters: Sexpr<'_>,
    body: Sexpr<'_>,
) -> Result<(Rc<[u32]>, Term), String> {
    let declared = world.names.function(predicate).params.clone();
    let vars = world.bind_variables(parameters, EVIDENCE)?;
    if vars.len() != declared.len() {
        return Err(format!("{} parameters where {} are declared", vars.len(), declared.len()));
    }
    for (var, declared) in vars.iter().zip(&*declared) {
        let stated = world.terms.vars[*var as usize].sort;
        if stated != *declared {
            let (stated, declared) = (world.show_sort(stated), world.show_sort(*declared));
            return Err(format!("a parameter has the sort {stated}, declared is {declared}"));
        }
    }
    let body = world.read_term(body, Sort::BOOL, EVIDENCE)?;
    world.names.leave();
    mentioned(world, body).map_or(Ok(()), |name| Err(format!("it mentions the predicate {name}")))?;
    Ok((vars.into(), body))
}

/// A predicate, or a definition of one, that a term mentions.
fn mentioned(world: &World, body: Term) -> Option<Rc<str>> {
    let mut open = vec![body];
    while let Some(term) = open.pop() {
        if let Node::App(head @ Head::Function(number), _) = world.terms.node(term)
            && world.is_about_predicates(head)
        {
            return Some(world.names.function(*number).name.clone());
        }
        open.extend(world.terms.below(term));
    }
    None
}

/// The nodes that should be definitions, whichever way the model is wrapped.
fn definition_nodes<'a>(model: &'a Sexprs<'a>) -> Vec<Sexpr<'a>> {
    let top: Vec<_> = model.iter().collect();
    match top.as_slice() {
        [list] if list.head().is_none_or(|head| head.is_list()) && list.is_list() => list.children().collect(),
        [list] if list.head().is_some_and(|head| head.is_word("model")) => list.children().skip(1).collect(),
        _ => top,
    }
}
