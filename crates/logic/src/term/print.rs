//! Printing sorts and terms as SMT-LIB.

use super::{
    Op, Sort, SortId, TermId, Terms, VarId,
    names::Names,
    quote_symbol,
    sharing::{Sharing, let_layers},
};
use rustc_hash::FxHashMap;

/// Prints terms. Subterms used more than once are bound by `let`, each as far out as its variables allow; variables of one
/// name are told apart by a suffix.
pub struct Printer<'a> {
    terms: &'a Terms,
    fixed: FxHashMap<VarId, String>,
    share: bool,
}

/// What is still to be written; the last piece comes first.
enum Piece {
    Text(&'static str),
    Owned(String),
    /// A term: its `let` name where it has one.
    Term(TermId),
    /// A term by its operator and arguments.
    Spelled(TermId),
    /// A term with the `let`s that belong in front of it.
    Scope(TermId),
    /// The end of a scope that named these.
    Forget(Vec<TermId>),
}

impl Terms {
    /// A term as SMT-LIB text, shared subterms bound by `let`.
    pub fn display(&self, t: TermId) -> String {
        Printer::new(self).print(t)
    }

    /// A term as SMT-LIB text without `let`: only for terms known to be small, since sharing is unfolded.
    pub fn display_unshared(&self, t: TermId) -> String {
        Printer::new(self).without_sharing().print(t)
    }

    /// A sort as SMT-LIB text.
    pub fn display_sort(&self, id: SortId) -> String {
        let mut out = String::new();
        let mut stack = vec![Ok(id)];
        while let Some(piece) = stack.pop() {
            let (name, params): (&str, &[SortId]) = match piece {
                Err(text) => {
                    out.push_str(text);
                    continue;
                }
                Ok(sort) => match self.sort(sort) {
                    Sort::Bool => ("Bool", &[]),
                    Sort::Int => ("Int", &[]),
                    Sort::Real => ("Real", &[]),
                    Sort::BitVec(width) => {
                        out.push_str(&format!("(_ BitVec {width})"));
                        continue;
                    }
                    Sort::Array(index, element) => ("Array", &[*index, *element]),
                    Sort::Uninterpreted(name) => (name, &[]),
                    Sort::Datatype(d) => (&self.datatype(*d).name, &self.datatype(*d).params),
                },
            };
            if params.is_empty() {
                out.push_str(&quote_symbol(name));
            } else {
                out.push('(');
                out.push_str(&quote_symbol(name));
                stack.push(Err(")"));
                stack.extend(params.iter().rev().flat_map(|p| [Ok(*p), Err(" ")]));
            }
        }
        out
    }
}

impl<'a> Printer<'a> {
    /// A printer that uses the variables' own names.
    pub fn new(terms: &'a Terms) -> Self {
        Printer { terms, fixed: FxHashMap::default(), share: true }
    }

    /// Fixes the names (as they are, without bars) of some variables; all other names keep clear of these.
    pub fn with_names(mut self, names: impl IntoIterator<Item = (VarId, String)>) -> Self {
        self.fixed.extend(names);
        self
    }

    /// Leaves out `let`: for terms known to be small.
    pub fn without_sharing(mut self) -> Self {
        self.share = false;
        self
    }

    /// The term as SMT-LIB text.
    pub fn print(&self, t: TermId) -> String {
        let nodes = self.terms.subterms([t]);
        let mut names = Names::new(self.terms, &nodes, &self.fixed);
        let mut sharing = Sharing::new(self.terms, &nodes);
        let mut out = String::new();
        let mut stack = vec![Piece::Scope(t)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Owned(text) => out.push_str(&text),
                Piece::Term(t) => match sharing.names.get(&t) {
                    Some(name) => out.push_str(name),
                    None => stack.push(Piece::Spelled(t)),
                },
                Piece::Spelled(t) => self.spell(t, &names, &mut out, &mut stack),
                Piece::Scope(t) if !self.share => stack.push(Piece::Term(t)),
                Piece::Scope(t) => {
                    let layers = let_layers(self.terms, t, &sharing);
                    let named: Vec<TermId> = layers.iter().flatten().copied().collect();
                    for &t in &named {
                        sharing.names.insert(t, names.fresh_let());
                    }
                    stack.push(Piece::Forget(named));
                    stack.extend(layers.iter().map(|_| Piece::Text(")")));
                    stack.push(Piece::Term(t));
                    for layer in layers.iter().rev() {
                        stack.push(Piece::Text(") "));
                        for (i, &t) in layer.iter().enumerate().rev() {
                            let before = if i == 0 { "(" } else { " (" };
                            stack.push(Piece::Text(")"));
                            stack.push(Piece::Spelled(t));
                            stack.push(Piece::Owned(format!("{before}{} ", sharing.names[&t])));
                        }
                        stack.push(Piece::Text("(let ("));
                    }
                }
                Piece::Forget(named) => named.iter().for_each(|t| {
                    sharing.names.remove(t);
                }),
            }
        }
        out
    }

