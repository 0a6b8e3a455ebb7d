//! Which arguments an operator takes and what sort it gives.

use super::{BvOp, Op, Sort, SortId, TermId, Terms};

/// Why an operator does not fit its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortError {
    /// Too few or too many arguments: what was expected, in words, and how many there were.
    Arity(String, usize),
    /// The argument at this position (from 0) has another sort than expected; the expectation in words.
    Argument(usize, String),
    /// An index of the operator is out of range.
    Index(String),
}

type Ranked = Result<SortId, SortError>;

impl Terms {
    /// The sort of `op` applied to `args`, or why it has none.
    pub fn result_sort(&mut self, op: &Op, args: &[TermId]) -> Ranked {
        let bool_ = SortId::BOOL;
        match op {
            Op::True | Op::False => self.arity(args, 0).map(|()| bool_),
            Op::Int(_) => self.arity(args, 0).map(|()| SortId::INT),
            Op::Real(_) => self.arity(args, 0).map(|()| SortId::REAL),
            Op::BitVec { width, .. } => self.arity(args, 0).and_then(|()| self.bit_vec(*width)),
            Op::Var(v) => self.arity(args, 0).map(|()| self.var(*v).sort),
            Op::Apply(f) => {
                let fun = self.fun(*f);
                let result = fun.result;
                let params = fun.params.clone();
                self.expect_all(args, &params)?;
                Ok(result)
            }
            Op::Not => self.expect_all(args, &[bool_]).map(|()| bool_),
            Op::And | Op::Or => self.expect_each(args, 0, bool_).map(|()| bool_),
            Op::Implies | Op::Xor => self.expect_all(args, &[bool_; 2]).map(|()| bool_),
            Op::Eq => self.arity(args, 2).and_then(|()| self.same(args)).map(|_| bool_),
            Op::Distinct => self.at_least(args, 2).and_then(|()| self.same(args)).map(|_| bool_),
            Op::Ite => {
                self.arity(args, 3)?;
                self.expect(args, 0, bool_)?;
                let sort = self.sort_of(args[1]);
                self.expect(args, 2, sort)?;
                Ok(sort)
            }
            Op::Neg => self.arity(args, 1).and_then(|()| self.arithmetic(args)),
            Op::Sub => self.arity(args, 2).and_then(|()| self.arithmetic(args)),
            Op::Add | Op::Mul => self.at_least(args, 2).and_then(|()| self.arithmetic(args)),
            Op::Divide => self.expect_all(args, &[SortId::REAL; 2]).map(|()| SortId::REAL),
            Op::IntDiv | Op::Mod => self.expect_all(args, &[SortId::INT; 2]).map(|()| SortId::INT),
            Op::Abs => self.expect_all(args, &[SortId::INT]).map(|()| SortId::INT),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => {
                self.arity(args, 2).and_then(|()| self.arithmetic(args)).map(|_| bool_)
            }
            Op::ToReal => self.expect_all(args, &[SortId::INT]).map(|()| SortId::REAL),
            Op::ToInt => self.expect_all(args, &[SortId::REAL]).map(|()| SortId::INT),
            Op::IsInt => self.expect_all(args, &[SortId::REAL]).map(|()| bool_),
            Op::Divisible(n) => {
                if n.is_zero() {
                    return Err(SortError::Index("a divisor of at least 1".into()));
                }
                self.expect_all(args, &[SortId::INT]).map(|()| bool_)
            }
            Op::Select => {
                self.arity(args, 2)?;
                let (index, element) = self.array(args, 0)?;
                self.expect(args, 1, index)?;
                Ok(element)
            }
            Op::Store => {
                self.arity(args, 3)?;
                let (index, element) = self.array(args, 0)?;
                self.expect(args, 1, index)?;
                self.expect(args, 2, element)?;
                Ok(self.sort_of(args[0]))
            }
            Op::ConstArray(sort) => {
                self.arity(args, 1)?;
                let Sort::Array(_, element) = *self.sort(*sort) else {
                    return Err(SortError::Index("an array sort after `as const`".into()));
                };
                self.expect(args, 0, element)?;
                Ok(*sort)
            }
            Op::Bv(op) => self.bv_rank(*op, args),
            Op::Construct(c) => {
                let params: Vec<SortId> = self.constructor(*c).fields.iter().map(|f| f.sort).collect();
                self.expect_all(args, &params)?;
                Ok(self.intern_sort(Sort::Datatype(c.datatype)))
            }
            Op::Field(c, i) => {
                let sort = self.intern_sort(Sort::Datatype(c.datatype));
                self.expect_all(args, &[sort])?;
                let fields = &self.constructor(*c).fields;
                fields.get(*i as usize).map(|f| f.sort).ok_or(SortError::Index("a field of the constructor".into()))
            }
            Op::Is(c) => {
                let sort = self.intern_sort(Sort::Datatype(c.datatype));
                self.expect_all(args, &[sort]).map(|()| bool_)
            }
            Op::Forall(_) | Op::Exists(_) => self.expect_all(args, &[bool_]).map(|()| bool_),
        }
    }

