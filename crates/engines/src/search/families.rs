//! Families: lemmas of one predicate that are equal but for their numerals. A family that grows is a sign that its members
//! say one by one what one lemma should say.

use alphorn_logic::{
    horn::PredId,
    term::{Linear, Op, Relation, TermId, Terms, VarId},
};
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a literal says but for its numeral; literals without one stand for themselves.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Shape {
    positive: bool,
    relation: Option<Relation>,
    term: TermId,
}

/// All families seen.
#[derive(Clone, Debug, Default)]
pub struct Families {
    /// For each predicate and shape of a cube the numerals of its members.
    members: FxHashMap<(PredId, Vec<Shape>), Vec<Vec<RBig>>>,
}

impl Families {
    /// Notes the cube that a lemma excludes. Gives the variables whose bounds set it apart from at least `least` earlier
    /// members of its family; none if there are not as many.
    pub fn note(&mut self, terms: &mut Terms, pred: PredId, cube: &[TermId], least: usize) -> Vec<VarId> {
        let mut parts: Vec<(Shape, RBig, TermId)> = Vec::new();
        for &literal in cube {
            let (shape, numeral) = shape(terms, literal);
            parts.push((shape, numeral, literal));
        }
        parts.sort();
        let shapes: Vec<Shape> = parts.iter().map(|(shape, ..)| shape.clone()).collect();
        let numerals: Vec<RBig> = parts.iter().map(|(_, numeral, _)| numeral.clone()).collect();
        let members = self.members.entry((pred, shapes)).or_default();
        let others: Vec<&Vec<RBig>> = members.iter().filter(|other| **other != numerals).collect();
        let mut holes: Vec<VarId> = Vec::new();
        if others.len() >= least {
            let mut seen = FxHashSet::default();
            for (i, (_, numeral, literal)) in parts.iter().enumerate() {
                if others.iter().any(|other| other[i] != *numeral) {
                    holes.extend(terms.free_vars([*literal]).into_iter().filter(|v| seen.insert(*v)));
                }
            }
        }
        if !members.contains(&numerals) {
            members.push(numerals);
        }
        holes
    }
}

fn shape(terms: &mut Terms, literal: TermId) -> (Shape, RBig) {
    let positive = *terms.op(literal) != Op::Not;
    let atom = if positive { literal } else { terms.args(literal)[0] };
    let Some((mut sum, relation)) = Linear::of_atom(terms, atom) else {
        return (Shape { positive, relation: None, term: atom }, RBig::ZERO);
    };
    let numeral = sum.constant().clone();
    sum.add_constant(&-numeral.clone());
    (Shape { positive, relation: Some(relation), term: sum.to_term(terms) }, numeral)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::SortId;

    #[test]
    fn what_varies_in_a_family_is_found() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_var(name, SortId::INT));
        let [tx, ty] = [x, y].map(|v| terms.var_term(v));
        let mut families = Families::default();
        let mut note = |terms: &mut Terms, a: i32, b: i32| {
            let (a, b) = (terms.int(a), terms.int(b));
            let cube = [terms.le(tx, a), terms.eq(ty, b)];
            families.note(terms, PredId(0), &cube, 2)
        };
        assert_eq!(note(&mut terms, 1, 5), []);
        assert_eq!(note(&mut terms, 2, 5), []);
        assert_eq!(note(&mut terms, 1, 5), [], "a member that is known does not count again");
        assert_eq!(note(&mut terms, 3, 5), [x]);
        assert_eq!(note(&mut terms, 3, 6), [x, y]);
    }
}
