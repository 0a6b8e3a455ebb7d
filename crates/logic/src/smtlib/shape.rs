//! Sorts of which a part is not known yet, and what one tells of another.

use super::{elaborate::Elaborator, error::Read, sorts::SortPattern};
use crate::term::{Sort, SortId};
use alphorn_sexpr::Sexpr;

impl Elaborator<'_> {
    /// A datatype applied to parameters, some of which may not be known.
    pub(super) fn applied(&mut self, s: Sexpr<'_>, decl: u32, params: Vec<SortPattern>) -> Read<SortPattern> {
        let shape = self.data(s, decl, params.into())?;
        shape.limit_size(s)?;
        Ok(shape)
    }

    /// The declared sort of a field, in which the parameters of its datatype stand.
    pub(super) fn field_pattern(&self, decl: u32, index: u32, field: u32) -> SortPattern {
        self.tables.datatypes.get(decl).constructors[index as usize].fields[field as usize].1.clone()
    }

    /// What the arguments of a constructor tell of the parameters of its datatype. A number says least, since it is
    /// converted where a number of the other sort is wanted.
    pub(super) fn parameters(
        &mut self,
        s: Sexpr<'_>,
        decl: u32,
        index: u32,
        args: &[SortPattern],
    ) -> Read<Vec<SortPattern>> {
        let mut params = vec![SortPattern::Hole; self.tables.datatypes.arity(decl)];
        let is_number = |shape: &SortPattern| shape.closed().is_some_and(SortId::is_arithmetic);
        let mut numbers: Vec<(SortPattern, &SortPattern)> = Vec::new();
        for (field, shape) in (0u32..).zip(args) {
            let pattern = self.field_pattern(decl, index, field);
            if matches!(pattern, SortPattern::Param(_)) && is_number(shape) {
                numbers.push((pattern, shape));
            } else {
                self.solve(s, &pattern, shape, &mut params)?;
            }
        }
        let is_open = |pattern: &SortPattern| matches!(pattern, SortPattern::Param(i) if matches!(params[*i as usize], SortPattern::Hole));
        numbers.retain(|(pattern, _)| is_open(pattern));
        for (pattern, shape) in numbers {
            self.solve(s, &pattern, shape, &mut params)?;
        }
        Ok(params)
    }

    /// Adds what the parameters must be for a pattern to be this sort. A pattern that cannot be says nothing: the mismatch
    /// is found when the term is made.
    pub(super) fn solve(
        &mut self,
        s: Sexpr<'_>,
        pattern: &SortPattern,
        shape: &SortPattern,
        params: &mut [SortPattern],
    ) -> Read<()> {
        match pattern {
            SortPattern::Param(i) => {
                let known = std::mem::replace(&mut params[*i as usize], SortPattern::Hole);
                params[*i as usize] = self.join(s, known, shape.clone())?;
            }
            SortPattern::Array(_) | SortPattern::Data(..) => {
                if let Some(parts) = self.parts_like(pattern, shape) {
                    for (pattern, part) in pattern.parts().iter().zip(&parts) {
                        self.solve(s, pattern, part, params)?;
                    }
                }
            }
            SortPattern::Closed(_) | SortPattern::Hole => {}
        }
        Ok(())
    }

    /// The parts of a sort that is made in the same way as a pattern.
    fn parts_like(&self, pattern: &SortPattern, shape: &SortPattern) -> Option<Vec<SortPattern>> {
        match (pattern, shape) {
            (SortPattern::Array(_), SortPattern::Array(parts)) => Some(parts.to_vec()),
            (SortPattern::Data(a, _), SortPattern::Data(b, parts)) if a == b => Some(parts.to_vec()),
            (SortPattern::Array(_), SortPattern::Closed(sort)) => match self.terms.sort(*sort) {
                Sort::Array(index, element) => Some([*index, *element].map(SortPattern::Closed).to_vec()),
                _ => None,
            },
            (SortPattern::Data(decl, _), SortPattern::Closed(sort)) => {
                let id = self.tables.datatypes.instance_of(*decl, self.terms.sort(*sort))?;
                Some(self.terms.datatype(id).params.iter().copied().map(SortPattern::Closed).collect())
            }
            _ => None,
        }
    }

    /// What is known of a sort that is known in two ways; where they differ, the first.
    pub(super) fn join(&mut self, s: Sexpr<'_>, a: SortPattern, b: SortPattern) -> Read<SortPattern> {
        match (&a, &b) {
            (SortPattern::Hole, _) => Ok(b),
            (SortPattern::Closed(sort), SortPattern::Closed(other)) => {
                // Among reals an integer is one.
                Ok(if (*sort, *other) == (SortId::INT, SortId::REAL) { b } else { a })
            }
            (SortPattern::Closed(_), _) | (_, SortPattern::Hole) => Ok(a),
            (_, SortPattern::Closed(sort)) => Ok(if self.has_shape(*sort, &a) { b } else { a }),
            (SortPattern::Data(decl, _), SortPattern::Data(other, _)) if decl == other => {
                let pairs: Vec<_> = a.parts().iter().cloned().zip(b.parts().iter().cloned()).collect();
                let parts = pairs.into_iter().map(|(a, b)| self.join(s, a, b)).collect::<Read<Vec<_>>>()?;
                self.applied(s, *decl, parts)
            }
            (SortPattern::Array(x), SortPattern::Array(y)) => {
                let index = self.join(s, x[0].clone(), y[0].clone())?;
                let element = self.join(s, x[1].clone(), y[1].clone())?;
                self.array(s, index, element)
            }
            _ => Ok(a),
        }
    }

    /// Whether a sort is what is known.
    pub(super) fn has_shape(&self, sort: SortId, shape: &SortPattern) -> bool {
        let mut todo = vec![(SortPattern::Closed(sort), shape)];
        while let Some((found, shape)) = todo.pop() {
            match shape {
                SortPattern::Hole | SortPattern::Param(_) => {}
                SortPattern::Closed(sort) if found.closed() == Some(*sort) => {}
                SortPattern::Array(_) | SortPattern::Data(..) => match self.parts_like(shape, &found) {
                    Some(parts) => todo.extend(parts.into_iter().zip(shape.parts())),
                    None => return false,
                },
                SortPattern::Closed(_) => return false,
            }
        }
        true
    }
}
