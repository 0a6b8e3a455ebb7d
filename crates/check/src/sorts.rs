//! Sorts, each kept once; a sort that the text does not tell yet is a hole, which is filled by comparing sorts.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sort(u32);

/// What a sort is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    Bool,
    Int,
    Real,
    /// A bit-vector of so many bits.
    Bits(u32),
    Array(Sort, Sort),
    /// A declared sort, by its number.
    Declared(u32),
    /// A datatype, by its number, with its arguments.
    Data(u32, Box<[Sort]>),
    /// A parameter of a datatype or an alias.
    Param(u32),
    /// Not told yet.
    Hole(u32),
}

/// Sorts that are nested deeper are refused: what walks over them may recurse.
const DEEPEST: u32 = 500;

#[derive(Clone, Copy)]
struct Facts {
    has_holes: bool,
    depth: u32,
}

pub(super) struct Sorts {
    shapes: IndexSet<Shape, FxBuildHasher>,
    facts: Vec<Facts>,
    holes: Vec<Option<Sort>>,
}

impl Sort {
    pub const BOOL: Sort = Sort(0);
    pub const INT: Sort = Sort(1);
    pub const REAL: Sort = Sort(2);
}

impl Sorts {
    pub fn new() -> Self {
        let mut sorts = Sorts { shapes: IndexSet::default(), facts: Vec::new(), holes: Vec::new() };
        for shape in [Shape::Bool, Shape::Int, Shape::Real] {
            sorts.shapes.insert(shape);
            sorts.facts.push(Facts { has_holes: false, depth: 0 });
        }
        sorts
    }

    /// The sort of a shape.
    pub fn make(&mut self, shape: Shape) -> Result<Sort, String> {
        if let Some(index) = self.shapes.get_index_of(&shape) {
            return Ok(Sort(index as u32));
        }
        let inner = |sorts: &Self, parts: &[Sort]| {
            let parts = || parts.iter().map(|part| sorts.facts[sorts.resolved(*part).0 as usize]);
            let depth = 1 + parts().map(|facts| facts.depth).max().unwrap_or(0);
            Facts { has_holes: parts().any(|facts| facts.has_holes), depth }
        };
        let facts = match &shape {
            Shape::Array(index, element) => inner(self, &[*index, *element]),
            Shape::Data(_, args) => inner(self, args),
            Shape::Hole(_) => Facts { has_holes: true, depth: 0 },
            _ => Facts { has_holes: false, depth: 0 },
        };
        if facts.depth > DEEPEST {
            return Err(format!("sorts may be nested {DEEPEST} deep at most"));
        }
        self.facts.push(facts);
        Ok(Sort(self.shapes.insert_full(shape).0 as u32))
    }

    /// A sort that is not told yet.
    pub fn hole(&mut self) -> Result<Sort, String> {
        self.holes.push(None);
        self.make(Shape::Hole(self.holes.len() as u32 - 1))
    }

    /// How many holes there were so far.
    pub fn holes(&self) -> usize {
        self.holes.len()
    }

    fn resolved(&self, mut sort: Sort) -> Sort {
        while let Shape::Hole(hole) = self.shapes[sort.0 as usize]
            && let Some(known) = self.holes[hole as usize]
        {
            sort = known;
        }
        sort
    }

    /// The shape of a sort, as far as it is known.
    pub fn shape(&self, sort: Sort) -> &Shape {
        &self.shapes[self.resolved(sort).0 as usize]
    }

    /// Makes two sorts the same by filling holes, if that is possible.
    pub fn unify(&mut self, a: Sort, b: Sort) -> bool {
        let mut budget = 10_000;
        self.unify_within(a, b, &mut budget, 0)
    }

    fn unify_within(&mut self, a: Sort, b: Sort, budget: &mut u32, depth: u32) -> bool {
        let (a, b) = (self.resolved(a), self.resolved(b));
        if a == b {
            return true;
        }
        let open = |sorts: &Self, sort: Sort| sorts.facts[sort.0 as usize].has_holes;
        if *budget == 0 || depth > 2 * DEEPEST || !(open(self, a) || open(self, b)) {
            return false;
        }
        *budget -= 1;
        match (self.shape(a).clone(), self.shape(b).clone()) {
            (Shape::Hole(hole), _) => self.fill_hole(hole, b, budget),
            (_, Shape::Hole(hole)) => self.fill_hole(hole, a, budget),
            (Shape::Array(i, e), Shape::Array(j, f)) => {
                self.unify_within(i, j, budget, depth + 1) && self.unify_within(e, f, budget, depth + 1)
            }
            (Shape::Data(d, xs), Shape::Data(e, ys)) if d == e => {
                xs.iter().zip(&ys).all(|(x, y)| self.unify_within(*x, *y, budget, depth + 1))
            }
            _ => false,
        }
    }

