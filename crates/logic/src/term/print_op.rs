//! How each operator is written.

use super::{BvOp, ConstructorId, Op, SortId, Terms, fold::is_negative, quote_symbol};
use dashu_base::{Abs, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::fmt::Write;

impl Terms {
    /// What stands for the operator: in front of its arguments, or alone. Not for variables, quantifiers and `divisible`.
    pub(super) fn write_op(&self, op: &Op, out: &mut String) {
        let fixed = match op {
            Op::True => "true",
            Op::False => "false",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Implies => "=>",
            Op::Xor => "xor",
            Op::Eq => "=",
            Op::Distinct => "distinct",
            Op::Ite => "ite",
            Op::Neg | Op::Sub => "-",
            Op::Add => "+",
            Op::Mul => "*",
            Op::Divide => "/",
            Op::IntDiv => "div",
            Op::Mod => "mod",
            Op::Abs => "abs",
            Op::Le => "<=",
            Op::Lt => "<",
            Op::Ge => ">=",
            Op::Gt => ">",
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::IsInt => "is_int",
            Op::Select => "select",
            Op::Store => "store",
            Op::Int(n) => return push(out, int(n)),
            Op::Real(r) => return push(out, real(r)),
            Op::BitVec { width, value } => return push(out, bits(*width, value)),
            Op::ConstArray(sort) => return push(out, format_args!("(as const {})", self.display_sort(*sort))),
            Op::Bv(op) => return write_bv(*op, out),
            Op::Apply(f) => &quote_symbol(&self.fun(*f).name),
            Op::Construct(c) if self.needs_its_sort(*c) => {
                let (name, sort) = (quote_symbol(&self.constructor(*c).name), self.display_datatype(*c));
                return push(out, format_args!("(as {name} {sort})"));
            }
            Op::Construct(c) => &quote_symbol(&self.constructor(*c).name),
            Op::Field(c, i) => &quote_symbol(&self.constructor(*c).fields[*i as usize].name),
            Op::Is(c) => return push(out, format_args!("(_ is {})", quote_symbol(&self.constructor(*c).name))),
            Op::Var(_) | Op::Forall(_) | Op::Exists(_) | Op::Divisible(_) => {
                unreachable!("written by the printer itself")
            }
        };
        out.push_str(fixed);
    }

    /// Whether the arguments alone may not tell which instance of a parametric datatype is meant. They surely do when one of
    /// them is of this instance; of other fields it is not known here how they depend on the parameters.
    fn needs_its_sort(&self, c: ConstructorId) -> bool {
        let sort = self.datatype_sort(c);
        !self.datatype(c.datatype).params.is_empty() && !self.constructor(c).fields.iter().any(|f| Some(f.sort) == sort)
    }

    fn display_datatype(&self, c: ConstructorId) -> String {
        self.datatype_sort(c).map(|s| self.display_sort(s)).unwrap_or_default()
    }

    fn datatype_sort(&self, c: ConstructorId) -> Option<SortId> {
        self.find_sort(&super::Sort::Datatype(c.datatype))
    }
}

fn write_bv(op: BvOp, out: &mut String) {
    use BvOp::*;
    let fixed = match op {
        Extract(high, low) => return push(out, format_args!("(_ extract {high} {low})")),
        ZeroExtend(n) => return push(out, format_args!("(_ zero_extend {n})")),
        SignExtend(n) => return push(out, format_args!("(_ sign_extend {n})")),
        RotateLeft(n) => return push(out, format_args!("(_ rotate_left {n})")),
        RotateRight(n) => return push(out, format_args!("(_ rotate_right {n})")),
        Repeat(n) => return push(out, format_args!("(_ repeat {n})")),
        FromInt(n) => return push(out, format_args!("(_ int_to_bv {n})")),
        Concat => "concat",
        Not => "bvnot",
        Neg => "bvneg",
        And => "bvand",
        Or => "bvor",
        Xor => "bvxor",
        Nand => "bvnand",
        Nor => "bvnor",
        Xnor => "bvxnor",
        Add => "bvadd",
        Sub => "bvsub",
        Mul => "bvmul",
        Udiv => "bvudiv",
        Urem => "bvurem",
        Sdiv => "bvsdiv",
        Srem => "bvsrem",
        Smod => "bvsmod",
        Shl => "bvshl",
        Lshr => "bvlshr",
        Ashr => "bvashr",
        Comp => "bvcomp",
        Ult => "bvult",
        Ule => "bvule",
        Ugt => "bvugt",
        Uge => "bvuge",
        Slt => "bvslt",
        Sle => "bvsle",
        Sgt => "bvsgt",
        Sge => "bvsge",
        ToNat => "ubv_to_int",
        ToInt => "sbv_to_int",
    };
    out.push_str(fixed);
}

fn push(out: &mut String, text: impl std::fmt::Display) {
    write!(out, "{text}").expect("a string can always grow");
}

fn int(n: &IBig) -> String {
    if n.sign() == Sign::Negative { format!("(- {})", n.abs()) } else { n.to_string() }
}

fn real(r: &RBig) -> String {
    let size = r.clone().abs();
    let text = match (size.numerator(), size.denominator()) {
        (n, d) if d.is_one() => format!("{n}.0"),
        (n, d) => format!("(/ {n}.0 {d}.0)"),
    };
    if is_negative(r) { format!("(- {text})") } else { text }
}

fn bits(width: u32, value: &UBig) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0>digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0>digits$b}", digits = width as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Constructor, Datatype, Field, Sort};

    #[test]
    fn numerals() {
        let mut terms = Terms::new();
        let third = RBig::from_parts(1.into(), 3u8.into());
        for (t, text) in [
            (terms.int(5), "5"),
            (terms.int(-5), "(- 5)"),
            (terms.real(2), "2.0"),
            (terms.real(-2), "(- 2.0)"),
            (terms.real(third.clone()), "(/ 1.0 3.0)"),
            (terms.real(-third), "(- (/ 1.0 3.0))"),
            (terms.bit_vec_value(8, 10u8.into()), "#x0a"),
            (terms.bit_vec_value(5, 2u8.into()), "#b00010"),
        ] {
            assert_eq!(terms.display(t), text);
        }
    }

    #[test]
    fn datatypes_arrays_and_indexed_operators() {
        let mut terms = Terms::new();
        let params = [SortId::INT].into();
        let (id, list) = terms.add_datatype(Datatype { name: "List".into(), params, constructors: Vec::new() });
        let field = |name: &str, sort| Field { name: name.into(), sort };
        terms.datatype_mut(id).constructors = vec![
            Constructor { name: "nil".into(), fields: vec![] },
            Constructor { name: "cons".into(), fields: vec![field("head of", SortId::INT), field("tail", list)] },
            Constructor { name: "one".into(), fields: vec![field("only", SortId::INT)] },
        ];
        let [nil, cons, one] = [0, 1, 2].map(|index| ConstructorId { datatype: id, index });
        let five = terms.int(5);
        let empty = terms.app(Op::Construct(nil), []);
        let full = terms.app(Op::Construct(cons), [five, empty]);
        assert_eq!(terms.display(full), "(cons 5 (as nil (List Int)))");
        let single = terms.app(Op::Construct(one), [five]);
        assert_eq!(terms.display(single), "((as one (List Int)) 5)");
        let test = terms.app(Op::Is(cons), [full]);
        assert_eq!(terms.display(test), "((_ is cons) (cons 5 (as nil (List Int))))");
        let head = terms.app(Op::Field(cons, 0), [empty]);
        assert_eq!(terms.display(head), "(|head of| (as nil (List Int)))");
        let sort = terms.intern_sort(Sort::Array(SortId::INT, list));
        let array = terms.app(Op::ConstArray(sort), [empty]);
        assert_eq!(terms.display(array), "((as const (Array Int (List Int))) (as nil (List Int)))");
        let byte = terms.bit_vec_value(8, 10u8.into());
        let low = terms.app(Op::Bv(BvOp::Extract(3, 0)), [byte]);
        assert_eq!(terms.display(low), "((_ extract 3 0) #x0a)");
        let even = terms.app(Op::Divisible(2u8.into()), [five]);
        assert_eq!(terms.display(even), "(= (mod 5 2) 0)");
    }
}
