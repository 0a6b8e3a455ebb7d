//! Z3's operators and ours.

use super::ffi::Decl;
use alphorn_logic::term::{BvOp, Op};
use z3_sys::DeclKind as Z;

/// Our operator for one of Z3's; `None` for declared symbols and for what our terms cannot express.
pub fn operator(kind: Z, decl: &Decl) -> Option<Op> {
    Some(match kind {
        Z::True => Op::True,
        Z::False => Op::False,
        Z::Eq | Z::Iff => Op::Eq,
        Z::Distinct => Op::Distinct,
        Z::Ite => Op::Ite,
        Z::And => Op::And,
        Z::Or => Op::Or,
        Z::Xor => Op::Xor,
        Z::Not => Op::Not,
        Z::Implies => Op::Implies,
        Z::Le => Op::Le,
        Z::Ge => Op::Ge,
        Z::Lt => Op::Lt,
        Z::Gt => Op::Gt,
        Z::Add => Op::Add,
        Z::Sub => Op::Sub,
        Z::Uminus => Op::Neg,
        Z::Mul => Op::Mul,
        Z::Div => Op::Divide,
        Z::Idiv => Op::IntDiv,
        Z::Mod => Op::Mod,
        Z::Abs => Op::Abs,
        Z::ToReal => Op::ToReal,
        Z::ToInt => Op::ToInt,
        Z::IsInt => Op::IsInt,
        Z::Store => Op::Store,
        Z::Select => Op::Select,
        _ => Op::Bv(bv_operator(kind, decl)?),
    })
}

fn bv_operator(kind: Z, decl: &Decl) -> Option<BvOp> {
    Some(match kind {
        Z::Concat => BvOp::Concat,
        Z::Extract => BvOp::Extract(decl.index(0)?, decl.index(1)?),
        Z::ZeroExt => BvOp::ZeroExtend(decl.index(0)?),
        Z::SignExt => BvOp::SignExtend(decl.index(0)?),
        Z::RotateLeft => BvOp::RotateLeft(decl.index(0)?),
        Z::RotateRight => BvOp::RotateRight(decl.index(0)?),
        Z::Repeat => BvOp::Repeat(decl.index(0)?),
        Z::Int2bv => BvOp::FromInt(decl.index(0)?),
        Z::Bv2int => BvOp::ToNat,
        Z::Sbv2int => BvOp::ToInt,
        Z::Bnot => BvOp::Not,
        Z::Bneg => BvOp::Neg,
        Z::Band => BvOp::And,
        Z::Bor => BvOp::Or,
        Z::Bxor => BvOp::Xor,
        Z::Bnand => BvOp::Nand,
        Z::Bnor => BvOp::Nor,
        Z::Bxnor => BvOp::Xnor,
        Z::Badd => BvOp::Add,
        Z::Bsub => BvOp::Sub,
        Z::Bmul => BvOp::Mul,
        // The second of each pair is what Z3 makes of the first once it has split off division by zero.
        Z::Budiv | Z::BudivI => BvOp::Udiv,
        Z::Burem | Z::BuremI => BvOp::Urem,
        Z::Bsdiv | Z::BsdivI => BvOp::Sdiv,
        Z::Bsrem | Z::BsremI => BvOp::Srem,
        Z::Bsmod | Z::BsmodI => BvOp::Smod,
        Z::Bshl => BvOp::Shl,
        Z::Blshr => BvOp::Lshr,
        Z::Bashr => BvOp::Ashr,
        Z::Bcomp => BvOp::Comp,
        Z::Ult => BvOp::Ult,
        Z::Uleq => BvOp::Ule,
        Z::Ugt => BvOp::Ugt,
        Z::Ugeq => BvOp::Uge,
        Z::Slt => BvOp::Slt,
        Z::Sleq => BvOp::Sle,
        Z::Sgt => BvOp::Sgt,
        Z::Sgeq => BvOp::Sge,
        _ => return None,
    })
}
