//! What some calls of libz3 take for granted, and end the process over where it does not hold: checked here, at the door.
//!
//! Such a call takes a type that only this file makes, so that nobody can forget the check.

use super::{Ast, Context, Error, Result};
use rustc_hash::FxHashSet;
use z3_sys::*;

/// A formula without quantifiers and lambdas, and without variables that one of them binds. Projection and elimination follow
/// equations into such parts, and read memory that is not theirs.
#[derive(Clone, Copy)]
pub struct QuantifierFree<'a>(&'a Ast);

impl QuantifierFree<'_> {
    /// The formula.
    pub(super) fn raw(&self, context: &Context) -> Z3_ast {
        context.owns(self.0);
        self.0.raw
    }
}

/// Uninterpreted constants, which can be eliminated; a numeral or an application to arguments cannot.
pub struct Constants(Vec<Z3_app>);

impl Constants {
    /// The constants.
    pub(super) fn raw(&self) -> &[Z3_app] {
        &self.0
    }
}

impl Ast {
    /// This formula, if it is without quantifiers.
    pub fn quantifier_free(&self) -> Result<QuantifierFree<'_>> {
        let c = self.context.raw();
        let (mut seen, mut stack) = (FxHashSet::default(), vec![self.raw]);
        while let Some(part) = stack.pop() {
            if !seen.insert(part) {
                continue;
            }
            // SAFETY: the parts of a term live as long as the term; only an application is asked for its arguments, and a
            // cast is what `Z3_to_app` does.
            unsafe {
                match Z3_get_ast_kind(c, part) {
                    AstKind::Numeral => {}
                    AstKind::App => {
                        let app: Z3_app = part.cast();
                        let count = Z3_get_app_num_args(c, app);
                        stack.extend((0..count).filter_map(|i| Z3_get_app_arg(c, app, i)));
                    }
                    _ => return Err(Error("a formula with quantifiers".into())),
                }
            }
        }
        Ok(QuantifierFree(self))
    }
}

impl Context {
    /// These terms as constants, if each of them is one.
    pub fn constants(&self, terms: &[Ast]) -> Result<Constants> {
        let is_constant = |term: &Ast| {
            let declared = term.decl().is_some_and(|decl| decl.kind() == DeclKind::Uninterpreted);
            declared && term.args().is_empty()
        };
        match terms.iter().all(is_constant) {
            true => self.applications(terms).map(Constants),
            false => Err(Error("not a constant".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::{Checked, Limits, Model};
    use alphorn_logic::term::Op;
    use alphorn_run::stop::Stop;

    fn context() -> Context {
        Context::new(&Stop::new()).unwrap()
    }

    fn int(context: &Context, name: &str) -> Ast {
        context.apply_decl(&context.function(name, &[], &context.int_sort().unwrap()).unwrap(), &[]).unwrap()
    }

    /// A model of a formula.
    fn model(context: &Context, formula: &Ast) -> Model {
        let limits = Limits { timeout: 0, rlimit: 0, seed: 0, older_simplex: false };
        let solver = context.solver(limits).unwrap();
        solver.assert(formula).unwrap();
        assert!(matches!(solver.check(&[]), Checked::Sat));
        solver.model().unwrap()
    }

    /// `x = y`, and that each of two kinds of binders says something about `x`.
    fn bound(context: &Context) -> [Ast; 2] {
        let [x, y, q] = ["x", "y", "q"].map(|name| int(context, name));
        let equal = context.apply(&Op::Eq, &[x.clone(), y]).unwrap();
        let greater = context.apply(&Op::Gt, &[q.clone(), x.clone()]).unwrap();
        let exists = context.quantifier(false, std::slice::from_ref(&q), &greater).unwrap();
        let array = context
            .lambda(std::slice::from_ref(&q), &context.apply(&Op::Add, &[q.clone(), x.clone()]).unwrap())
            .unwrap();
        let zero = context.int(&0.into()).unwrap();
        let read = context.apply(&Op::Select, &[array, zero]).unwrap();
        let says = context.apply(&Op::Eq, &[read, x]).unwrap();
        [exists, says].map(|part| context.apply(&Op::And, &[equal.clone(), part]).unwrap())
    }

    #[test]
    fn projection_and_elimination_refuse_binders() {
        let context = context();
        for formula in bound(&context) {
            assert!(formula.quantifier_free().is_err());
        }
        let [x, y] = ["x", "y"].map(|name| int(&context, name));
        let plain = context.apply(&Op::Le, &[x.clone(), y]).unwrap();
        let constants = context.constants(&[x]).unwrap();
        let free = plain.quantifier_free().unwrap();
        assert!(model(&context, &plain).project(&constants, free).is_ok());
        assert!(context.eliminate_easy(&constants, free).is_ok());
    }

    #[test]
    fn only_constants_are_eliminated() {
        let context = context();
        let [x, y] = ["x", "y"].map(|name| int(&context, name));
        let sum = context.apply(&Op::Add, &[x.clone(), y.clone()]).unwrap();
        let number = context.int(&7.into()).unwrap();
        assert!(context.constants(&[x.clone(), y]).is_ok());
        assert!(context.constants(&[x.clone(), sum]).is_err() && context.constants(&[x, number]).is_err());
    }
}