    fn spell(&self, t: TermId, names: &Names, out: &mut String, stack: &mut Vec<Piece>) {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Var(v) => out.push_str(names.var(*v)),
            op @ (Op::Forall(vars) | Op::Exists(vars)) if !vars.is_empty() => {
                out.push_str(if matches!(op, Op::Forall(_)) { "(forall (" } else { "(exists (" });
                for (i, v) in vars.iter().enumerate() {
                    let sort = self.terms.display_sort(self.terms.var(*v).sort);
                    let before = if i == 0 { "" } else { " " };
                    out.push_str(&format!("{before}({} {sort})", names.var(*v)));
                }
                out.push_str(") ");
                stack.extend([Piece::Text(")"), Piece::Scope(args[0])]);
            }
            // Z3 cannot read `(_ divisible n)`, and all can read this.
            Op::Divisible(n) => {
                out.push_str("(= (mod ");
                stack.extend([Piece::Owned(format!(" {n}) 0)")), Piece::Term(args[0])]);
            }
            // One argument is fewer than SMT-LIB allows here, and no variables likewise.
            Op::And | Op::Or | Op::Forall(_) | Op::Exists(_) if args.len() == 1 => stack.push(Piece::Term(args[0])),
            Op::And if args.is_empty() => out.push_str("true"),
            Op::Or if args.is_empty() => out.push_str("false"),
            op if args.is_empty() => self.terms.write_op(op, out),
            op => {
                out.push('(');
                self.terms.write_op(op, out);
                stack.push(Piece::Text(")"));
                stack.extend(args.iter().rev().flat_map(|a| [Piece::Term(*a), Piece::Text(" ")]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Xs(Terms, Vec<VarId>, Vec<TermId>);

    fn ints(names: &[&str]) -> Xs {
        let mut terms = Terms::new();
        let vars: Vec<VarId> = names.iter().map(|n| terms.fresh_var(n, SortId::INT)).collect();
        let ts = vars.iter().map(|v| terms.var_term(*v)).collect();
        Xs(terms, vars, ts)
    }

    #[test]
    fn shared_subterms_are_bound_in_layers() {
        let Xs(mut terms, _, x) = ints(&["x", "y"]);
        let a = terms.app(Op::Add, [x[0], x[1]]);
        let c = terms.app(Op::Sub, [x[0], x[1]]);
        let b = terms.app(Op::Mul, [a, c]);
        let t = terms.app(Op::Add, [b, b, a, c]);
        assert_eq!(
            terms.display(t),
            "(let ((a!1 (+ x y)) (a!2 (- x y))) (let ((a!3 (* a!1 a!2))) (+ a!3 a!3 a!1 a!2)))"
        );
        assert_eq!(terms.display_unshared(b), "(* (+ x y) (- x y))");
        assert_eq!(terms.display_unshared(t), "(+ (* (+ x y) (- x y)) (* (+ x y) (- x y)) (+ x y) (- x y))");
    }

    #[test]
    fn lets_stay_inside_the_quantifiers_they_need() {
        let Xs(mut terms, v, x) = ints(&["x", "y", "z"]);
        let closed = terms.app(Op::Abs, [x[2]]);
        let open = terms.app(Op::Add, [x[0], closed]);
        let left = terms.le(open, closed);
        let right = terms.app(Op::Eq, [open, closed]);
        let body = terms.and([left, right]);
        let all = terms.app(Op::Forall([v[0], v[1]].into()), [body]);
        let outside = terms.lt(x[1], closed);
        let t = terms.and([all, outside]);
        assert_eq!(
            terms.display(t),
            "(let ((a!1 (abs z))) (and (forall ((x Int) (y Int)) (let ((a!2 (+ x a!1))) (and (<= a!2 a!1) (= a!2 a!1)))) \
             (< y a!1)))"
        );
    }

    #[test]
    fn a_body_under_two_quantifiers_is_bound_in_each() {
        let Xs(mut terms, v, x) = ints(&["x"]);
        let open = terms.app(Op::Abs, [x[0]]);
        let body = terms.le(open, open);
        let all = terms.app(Op::Forall([v[0]].into()), [body]);
        let some = terms.app(Op::Exists([v[0]].into()), [body]);
        let both = terms.app(Op::Xor, [all, some]);
        let t = terms.or([both, all]);
        assert_eq!(
            terms.display(t),
            "(let ((a!1 (forall ((x Int)) (let ((a!2 (abs x))) (<= a!2 a!2))))) \
             (or (xor a!1 (exists ((x Int)) (let ((a!3 (abs x))) (<= a!3 a!3)))) a!1))"
        );
    }

    #[test]
    fn variables_of_one_name_are_told_apart() {
        let Xs(mut terms, v, x) = ints(&["x", "x", "x!1", "a!1", "f", "and", "a b", "let"]);
        let f = terms.declare_fun("f", [SortId::INT], SortId::INT);
        let call = terms.app(Op::Apply(f), [x[0]]);
        let all = [vec![call, call], x].concat();
        let t = terms.app(Op::Add, all);
        assert_eq!(terms.display(t), "(let ((a!2 (f x))) (+ a!2 a!2 x x!2 x!1 a!1 f!1 and!1 |a b| |let|))");
        let named = Printer::new(&terms).with_names([(v[1], "x".to_string()), (v[3], "0".to_string())]).print(t);
        assert_eq!(named, "(let ((a!1 (f x!2))) (+ a!1 a!1 x!2 x x!1 |0| f!1 and!1 |a b| |let|))");
    }

    #[test]
    fn junctions_of_less_than_two_are_legal_text() {
        let mut terms = Terms::new();
        let p = terms.fresh("p", SortId::BOOL);
        let none = terms.app(Op::And, []);
        let one = terms.app(Op::Or, [p]);
        let nobody = terms.app(Op::Forall([].into()), [one]);
        let zero = terms.app(Op::Or, []);
        let t = terms.app(Op::And, [none, nobody, zero]);
        assert_eq!(terms.display(t), "(and true p false)");
    }

    #[test]
    fn deep_shared_terms_are_printed_in_linear_size() {
        let Xs(mut terms, _, x) = ints(&["x"]);
        let mut t = x[0];
        for _ in 0..60_000 {
            t = terms.app(Op::Add, [t, t]);
        }
        assert!(terms.display(t).len() < 60_000 * 60);
        let wide = terms.app(Op::Mul, vec![x[0]; 100_000]);
        assert_eq!(terms.display(wide).len(), 200_003);
    }
}