    fn bv_rank(&mut self, op: BvOp, args: &[TermId]) -> Ranked {
        use BvOp::*;
        match op {
            Concat => {
                self.arity(args, 2)?;
                let (a, b) = (self.width(args, 0)?, self.width(args, 1)?);
                self.bit_vec_sum(a, b)
            }
            Extract(high, low) => {
                self.arity(args, 1)?;
                let width = self.width(args, 0)?;
                if high < low || high >= width {
                    return Err(SortError::Index(format!("{width} > high >= low")));
                }
                self.bit_vec(high - low + 1)
            }
            ZeroExtend(n) | SignExtend(n) => {
                self.arity(args, 1)?;
                let width = self.width(args, 0)?;
                self.bit_vec_sum(width, n)
            }
            RotateLeft(_) | RotateRight(_) | Not | Neg => {
                self.arity(args, 1)?;
                self.width(args, 0)?;
                Ok(self.sort_of(args[0]))
            }
            Repeat(n) => {
                self.arity(args, 1)?;
                let width = u64::from(self.width(args, 0)?) * u64::from(n);
                self.bit_vec(u32::try_from(width).unwrap_or(u32::MAX))
            }
            And | Or | Xor | Nand | Nor | Xnor | Add | Sub | Mul | Udiv | Urem | Sdiv | Srem | Smod | Shl | Lshr
            | Ashr => {
                self.arity(args, 2)?;
                self.width(args, 0)?;
                self.same(args)
            }
            Comp => {
                self.arity(args, 2)?;
                self.width(args, 0)?;
                self.same(args)?;
                self.bit_vec(1)
            }
            Ult | Ule | Ugt | Uge | Slt | Sle | Sgt | Sge => {
                self.arity(args, 2)?;
                self.width(args, 0)?;
                self.same(args).map(|_| SortId::BOOL)
            }
            FromInt(n) => {
                self.expect_all(args, &[SortId::INT])?;
                self.bit_vec(n)
            }
            ToNat | ToInt => {
                self.arity(args, 1)?;
                self.width(args, 0).map(|_| SortId::INT)
            }
        }
    }

    fn bit_vec(&mut self, width: u32) -> Ranked {
        // Z3 takes no wider ones either, and a bound keeps a hostile `(_ repeat 4000000000)` from eating the memory.
        const WIDEST: u32 = 1 << 24;
        if width == 0 || width > WIDEST {
            return Err(SortError::Index(format!("a width between 1 and {WIDEST}")));
        }
        Ok(self.intern_sort(Sort::BitVec(width)))
    }

    fn bit_vec_sum(&mut self, a: u32, b: u32) -> Ranked {
        self.bit_vec(a.saturating_add(b))
    }

    fn arity(&self, args: &[TermId], n: usize) -> Result<(), SortError> {
        if args.len() == n {
            return Ok(());
        }
        let wanted = match n {
            0 => "no arguments".to_string(),
            1 => "1 argument".to_string(),
            n => format!("{n} arguments"),
        };
        Err(SortError::Arity(wanted, args.len()))
    }

    fn at_least(&self, args: &[TermId], n: usize) -> Result<(), SortError> {
        if args.len() < n { Err(SortError::Arity(format!("at least {n} arguments"), args.len())) } else { Ok(()) }
    }

    fn expect(&self, args: &[TermId], i: usize, sort: SortId) -> Result<(), SortError> {
        if self.sort_of(args[i]) == sort {
            Ok(())
        } else {
            Err(SortError::Argument(i, format!("sort {}", self.display_sort(sort))))
        }
    }

    fn expect_each(&self, args: &[TermId], from: usize, sort: SortId) -> Result<(), SortError> {
        (from..args.len()).try_for_each(|i| self.expect(args, i, sort))
    }

    fn expect_all(&self, args: &[TermId], sorts: &[SortId]) -> Result<(), SortError> {
        self.arity(args, sorts.len())?;
        sorts.iter().enumerate().try_for_each(|(i, s)| self.expect(args, i, *s))
    }

    fn same(&self, args: &[TermId]) -> Ranked {
        let sort = self.sort_of(args[0]);
        self.expect_each(args, 1, sort)?;
        Ok(sort)
    }

    fn arithmetic(&self, args: &[TermId]) -> Ranked {
        let sort = self.sort_of(args[0]);
        if !sort.is_arithmetic() {
            return Err(SortError::Argument(0, "sort Int or Real".into()));
        }
        self.same(args)
    }

    fn array(&self, args: &[TermId], i: usize) -> Result<(SortId, SortId), SortError> {
        match *self.sort(self.sort_of(args[i])) {
            Sort::Array(index, element) => Ok((index, element)),
            _ => Err(SortError::Argument(i, "an array".into())),
        }
    }

    fn width(&self, args: &[TermId], i: usize) -> Result<u32, SortError> {
        match *self.sort(self.sort_of(args[i])) {
            Sort::BitVec(width) => Ok(width),
            _ => Err(SortError::Argument(i, "a bit-vector".into())),
        }
    }
}
