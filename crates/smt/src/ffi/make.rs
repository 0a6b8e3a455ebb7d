//! Making sorts, declarations and terms.

use super::{Ast, Context, Decl, Error, Result, Sort, c_string};
use alphorn_logic::term::{BvOp, Op};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::ptr;
use z3_sys::*;

type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Ternary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Nary = unsafe extern "C" fn(Z3_context, u32, *const Z3_ast) -> Option<Z3_ast>;
type Indexed = unsafe extern "C" fn(Z3_context, u32, Z3_ast) -> Option<Z3_ast>;

/// Z3's function for an operator, by the arguments it takes.
enum Maker {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    Nary(Nary),
    Indexed(Indexed, u32),
    Extract(u32, u32),
    ToInt { signed: bool },
}

/// A constructor of a datatype that is about to be declared.
pub struct NewConstructor {
    /// Its name.
    pub name: String,
    /// The name and the sort of each field; a number is a datatype of the same group.
    pub fields: Vec<(String, std::result::Result<Sort, u32>)>,
}

impl Context {
    /// Bool.
    pub fn bool_sort(&self) -> Result<Sort> {
        // SAFETY: here and below the context is alive and every argument is an object of it, held by its handle.
        self.own(unsafe { Z3_mk_bool_sort(self.raw()) })
    }

    /// Int.
    pub fn int_sort(&self) -> Result<Sort> {
        self.own(unsafe { Z3_mk_int_sort(self.raw()) })
    }

    /// Real.
    pub fn real_sort(&self) -> Result<Sort> {
        self.own(unsafe { Z3_mk_real_sort(self.raw()) })
    }

    /// Bit-vectors.
    pub fn bv_sort(&self, width: u32) -> Result<Sort> {
        self.own(unsafe { Z3_mk_bv_sort(self.raw(), width) })
    }

    /// Arrays.
    pub fn array_sort(&self, index: &Sort, element: &Sort) -> Result<Sort> {
        self.owns(index);
        self.owns(element);
        self.own(unsafe { Z3_mk_array_sort(self.raw(), index.raw, element.raw) })
    }

    /// A sort of which nothing is known.
    pub fn uninterpreted_sort(&self, name: &str) -> Result<Sort> {
        let name = self.symbol(name)?;
        self.own(unsafe { Z3_mk_uninterpreted_sort(self.raw(), name) })
    }

    /// A datatype by its name, before it is declared: for fields that mention it inside another sort.
    pub fn forward_sort(&self, name: &str) -> Result<Sort> {
        let name = self.symbol(name)?;
        self.own(unsafe { Z3_mk_datatype_sort(self.raw(), name, 0, ptr::null()) })
    }

    /// Declares datatypes that may refer to each other.
    pub fn datatypes(&self, group: &[(String, Vec<NewConstructor>)]) -> Result<Vec<Sort>> {
        let names = group.iter().map(|(name, _)| self.symbol(name)).collect::<Result<Vec<_>>>()?;
        let mut parts = Constructors { context: self, constructors: Vec::new(), lists: Vec::new() };
        for (_, constructors) in group {
            parts.add(constructors)?;
        }
        let mut sorts: Vec<Option<Z3_sort>> = vec![None; group.len()];
        // SAFETY: three arrays of one length; Z3 fills `sorts`, whose entries have the layout of a pointer.
        unsafe {
            let (out, lists) = (sorts.as_mut_ptr().cast(), parts.lists.as_mut_ptr());
            Z3_mk_datatypes(self.raw(), group.len() as u32, names.as_ptr(), out, lists);
        }
        self.done()?;
        sorts.into_iter().map(|sort| self.own(sort)).collect()
    }

    /// Declares an uninterpreted function.
    pub fn function(&self, name: &str, domain: &[Sort], range: &Sort) -> Result<Decl> {
        let name = self.symbol(name)?;
        self.owns(range);
        let domain = self.raws(domain);
        self.own(unsafe { Z3_mk_func_decl(self.raw(), name, domain.len() as u32, domain.as_ptr(), range.raw) })
    }