    fn fill_hole(&mut self, hole: u32, sort: Sort, budget: &mut u32) -> bool {
        let is_free = !self.mentions(sort, hole, budget, 0);
        if is_free {
            self.holes[hole as usize] = Some(sort);
        }
        is_free
    }

    /// Whether the hole is in the sort, or it is too large to tell.
    fn mentions(&self, sort: Sort, hole: u32, budget: &mut u32, depth: u32) -> bool {
        let sort = self.resolved(sort);
        if !self.facts[sort.0 as usize].has_holes {
            return false;
        }
        if *budget == 0 || depth > 2 * DEEPEST {
            return true;
        }
        *budget -= 1;
        match &self.shapes[sort.0 as usize] {
            Shape::Hole(other) => *other == hole,
            Shape::Array(index, element) => {
                [index, element].iter().any(|part| self.mentions(**part, hole, budget, depth + 1))
            }
            Shape::Data(_, args) => args.iter().any(|part| self.mentions(*part, hole, budget, depth + 1)),
            _ => false,
        }
    }

    /// The sort without holes, or an error if something is not told.
    pub fn closed(&mut self, sort: Sort) -> Result<Sort, String> {
        let mut budget = 100_000;
        self.closed_within(sort, &mut budget, 0)
    }

    fn closed_within(&mut self, sort: Sort, budget: &mut u32, depth: u32) -> Result<Sort, String> {
        let sort = self.resolved(sort);
        if !self.facts[sort.0 as usize].has_holes {
            return Ok(sort);
        }
        if *budget == 0 || depth > 2 * DEEPEST {
            return Err("a sort is too large".into());
        }
        *budget -= 1;
        match self.shapes[sort.0 as usize].clone() {
            Shape::Array(index, element) => {
                let index = self.closed_within(index, budget, depth + 1)?;
                let element = self.closed_within(element, budget, depth + 1)?;
                self.make(Shape::Array(index, element))
            }
            Shape::Data(data, args) => {
                let args: Result<Box<[Sort]>, String> =
                    args.iter().map(|arg| self.closed_within(*arg, budget, depth + 1)).collect();
                self.make(Shape::Data(data, args?))
            }
            _ => Err("nothing tells the sort of a constructor: write (as NAME SORT)".into()),
        }
    }

    /// Fills all holes after the first `from` for good.
    pub fn close_holes(&mut self, from: usize) -> Result<(), String> {
        for hole in from..self.holes.len() {
            let sort = self.make(Shape::Hole(hole as u32))?;
            self.holes[hole] = Some(self.closed(sort)?);
        }
        Ok(())
    }

    /// A sort with arguments in the place of its parameters.
    pub fn with(&mut self, pattern: Sort, args: &[Sort]) -> Result<Sort, String> {
        match self.shapes[pattern.0 as usize].clone() {
            Shape::Param(i) => Ok(args[i as usize]),
            Shape::Array(index, element) => {
                let (index, element) = (self.with(index, args)?, self.with(element, args)?);
                self.make(Shape::Array(index, element))
            }
            Shape::Data(data, parts) if !parts.is_empty() => {
                let parts: Result<Box<[Sort]>, String> = parts.iter().map(|part| self.with(*part, args)).collect();
                self.make(Shape::Data(data, parts?))
            }
            _ => Ok(pattern),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_by_comparing() {
        let mut sorts = Sorts::new();
        let hole = sorts.hole().unwrap();
        let open = sorts.make(Shape::Data(0, [hole].into())).unwrap();
        let ints = sorts.make(Shape::Data(0, [Sort::INT].into())).unwrap();
        assert!(sorts.closed(open).is_err());
        assert!(!sorts.unify(open, Sort::INT));
        assert!(!sorts.unify(hole, open));
        assert!(sorts.unify(open, ints));
        assert_eq!(sorts.closed(open), Ok(ints));
        let bools = sorts.make(Shape::Data(0, [Sort::BOOL].into())).unwrap();
        assert!(!sorts.unify(open, bools));
    }

    #[test]
    fn parameters_take_arguments_and_depth_is_limited() {
        let mut sorts = Sorts::new();
        let param = sorts.make(Shape::Param(0)).unwrap();
        let pattern = sorts.make(Shape::Array(Sort::INT, param)).unwrap();
        let filled = sorts.with(pattern, &[Sort::BOOL]).unwrap();
        assert_eq!(sorts.shape(filled), &Shape::Array(Sort::INT, Sort::BOOL));
        let mut sort = Sort::INT;
        let deep = (0..1000).try_for_each(|_| {
            sort = sorts.make(Shape::Array(Sort::INT, sort))?;
            Ok::<(), String>(())
        });
        assert!(deep.is_err());
    }
}
