//! The operators of bit-vectors.

use super::{
    sort_text::bits,
    sorts::{Shape, Sort},
    term::{Head, Term},
    theory::{at_least, exactly},
    world::World,
};

/// Operators of one argument.
const UNARY: [&str; 2] = ["bvnot", "bvneg"];

/// Operators that are used with more than two arguments from the left, and do nothing to one.
const LEFT: [&str; 7] = ["bvand", "bvor", "bvxor", "bvxnor", "bvadd", "bvsub", "bvmul"];

/// Operators of two arguments.
const BINARY: [&str; 10] =
    ["bvnand", "bvnor", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr"];

/// Relations.
const RELATIONS: [&str; 8] = ["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"];

/// What Z3 calls the division that is defined for zero, as that of the standard is.
const DEFINED: [&str; 5] = ["bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"];

fn word(table: &[&'static str], name: &str) -> Option<&'static str> {
    table.iter().find(|word| **word == name).copied()
}

impl World {
    /// An operator of bit-vectors that the script does not declare, with arguments.
    pub fn bit_operator(&mut self, name: &str, args: &[Term]) -> Result<Term, String> {
        if name == "bvxnor" && args.len() == 1 {
            return self.bit_operator("bvnot", args);
        }
        let defined = name.strip_suffix("_i").and_then(|name| word(&DEFINED, name));
        if let Some(op) = word(&UNARY, name) {
            let (sort, _) = self.vectors(1, args)?;
            return self.terms.op(op, args, sort);
        }
        if let Some(op) = word(&BINARY, name).or(defined) {
            let (sort, _) = self.vectors(2, args)?;
            return self.terms.op(op, args, sort);
        }
        if let Some(op) = word(&RELATIONS, name) {
            self.vectors(2, args)?;
            return self.terms.op(op, args, Sort::BOOL);
        }
        if let Some(op) = word(&LEFT, name) {
            at_least(1, args)?;
            let (sort, _) = self.vectors(args.len(), args)?;
            return self.left(op, args, sort, sort);
        }
        match name {
            "concat" => self.concat(args),
            "bvcomp" => {
                self.vectors(2, args)?;
                let bit = self.terms.sorts.make(Shape::Bits(1))?;
                self.terms.op("bvcomp", args, bit)
            }
            "bit0" | "bit1" => {
                exactly(0, args)?;
                self.repeated(if name == "bit1" { '1' } else { '0' }, 1)
            }
            "ext_rotate_left" => self.rotate(["bvshl", "bvlshr"], args),
            "ext_rotate_right" => self.rotate(["bvlshr", "bvshl"], args),
            "bvredand" | "bvredor" => self.reduce(name == "bvredand", args),
            "ubv_to_int" | "bv2nat" | "bv2int" => {
                self.vectors(1, args)?;
                self.terms.op("ubv_to_int", args, Sort::INT)
            }
            "sbv_to_int" => {
                self.vectors(1, args)?;
                self.terms.op("sbv_to_int", args, Sort::INT)
            }
            _ => self.overflow(name, args),
        }
    }

    /// Checks that so many arguments are bit-vectors of one width; gives their sort and that width.
    fn vectors(&mut self, count: usize, args: &[Term]) -> Result<(Sort, u32), String> {
        exactly(count, args)?;
        let sort = self.terms.sort(args[0]);
        for arg in &args[1..] {
            self.fit(*arg, sort)?;
        }
        Ok((sort, self.width(args[0])?))
    }

    fn width(&self, term: Term) -> Result<u32, String> {
        match self.terms.shape(term) {
            Shape::Bits(width) => Ok(*width),
            _ => Err(format!("expected a bit-vector, found {}", self.show_sort(self.terms.sort(term)))),
        }
    }

    fn concat(&mut self, args: &[Term]) -> Result<Term, String> {
        at_least(1, args)?;
        let (mut all, mut width) = (args[0], self.width(args[0])?);
        for &arg in &args[1..] {
            width = bits(width.saturating_add(self.width(arg)?))?;
            let sort = self.terms.sorts.make(Shape::Bits(width))?;
            all = self.terms.op("concat", &[all, arg], sort)?;
        }
        Ok(all)
    }

    /// Whether all bits, or any bit, of a vector is one; as a bit.
    fn reduce(&mut self, all: bool, args: &[Term]) -> Result<Term, String> {
        let (_, width) = self.vectors(1, args)?;
        let bit = self.terms.sorts.make(Shape::Bits(1))?;
        let other = self.repeated(if all { '1' } else { '0' }, width)?;
        let equal = self.terms.op("bvcomp", &[args[0], other], bit)?;
        if all { Ok(equal) } else { self.terms.op("bvnot", &[equal], bit) }
    }

    fn repeated(&mut self, digit: char, width: u32) -> Result<Term, String> {
        let sort = self.terms.sorts.make(Shape::Bits(width))?;
        self.terms.literal(&format!("#b{}", digit.to_string().repeat(width as usize)), sort)
    }

    /// The least signed number.
    fn least(&mut self, width: u32) -> Result<Term, String> {
        let sort = self.terms.sorts.make(Shape::Bits(width))?;
        self.terms.literal(&format!("#b1{}", "0".repeat(width as usize - 1)), sort)
    }

    /// Whether the result of an operator is none of the numbers that the vectors can stand for.
    fn overflow(&mut self, name: &str, args: &[Term]) -> Result<Term, String> {
        match name {
            "bvnego" => {
                let (_, width) = self.vectors(1, args)?;
                let least = self.least(width)?;
                self.terms.op("=", &[args[0], least], Sort::BOOL)
            }
            "bvsdivo" => {
                let (_, width) = self.vectors(2, args)?;
                let (least, minus_one) = (self.least(width)?, self.repeated('1', width)?);
                let is_least = self.terms.op("=", &[args[0], least], Sort::BOOL)?;
                let is_minus_one = self.terms.op("=", &[args[1], minus_one], Sort::BOOL)?;
                self.terms.op("and", &[is_least, is_minus_one], Sort::BOOL)
            }
            "bvusubo" => {
                self.vectors(2, args)?;
                self.terms.op("bvult", args, Sort::BOOL)
            }
            "bvuaddo" => self.extended("bvadd", false, args),
            "bvsaddo" => self.extended("bvadd", true, args),
            "bvssubo" => self.extended("bvsub", true, args),
            "bvumulo" => self.extended("bvmul", false, args),
            "bvsmulo" => self.extended("bvmul", true, args),
            "bvumul_noovfl" => {
                let overflow = self.extended("bvmul", false, args)?;
                self.terms.op("not", &[overflow], Sort::BOOL)
            }
            "bvsmul_noovfl" => self.product_within("bvsle", "01", args),
            "bvsmul_noudfl" => self.product_within("bvsge", "10", args),
            _ => Err(format!("`{name}` is not known")),
        }
    }

    /// Whether the signed product is within a bound: the vector of one of the two bits in front and the other in all others.
    fn product_within(&mut self, relation: &'static str, bits_of_bound: &str, args: &[Term]) -> Result<Term, String> {
        let (_, width) = self.vectors(2, args)?;
        let wide = self.terms.sorts.make(Shape::Bits(bits(2 * width)?))?;
        let (sign, rest) = bits_of_bound.split_at(1);
        let bound = format!("#b{}{}", sign.repeat(width as usize + 1), rest.repeat(width as usize - 1));
        let bound = self.terms.literal(&bound, wide)?;
        let extend = Head::Indexed(format!("(_ sign_extend {width})").into());
        let (a, b) = (self.terms.app(extend.clone(), &args[..1], wide)?, self.terms.app(extend, &args[1..], wide)?);
        let product = self.terms.op("bvmul", &[a, b], wide)?;
        self.terms.op(relation, &[product, bound], Sort::BOOL)
    }

    /// Rotation of a vector by another: what leaves at one end by the first shift comes in at the other by the second.
    fn rotate(&mut self, shifts: [&'static str; 2], args: &[Term]) -> Result<Term, String> {
        let (sort, width) = self.vectors(2, args)?;
        let all = self.bit_literal(&width.to_string(), width)?;
        self.terms.sharing(args, |terms, args| {
            let places = terms.op("bvurem", &[args[1], all], sort)?;
            let rest = terms.op("bvsub", &[all, places], sort)?;
            let near = terms.op(shifts[0], &[args[0], places], sort)?;
            let far = terms.op(shifts[1], &[args[0], rest], sort)?;
            terms.op("bvor", &[near, far], sort)
        })
    }

    /// Whether an operator gives something else in twice as many bits.
    fn extended(&mut self, op: &'static str, signed: bool, args: &[Term]) -> Result<Term, String> {
        let (sort, width) = self.vectors(2, args)?;
        let wide = self.terms.sorts.make(Shape::Bits(bits(2 * width)?))?;
        let word = if signed { "sign_extend" } else { "zero_extend" };
        let extend = Head::Indexed(format!("(_ {word} {width})").into());
        self.terms.sharing(args, |terms, args| {
            let (a, b) = (terms.app(extend.clone(), &args[..1], wide)?, terms.app(extend.clone(), &args[1..], wide)?);
            let exact = terms.op(op, &[a, b], wide)?;
            let narrow = terms.op(op, args, sort)?;
            let narrow = terms.app(extend, &[narrow], wide)?;
            terms.op("distinct", &[exact, narrow], Sort::BOOL)
        })
    }

    /// An indexed operator of bit-vectors.
    pub fn indexed_bits(&mut self, name: &str, indices: &[u32], args: &[Term]) -> Result<Term, String> {
        exactly(1, args)?;
        let (name, width) = match (name, indices) {
            ("int_to_bv" | "int2bv" | "nat2bv", [width]) => {
                let sort = self.terms.sorts.make(Shape::Bits(bits(*width)?))?;
                let arg = self.number(args[0]).and_then(|arg| self.fit(arg, Sort::INT))?;
                return self.terms.app(Head::Indexed(format!("(_ int_to_bv {width})").into()), &[arg], sort);
            }
            ("extract", [high, low]) if low <= high && *high < self.width(args[0])? => ("extract", high - low + 1),
            ("zero_extend" | "sign_extend", [more]) => (name, self.width(args[0])?.saturating_add(*more)),
            ("rotate_left" | "rotate_right", [_]) => (name, self.width(args[0])?),
            ("repeat", [times]) => (name, self.width(args[0])?.saturating_mul(*times)),
            _ => return Err(format!("the indexed operator {name} does not fit")),
        };
        let sort = self.terms.sorts.make(Shape::Bits(bits(width)?))?;
        let indices: Vec<String> = indices.iter().map(ToString::to_string).collect();
        self.terms.app(Head::Indexed(format!("(_ {name} {})", indices.join(" ")).into()), args, sort)
    }

    /// `(_ bvN w)`: N modulo two to the power of w, bit for bit.
    pub fn bit_literal(&mut self, digits: &str, width: u32) -> Result<Term, String> {
        let width = bits(width)? as usize;
        let mut limbs = vec![0u32; width.div_ceil(32).min(digits.len() / 9 + 1)];
        for digit in digits.bytes() {
            let mut carry = u64::from(digit - b'0');
            for limb in &mut limbs {
                carry += u64::from(*limb) * 10;
                *limb = carry as u32;
                carry >>= 32;
            }
        }
        let bit = |i: usize| limbs.get(i / 32).is_some_and(|limb| limb >> (i % 32) & 1 == 1);
        let text: String = (0..width).rev().map(|i| if bit(i) { '1' } else { '0' }).collect();
        let sort = self.terms.sorts.make(Shape::Bits(width as u32))?;
        self.terms.literal(&format!("#b{text}"), sort)
    }
}