    /// A Boolean constant that is no other's.
    pub fn fresh_bool(&self, prefix: &str) -> Result<Ast> {
        let sort = self.bool_sort()?;
        let prefix = c_string(prefix);
        self.own(unsafe { Z3_mk_fresh_const(self.raw(), prefix.as_ptr(), sort.raw) })
    }

    /// A declared function, constructor, tester or selector applied to arguments.
    pub fn apply_decl(&self, decl: &Decl, args: &[Ast]) -> Result<Ast> {
        self.owns(decl);
        let args = self.raws(args);
        self.own(unsafe { Z3_mk_app(self.raw(), decl.raw, args.len() as u32, args.as_ptr()) })
    }

    /// `true` or `false`.
    pub fn bool(&self, value: bool) -> Result<Ast> {
        self.own(unsafe { if value { Z3_mk_true(self.raw()) } else { Z3_mk_false(self.raw()) } })
    }

    /// An integer.
    pub fn int(&self, value: &IBig) -> Result<Ast> {
        let sort = self.int_sort()?;
        match i64::try_from(value) {
            Ok(small) => self.own(unsafe { Z3_mk_int64(self.raw(), small, sort.raw) }),
            Err(_) => self.numeral(&value.to_string(), &sort),
        }
    }

    /// A rational.
    pub fn real(&self, value: &RBig) -> Result<Ast> {
        self.numeral(&format!("{}/{}", value.numerator(), value.denominator()), &self.real_sort()?)
    }

    /// A bit-vector.
    pub fn bit_vec(&self, width: u32, value: &UBig) -> Result<Ast> {
        let sort = self.bv_sort(width)?;
        match u64::try_from(value) {
            Ok(small) => self.own(unsafe { Z3_mk_unsigned_int64(self.raw(), small, sort.raw) }),
            Err(_) => self.numeral(&value.to_string(), &sort),
        }
    }

    fn numeral(&self, digits: &str, sort: &Sort) -> Result<Ast> {
        let digits = c_string(digits);
        self.own(unsafe { Z3_mk_numeral(self.raw(), digits.as_ptr(), sort.raw) })
    }

    /// The array that is `value` everywhere.
    pub fn const_array(&self, index: &Sort, value: &Ast) -> Result<Ast> {
        self.owns(index);
        self.owns(value);
        self.own(unsafe { Z3_mk_const_array(self.raw(), index.raw, value.raw) })
    }

    /// A quantifier over constants.
    pub fn quantifier(&self, forall: bool, bound: &[Ast], body: &Ast) -> Result<Ast> {
        self.owns(body);
        let bound = self.applications(bound)?;
        let (c, n) = (self.raw(), bound.len() as u32);
        // SAFETY: as above; the null pattern array has length 0.
        self.own(unsafe { Z3_mk_quantifier_const(c, forall, 0, n, bound.as_ptr(), 0, ptr::null(), body.raw) })
    }

    /// The array that maps each value of a constant to that of the body.
    #[cfg(test)]
    pub fn lambda(&self, bound: &[Ast], body: &Ast) -> Result<Ast> {
        let bound = self.applications(bound)?;
        self.own(unsafe { Z3_mk_lambda_const(self.raw(), bound.len() as u32, bound.as_ptr(), body.raw) })
    }

    /// The array that is the graph of a function.
    #[cfg(test)]
    pub fn as_array(&self, function: &Decl) -> Result<Ast> {
        self.own(unsafe { Z3_mk_as_array(self.raw(), function.raw) })
    }

    /// Constants as the applications that they are.
    pub(super) fn applications(&self, constants: &[Ast]) -> Result<Vec<Z3_app>> {
        // A cast is what `Z3_to_app` does once it has checked that the term is an application.
        let app = |a: &Ast| if a.is_app() { Ok(a.raw.cast()) } else { Err(Error("not a constant".into())) };
        constants.iter().inspect(|a| self.owns(a)).map(app).collect()
    }

