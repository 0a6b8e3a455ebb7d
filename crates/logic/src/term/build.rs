//! Short names for the terms that the solver builds itself. These simplify at the root (units, constants, double
//! negation, flattening of `and` and `or`) and nothing below it.

use super::{Op, SortId, TermId, Terms, VarId};
use dashu_int::IBig;
use dashu_ratio::RBig;

impl Terms {
    /// `true`
    pub fn top(&mut self) -> TermId {
        self.app(Op::True, [])
    }

    /// `false`
    pub fn bottom(&mut self) -> TermId {
        self.app(Op::False, [])
    }

    /// `true` or `false`
    pub fn bool(&mut self, value: bool) -> TermId {
        self.app(if value { Op::True } else { Op::False }, [])
    }

    /// An integer numeral.
    pub fn int(&mut self, value: impl Into<IBig>) -> TermId {
        self.app(Op::Int(value.into()), [])
    }

    /// A rational numeral.
    pub fn real(&mut self, value: impl Into<RBig>) -> TermId {
        self.app(Op::Real(value.into()), [])
    }

    /// A variable as a term.
    pub fn var_term(&mut self, var: VarId) -> TermId {
        self.app(Op::Var(var), [])
    }

    /// A new variable as a term.
    pub fn fresh(&mut self, name: &str, sort: SortId) -> TermId {
        let var = self.fresh_var(name, sort);
        self.var_term(var)
    }

    /// Negation; of a negation, its argument.
    pub fn not(&mut self, t: TermId) -> TermId {
        match self.op(t) {
            Op::True => self.bottom(),
            Op::False => self.top(),
            Op::Not => self.args(t)[0],
            _ => self.app(Op::Not, [t]),
        }
    }

    /// Conjunction, flat, without duplicates.
    pub fn and(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(parts, Op::And, Op::True, Op::False)
    }

    /// Disjunction, flat, without duplicates.
    pub fn or(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(parts, Op::Or, Op::False, Op::True)
    }

    fn junction(&mut self, parts: impl IntoIterator<Item = TermId>, op: Op, unit: Op, zero: Op) -> TermId {
        let mut flat: indexmap::IndexSet<TermId, rustc_hash::FxBuildHasher> = Default::default();
        for part in parts {
            let node = self.node(part);
            if node.op == zero {
                return part;
            }
            if node.op == op {
                flat.extend(node.args.iter().copied());
            } else if node.op != unit {
                flat.insert(part);
            }
        }
        match flat.len() {
            0 => self.app(unit, []),
            1 => flat[0],
            _ => self.app(op, flat),
        }
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.op(a), self.op(b)) {
            (Op::True, _) | (_, Op::True) => b,
            (Op::False, _) => self.top(),
            (_, Op::False) => self.not(a),
            _ => self.app(Op::Implies, [a, b]),
        }
    }

    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.top();
        }
        match (self.op(a), self.op(b)) {
            (Op::True, _) => b,
            (_, Op::True) => a,
            (Op::False, _) => self.not(b),
            (_, Op::False) => self.not(a),
            _ => self.app(Op::Eq, [a, b]),
        }
    }

    /// Choice.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match self.op(c) {
            Op::True => a,
            Op::False => b,
            _ if a == b => a,
            _ => self.app(Op::Ite, [c, a, b]),
        }
    }

    /// `a <= b`
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.app(Op::Le, [a, b])
    }

    /// `a < b`
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.app(Op::Lt, [a, b])
    }

    /// Whether a term multiplies or divides by what is no numeral.
    pub fn is_product(&self, t: TermId) -> bool {
        let unknown = |&arg: &TermId| !matches!(self.op(arg), Op::Int(_) | Op::Real(_));
        match self.op(t) {
            Op::Mul => self.args(t).iter().filter(|arg| unknown(arg)).count() > 1,
            Op::Divide | Op::IntDiv | Op::Mod => self.args(t).iter().skip(1).any(unknown),
            _ => false,
        }
    }

    /// The arguments of a conjunction, or the term itself; none for `true`.
    pub fn conjuncts(&self, t: TermId) -> Vec<TermId> {
        match self.op(t) {
            Op::And => self.args(t).to_vec(),
            Op::True => Vec::new(),
            _ => vec![t],
        }
    }
}
