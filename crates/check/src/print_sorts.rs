//! Writes sorts, and declares the datatypes among them.
//!
//! Every instance of a datatype with parameters is a datatype of its own, so that no constructor, selector or tester has two
//! meanings: solvers differ in how they tell them apart.

use super::{
    print::{ConstructorNames, DataNames, Printer},
    sorts::{Shape, Sort},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// More instances of datatypes than any script has: a datatype of its own instances has no end of them.
const MOST_INSTANCES: usize = 1000;

/// More text than any sort needs.
const LONGEST: usize = 1 << 16;

impl Printer<'_> {
    /// The text of a sort; the pieces that declare it are used.
    pub fn sort(&mut self, sort: Sort, uses: &mut Vec<usize>) -> Result<Rc<str>, String> {
        let sort = self.world.terms.sorts.closed(sort)?;
        if let Some((text, pieces)) = self.sorts.get(&sort) {
            uses.extend(pieces);
            return Ok(text.clone());
        }
        let mut pieces = Vec::new();
        let text: Rc<str> = match self.world.terms.sorts.shape(sort).clone() {
            Shape::Bool => "Bool".into(),
            Shape::Int => "Int".into(),
            Shape::Real => "Real".into(),
            Shape::Bits(width) => format!("(_ BitVec {width})").into(),
            Shape::Array(index, element) => {
                let (index, element) = (self.sort(index, &mut pieces)?, self.sort(element, &mut pieces)?);
                if index.len() + element.len() > LONGEST {
                    return Err("a sort is too large".into());
                }
                format!("(Array {index} {element})").into()
            }
            Shape::Declared(number) => {
                let name = self.world.names.sorts[number as usize].clone();
                let name = self.name(&name);
                pieces.push(self.piece(format!("(declare-sort {name} 0)\n"), Vec::new()));
                name
            }
            Shape::Data(..) => {
                self.declare_instances(sort)?;
                let (text, pieces) = self.sorts[&sort].clone();
                uses.extend(pieces);
                return Ok(text);
            }
            Shape::Param(_) | Shape::Hole(_) => return Err("a sort that is not told".into()),
        };
        uses.extend(&pieces);
        self.sorts.insert(sort, (text.clone(), pieces));
        Ok(text)
    }

    /// The sorts of the fields of an instance of a datatype, by constructor.
    fn field_sorts(&mut self, sort: Sort) -> Result<Vec<Vec<Sort>>, String> {
        let Shape::Data(number, args) = self.world.terms.sorts.shape(sort).clone() else { return Ok(Vec::new()) };
        let constructors = self.world.names.datatypes[number as usize].constructors.clone();
        let fill = |this: &mut Self, field: Sort| this.world.terms.sorts.with(field, &args);
        constructors.iter().map(|c| c.fields.iter().map(|(_, field)| fill(self, *field)).collect()).collect()
    }

    /// The instances of datatypes in a sort.
    fn instances_in(&self, sort: Sort, found: &mut Vec<Sort>) {
        match self.world.terms.sorts.shape(sort) {
            Shape::Data(..) => found.push(sort),
            Shape::Array(index, element) => {
                self.instances_in(*index, found);
                self.instances_in(*element, found);
            }
            _ => {}
        }
    }

    /// Declares an instance of a datatype with all that it is made of, those that are made of each other together.
    fn declare_instances(&mut self, root: Sort) -> Result<(), String> {
        let (mut all, mut below) = (vec![root], FxHashMap::default());
        let mut at = 0;
        while at < all.len() {
            let sort = all[at];
            at += 1;
            let mut parts = Vec::new();
            for field in self.field_sorts(sort)?.into_iter().flatten() {
                self.instances_in(field, &mut parts);
            }
            parts.retain(|part| !self.data.contains_key(part));
            for part in &parts {
                if !all.contains(part) {
                    all.push(*part);
                }
            }
            below.insert(sort, parts);
            if all.len() > MOST_INSTANCES {
                return Err("a datatype has too many instances".into());
            }
        }
        let reach: FxHashMap<Sort, FxHashSet<Sort>> =
            all.iter().map(|sort| (*sort, reachable(*sort, &below))).collect();
        let mut open = all;
        while let Some(&first) = open.first() {
            let group: Vec<Sort> = open
                .iter()
                .copied()
                .filter(|sort| *sort == first || (reach[&first].contains(sort) && reach[sort].contains(&first)))
                .collect();
            open.retain(|sort| !group.contains(sort));
            self.announce(&group)?;
        }
        // The text of a field may mention any of them: all have names by now.
        let mut pieces: Vec<usize> = reach.keys().map(|sort| self.data[sort].piece).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let sorts: Vec<Sort> = reach.keys().copied().collect();
        for piece in pieces {
            let mut group: Vec<Sort> = sorts.iter().copied().filter(|sort| self.data[sort].piece == piece).collect();
            group.sort_unstable_by_key(|sort| self.sorts[sort].0.clone());
            self.write_group(piece, &group)?;
        }
        Ok(())
    }

    /// Gives names to datatypes that are declared together.
    fn announce(&mut self, group: &[Sort]) -> Result<(), String> {
        let piece = self.piece(String::new(), Vec::new());
        for sort in group {
            let Shape::Data(number, _) = *self.world.terms.sorts.shape(*sort) else { continue };
            let declaration = self.world.names.datatypes[number as usize].clone();
            let name = self.name(&declaration.name);
            let constructors = declaration.constructors.iter().map(|constructor| {
                let name = self.name(&constructor.name);
                let fields = constructor.fields.iter().map(|(selector, _)| self.name(selector)).collect();
                ConstructorNames { name, fields }
            });
            let constructors = constructors.collect();
            self.data.insert(*sort, DataNames { constructors, piece });
            self.sorts.insert(*sort, (name, vec![piece]));
        }
        Ok(())
    }

    fn write_group(&mut self, piece: usize, group: &[Sort]) -> Result<(), String> {
        let (mut names, mut bodies, mut uses) = (String::new(), String::new(), Vec::new());
        for sort in group {
            names += &format!("({} 0)", self.sorts[sort].0);
            bodies.push('(');
            let constructors = self.data[sort].constructors.clone();
            for (names, fields) in constructors.iter().zip(self.field_sorts(*sort)?) {
                bodies += &format!("({}", names.name);
                for (selector, field) in names.fields.iter().zip(fields) {
                    bodies += &format!(" ({selector} {})", self.sort(field, &mut uses)?);
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        uses.sort_unstable();
        uses.dedup();
        uses.retain(|other| *other != piece);
        self.pieces[piece].text = format!("(declare-datatypes ({names}) ({bodies}))\n");
        self.pieces[piece].uses = uses;
        Ok(())
    }
}

/// What can be reached in at least one step.
fn reachable(sort: Sort, below: &FxHashMap<Sort, Vec<Sort>>) -> FxHashSet<Sort> {
    let (mut reached, mut open) = (FxHashSet::default(), vec![sort]);
    while let Some(next) = open.pop() {
        open.extend(below.get(&next).into_iter().flatten().filter(|part| reached.insert(**part)));
    }
    reached
}
