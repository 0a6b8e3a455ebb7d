//! The annotation as a set of lemmas, each with the levels at which it holds.

use super::Params;
use alphorn_logic::{
    horn::{PredId, Problem},
    term::{TermId, Terms, VarId},
};

/// The level of a lemma that holds at all levels.
pub const FOREVER: u32 = u32::MAX;

/// A lemma of the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LemmaId(pub u32);

/// A fact about a predicate.
#[derive(Clone, Copy, Debug)]
pub struct Lemma {
    /// The predicate.
    pub pred: PredId,
    /// Mostly a clause, over the predicate's parameters.
    pub clause: TermId,
    /// It holds at this level and below.
    pub level: u32,
}

/// All lemmas. They are only ever added and pushed to higher levels, so an annotation only gets stronger.
#[derive(Clone, Debug)]
pub struct Lemmas {
    params: Params,
    all: Vec<Lemma>,
    by_pred: Vec<Vec<LemmaId>>,
}

impl Lemmas {
    /// No lemmas: everything is annotated with *true*.
    pub fn new(terms: &mut Terms, problem: &Problem) -> Self {
        let params = Params::new(terms, problem);
        Lemmas { by_pred: vec![Vec::new(); problem.predicates.len()], params, all: Vec::new() }
    }

    /// The parameters over which lemmas of a predicate speak.
    pub fn params(&self, pred: PredId) -> &[VarId] {
        self.params.of(pred)
    }

    /// A lemma.
    pub fn get(&self, id: LemmaId) -> Lemma {
        self.all[id.0 as usize]
    }

    /// All lemmas.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = LemmaId> + use<> {
        (0..self.all.len() as u32).map(LemmaId)
    }

    /// The lemmas of a predicate.
    pub fn of(&self, pred: PredId) -> impl Iterator<Item = LemmaId> {
        self.by_pred[pred.index()].iter().copied()
    }

    /// The lemmas that hold of a predicate at a level.
    pub fn at(&self, pred: PredId, level: u32) -> impl Iterator<Item = Lemma> {
        self.by_pred[pred.index()].iter().map(|id| self.get(*id)).filter(move |lemma| lemma.level >= level)
    }

    /// Adds a lemma; `None` if it is known at that level already.
    pub fn add(&mut self, lemma: Lemma) -> Option<LemmaId> {
        let known = self.by_pred[lemma.pred.index()].iter().copied().find(|id| self.get(*id).clause == lemma.clause);
        if let Some(id) = known {
            return (self.get(id).level < lemma.level).then(|| {
                self.raise(id, lemma.level);
                id
            });
        }
        let id = LemmaId(self.all.len() as u32);
        self.all.push(lemma);
        self.by_pred[lemma.pred.index()].push(id);
        Some(id)
    }

    /// Moves a lemma to a higher level.
    pub fn raise(&mut self, id: LemmaId, level: u32) {
        let lemma = &mut self.all[id.0 as usize];
        lemma.level = lemma.level.max(level);
    }
}
