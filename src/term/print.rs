//! Printing sorts and terms as SMT-LIB.

use super::{Sort, SortId, Terms};

impl Terms {
    /// A sort as SMT-LIB text.
    pub fn display_sort(&self, id: SortId) -> String {
        match self.sort(id) {
            Sort::Bool => "Bool".into(),
            Sort::Int => "Int".into(),
            Sort::Real => "Real".into(),
            Sort::BitVec(width) => format!("(_ BitVec {width})"),
            Sort::Array(index, element) => {
                format!("(Array {} {})", self.display_sort(*index), self.display_sort(*element))
            }
            Sort::Uninterpreted(name) => name.to_string(),
            Sort::Datatype(d) => self.datatype(*d).name.to_string(),
        }
    }
}
