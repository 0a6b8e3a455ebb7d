//! Preprocessing that can be undone: each pass makes a smaller problem, and carries solutions and derivations back.
//!
//! | pass | what goes |
//! | --- | --- |
//! | `reachable` | predicates that no fact reaches |
//! | `needed` | predicates that no goal needs |
//! | `simplify` | variables that equations define, decided conditions, rules that derive nothing new |
//! | `unhoist` | arguments of loops that were computed before them: the loop computes them; only if asked for |
//! | `ite` | choices between numbers: they become disjunctions; only if asked for |
//! | `known` | arguments that are a constant or a copy of another in every fact |
//! | `affine` | arguments that are an affine function of the others in every fact |
//! | `irrelevant` | arguments on which nothing depends but what holds anyway |
//! | `computed` | arguments that are any other function of the others in every fact |
//! | `late` | arguments that rules choose freely: who uses a fact chooses them |
//! | `split` | arguments that are a value in every rule: each value gets a predicate of its own |
//! | `merge` | rules with the same head and premises: they become one with a disjunction |
//! | `inline` | predicates whose rules can be put in place of them |
//! | `goals` | arguments that only goals look at: they look at the step before |
//! | `viable` | Boolean arguments: facts with the value that leads to no goal are not derived, and `known` takes the other away |
//! | `cases` | nothing, but each case that the rules of a predicate distinguish gets a predicate of its own; only if asked for, once |
//! | `reverse` | nothing, but a linear problem is turned around; only if asked for, once, and last |
//!
//! A derivation goes back by the ancestors of each rule (`ancestry.rs`): an instance of the new rule becomes instances of the
//! old rules it was made of, with values chosen for what a pass did not keep. A solution goes back by putting in what was
//! taken away: a constant, an equation, or for an inlined predicate what its rules derive.

mod affine;
mod ancestry;
mod arguments;
mod backward;
mod cases;
mod compact;
mod complete;
mod computed;
mod conditions;
mod goals;
mod inline;
mod irrelevant;
mod ite;
mod known;
mod late;
mod merge;
mod needed;
mod pass;
mod pipeline;
mod projection;
mod reachable;
mod reverse;
mod saturate;
mod selection;
mod simplify;
mod size;
mod split;
mod stated;
mod unhoist;
mod viable;

pub use ancestry::{Ancestor, Supply};
pub use cases::has_cases;
pub use pass::{Lift, LiftError, Pass, Rewriting, Rewritten};
pub use pipeline::{Transformed, transform};
pub use selection::{NAMES, NoSuchPass, Selection};
pub use size::{Budget, Size};