    /// An operator that needs no declaration, applied to arguments of the right number.
    pub fn apply(&self, op: &Op, args: &[Ast]) -> Result<Ast> {
        match (op, args) {
            (Op::And | Op::Or, []) => return self.bool(*op == Op::And),
            (Op::And | Op::Or, [only]) => return Ok(only.clone()),
            (Op::Divisible(n), [number]) => {
                let remainder = self.apply(&Op::Mod, &[number.clone(), self.int(&n.clone().into())?])?;
                return self.apply(&Op::Eq, &[remainder, self.int(&IBig::ZERO)?]);
            }
            (Op::Bv(BvOp::Comp), [_, _]) => {
                let (one, zero) = (self.bit_vec(1, &UBig::ONE)?, self.bit_vec(1, &UBig::ZERO)?);
                return self.apply(&Op::Ite, &[self.apply(&Op::Eq, args)?, one, zero]);
            }
            _ => {}
        }
        let (c, raw) = (self.raw(), self.raws(args));
        // SAFETY: as above; each function is Z3's maker for terms and gets the number of arguments it takes.
        let made = unsafe {
            match (maker(op), raw.as_slice()) {
                (Some(Maker::Unary(f)), [a]) => f(c, *a),
                (Some(Maker::Binary(f)), [a, b]) => f(c, *a, *b),
                (Some(Maker::Ternary(f)), [x, y, z]) => f(c, *x, *y, *z),
                (Some(Maker::Nary(f)), [_, ..]) => f(c, raw.len() as u32, raw.as_ptr()),
                (Some(Maker::Indexed(f, index)), [a]) => f(c, index, *a),
                (Some(Maker::Extract(high, low)), [a]) => Z3_mk_extract(c, high, low, *a),
                (Some(Maker::ToInt { signed }), [a]) => Z3_mk_bv2int(c, *a, signed),
                _ => return Err(Error(format!("no such Z3 operator: {op:?} of {} arguments", raw.len()))),
            }
        };
        self.own(made)
    }
}

fn maker(op: &Op) -> Option<Maker> {
    use Maker::*;
    Some(match op {
        Op::Not => Unary(Z3_mk_not),
        Op::And => Nary(Z3_mk_and),
        Op::Or => Nary(Z3_mk_or),
        Op::Implies => Binary(Z3_mk_implies),
        Op::Xor => Binary(Z3_mk_xor),
        Op::Eq => Binary(Z3_mk_eq),
        Op::Distinct => Nary(Z3_mk_distinct),
        Op::Neg => Unary(Z3_mk_unary_minus),
        Op::Add => Nary(Z3_mk_add),
        Op::Sub => Nary(Z3_mk_sub),
        Op::Mul => Nary(Z3_mk_mul),
        Op::Divide | Op::IntDiv => Binary(Z3_mk_div),
        Op::Mod => Binary(Z3_mk_mod),
        Op::Abs => Unary(Z3_mk_abs),
        Op::Le => Binary(Z3_mk_le),
        Op::Lt => Binary(Z3_mk_lt),
        Op::Ge => Binary(Z3_mk_ge),
        Op::Gt => Binary(Z3_mk_gt),
        Op::ToReal => Unary(Z3_mk_int2real),
        Op::ToInt => Unary(Z3_mk_real2int),
        Op::IsInt => Unary(Z3_mk_is_int),
        Op::Ite => Ternary(Z3_mk_ite),
        Op::Select => Binary(Z3_mk_select),
        Op::Store => Ternary(Z3_mk_store),
        Op::Bv(op) => return bv_maker(*op),
        _ => return None,
    })
}

