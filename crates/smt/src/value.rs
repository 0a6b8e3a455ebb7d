//! Arrays in models: Z3 writes them as stores over a constant array, as the graph of a function, or as a lambda. All become
//! a default and a list of exceptions.

use super::ffi::{Ast, Binder, Context, Model, Shape, Sort as Z3Sort, View};
use z3_sys::DeclKind;

/// The default, then indices and elements in turn, of which the first for an index counts.
pub fn array_parts(context: &Context, model: &Model, array: &Ast) -> Option<Vec<Ast>> {
    let mut pairs = Vec::new();
    let mut array = array.clone();
    loop {
        match array.view() {
            View::App(decl) if decl.kind() == DeclKind::Store => {
                let [base, index, element] = array.args().try_into().ok()?;
                pairs.extend([index, element]);
                array = base;
            }
            View::App(decl) if decl.kind() == DeclKind::ConstArray => {
                return Some([array.args(), pairs].concat());
            }
            View::App(_) => return graph_parts(context, model, &array, pairs),
            View::Binder(Binder::Lambda) => {
                let (bound, body) = array.binder().ok()?;
                let [(_, index)] = bound.as_slice() else { return None };
                return body_parts(context, model, index, &body, pairs);
            }
            _ => return None,
        }
    }
}

/// The graph of the function that `array` names.
fn graph_parts(context: &Context, model: &Model, array: &Ast, mut pairs: Vec<Ast>) -> Option<Vec<Ast>> {
    let graph = model.graph(&array.as_array()?).ok()?;
    for (index, element) in graph.entries {
        let [index] = index.try_into().ok()?;
        pairs.extend([index, element]);
    }
    // Where the model does not care, any element will do.
    let default = graph.default.or_else(|| pairs.get(1).cloned())?;
    if mentions_argument(&default) {
        return body_parts(context, model, &array.sort().ok()?.index().ok()?, &default, pairs);
    }
    Some([vec![default], pairs].concat())
}

/// A function body over one bound variable that it only compares with values: these are the exceptions, and the body with
/// all comparisons false is the default.
fn body_parts(context: &Context, model: &Model, index: &Z3Sort, body: &Ast, mut pairs: Vec<Ast>) -> Option<Vec<Ast>> {
    let at = |index: &Ast| model.eval(&body.instantiate(std::slice::from_ref(index)).ok()?).ok();
    if index.shape() == Shape::Bool {
        let (yes, no) = (context.bool(true).ok()?, context.bool(false).ok()?);
        pairs.extend([yes.clone(), at(&yes)?]);
        return Some([vec![at(&no)?], pairs].concat());
    }
    let mut tests = Vec::new();
    for part in layers(body) {
        if let [a, b] = part.args().as_slice()
            && part.decl().is_some_and(|d| d.kind() == DeclKind::Eq)
            && let (View::Bound(0), value) | (value, View::Bound(0)) = (a.view(), b.view())
            && !matches!(value, View::Bound(_))
        {
            let value = if matches!(a.view(), View::Bound(0)) { b } else { a };
            let value = model.eval(value).ok()?;
            pairs.extend([value.clone(), at(&value)?]);
            tests.push(part);
        }
    }
    let default = body.replace(&tests, &context.bool(false).ok()?).ok()?;
    if mentions_argument(&default) {
        return None;
    }
    Some([vec![model.eval(&default).ok()?], pairs].concat())
}

/// The term and all its parts outside of binders, each once.
fn layers(term: &Ast) -> indexmap::IndexSet<Ast, rustc_hash::FxBuildHasher> {
    let mut found = indexmap::IndexSet::<Ast, rustc_hash::FxBuildHasher>::from_iter([term.clone()]);
    let mut next = 0;
    while let Some(part) = found.get_index(next) {
        let args = part.args();
        found.extend(args);
        next += 1;
    }
    found
}

/// Whether a bound variable may occur; a binder inside may hide one.
fn mentions_argument(term: &Ast) -> bool {
    layers(term).iter().any(|part| matches!(part.view(), View::Bound(_) | View::Binder(_)))
}