fn bv_maker(op: BvOp) -> Option<Maker> {
    use Maker::*;
    Some(match op {
        BvOp::Concat => Binary(Z3_mk_concat),
        BvOp::ZeroExtend(n) => Indexed(Z3_mk_zero_ext, n),
        BvOp::SignExtend(n) => Indexed(Z3_mk_sign_ext, n),
        BvOp::RotateLeft(n) => Indexed(Z3_mk_rotate_left, n),
        BvOp::RotateRight(n) => Indexed(Z3_mk_rotate_right, n),
        BvOp::Repeat(n) => Indexed(Z3_mk_repeat, n),
        BvOp::FromInt(n) => Indexed(Z3_mk_int2bv, n),
        BvOp::Not => Unary(Z3_mk_bvnot),
        BvOp::Neg => Unary(Z3_mk_bvneg),
        BvOp::And => Binary(Z3_mk_bvand),
        BvOp::Or => Binary(Z3_mk_bvor),
        BvOp::Xor => Binary(Z3_mk_bvxor),
        BvOp::Nand => Binary(Z3_mk_bvnand),
        BvOp::Nor => Binary(Z3_mk_bvnor),
        BvOp::Xnor => Binary(Z3_mk_bvxnor),
        BvOp::Add => Binary(Z3_mk_bvadd),
        BvOp::Sub => Binary(Z3_mk_bvsub),
        BvOp::Mul => Binary(Z3_mk_bvmul),
        BvOp::Udiv => Binary(Z3_mk_bvudiv),
        BvOp::Urem => Binary(Z3_mk_bvurem),
        BvOp::Sdiv => Binary(Z3_mk_bvsdiv),
        BvOp::Srem => Binary(Z3_mk_bvsrem),
        BvOp::Smod => Binary(Z3_mk_bvsmod),
        BvOp::Shl => Binary(Z3_mk_bvshl),
        BvOp::Lshr => Binary(Z3_mk_bvlshr),
        BvOp::Ashr => Binary(Z3_mk_bvashr),
        BvOp::Ult => Binary(Z3_mk_bvult),
        BvOp::Ule => Binary(Z3_mk_bvule),
        BvOp::Ugt => Binary(Z3_mk_bvugt),
        BvOp::Uge => Binary(Z3_mk_bvuge),
        BvOp::Slt => Binary(Z3_mk_bvslt),
        BvOp::Sle => Binary(Z3_mk_bvsle),
        BvOp::Sgt => Binary(Z3_mk_bvsgt),
        BvOp::Sge => Binary(Z3_mk_bvsge),
        BvOp::Extract(high, low) => Extract(high, low),
        BvOp::ToNat => ToInt { signed: false },
        BvOp::ToInt => ToInt { signed: true },
        BvOp::Comp => return None,
    })
}

/// Constructors and lists of them on their way into `Z3_mk_datatypes`; Z3 wants them deleted afterwards.
struct Constructors<'a> {
    context: &'a Context,
    constructors: Vec<Z3_constructor>,
    lists: Vec<Z3_constructor_list>,
}

impl Constructors<'_> {
    fn add(&mut self, constructors: &[NewConstructor]) -> Result<()> {
        let c = self.context;
        let first = self.constructors.len();
        for new in constructors {
            let (name, tester) = (c.symbol(&new.name)?, c.symbol(&format!("is-{}", new.name))?);
            let names = new.fields.iter().map(|(name, _)| c.symbol(name)).collect::<Result<Vec<_>>>()?;
            let sorts: Vec<_> = new.fields.iter().map(|(_, sort)| sort.as_ref().ok().map(|s| s.raw)).collect();
            let mut group: Vec<u32> = new.fields.iter().map(|(_, sort)| *sort.as_ref().err().unwrap_or(&0)).collect();
            let n = new.fields.len() as u32;
            // SAFETY: three arrays of length `n`, and `None` is the null sort that stands for a datatype of the group.
            let made = unsafe {
                Z3_mk_constructor(c.raw(), name, tester, n, names.as_ptr(), sorts.as_ptr(), group.as_mut_ptr())
            };
            self.constructors.push(made.ok_or_else(|| c.error())?);
        }
        let list = &self.constructors[first..];
        // SAFETY: the pointers are live constructors of this context.
        let list = unsafe { Z3_mk_constructor_list(c.raw(), list.len() as u32, list.as_ptr()) };
        self.lists.push(list.ok_or_else(|| c.error())?);
        Ok(())
    }
}

impl Drop for Constructors<'_> {
    fn drop(&mut self) {
        // SAFETY: each is deleted once and not used again.
        unsafe {
            self.lists.drain(..).for_each(|list| Z3_del_constructor_list(self.context.raw(), list));
            self.constructors.drain(..).for_each(|c| Z3_del_constructor(self.context.raw(), c));
        }
    }
}
