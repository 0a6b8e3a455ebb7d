//! The features of lazy annotation, each of which can be switched off: the paper's ladder, and what goes beyond it.

/// What the search does beyond Figure 1 of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Decisions fix the literals of a rule's body that a model makes true, not only the rule.
    pub decisions: bool,
    /// Literals are dropped from lemmas as long as the rules imply the rest.
    pub generalisation: bool,
    /// Subgoals whose expansion taught nothing come last.
    pub scores: bool,
    /// Going back skips the expansions that took no part in a conflict.
    pub back_jumps: bool,
    /// New lemmas are tried at higher levels at once.
    pub eager: bool,
    /// The pre-analysis: what holds for ever and needs no search.
    pub seed: bool,
    /// Lemmas of half-spaces are asked to be preserved by the rules from a predicate to itself.
    pub inductive: bool,
    /// Literals are dropped from a lemma where it is inductive relative to the level below.
    pub induction: bool,
    /// Where a parameter has few values, they come before those it does not have.
    pub values: bool,
    /// Lemmas from literals of the suffix are preferred where they last, and families of them are noticed.
    pub literals: bool,
    /// Lemmas that are inductive together hold for ever.
    pub strengthen: bool,
    /// A second way of learning, by half-spaces first, takes turns with the first.
    pub turns: bool,
    /// Counting loops are passed many times in one step.
    pub accelerate: bool,
    /// Subgoals are answered by facts that were derived before, where one fits.
    pub reached: bool,
    /// Lemmas that say no more than others are not pushed.
    pub subsumption: bool,
    /// High bounds grow by more than one.
    pub strides: bool,
    /// A predicate is decided as it was decided last, where that is possible.
    pub phases: bool,
    /// The search at a bound starts with the goal that the search before it ended with.
    pub preservation: bool,
    /// Goals are projected onto one subgoal at each step, as PDR does.
    pub pdr: bool,
    /// Of `lawi` and `predabs`: interpolants are from a language that grows only where a path has none in it.
    pub restriction: bool,
    /// Of `lawi` and `predabs`: interpolants are looked for from the root of a derivation down.
    pub root: bool,
    /// Of `lawi` and `predabs`: interpolants are looked for from the leaves of a derivation up, in turn with those from the root.
    pub leaves: bool,
}

/// A rung of the paper's ladder (Appendix C.2): each has the features of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Nothing.
    I,
    /// Decisions.
    II,
    /// Generalisation of interpolants.
    III,
    /// The decision heuristic.
    IV,
    /// Back-jumping.
    V,
    /// Eager propagation: all of the paper.
    Final,
    /// All that we have.
    Beyond,
}

impl Mark {
    /// All marks by their names on the command line.
    pub const NAMES: [(&'static str, Mark); 7] = [
        ("I", Mark::I),
        ("II", Mark::II),
        ("III", Mark::III),
        ("IV", Mark::IV),
        ("V", Mark::V),
        ("final", Mark::Final),
        ("beyond", Mark::Beyond),
    ];
}

impl Default for Features {
    fn default() -> Self {
        Features::of(Mark::Beyond)
    }
}

impl Features {
    /// Features that belong to no mark: they lose as much as they win, or are for ways and engines of their own.
    pub const OPTIONAL: [&'static str; 3] = ["phases", "preservation", "pdr"];

    /// The names by which features are switched.
    pub const NAMES: [&'static str; 22] = [
        "decisions",
        "generalisation",
        "scores",
        "back-jumps",
        "eager",
        "seed",
        "inductive",
        "induction",
        "values",
        "literals",
        "strengthen",
        "turns",
        "accelerate",
        "reached",
        "subsumption",
        "strides",
        "phases",
        "preservation",
        "pdr",
        "restriction",
        "root",
        "leaves",
    ];

    /// What a mark means.
    pub fn of(mark: Mark) -> Self {
        let beyond = mark >= Mark::Beyond;
        Features {
            decisions: mark >= Mark::II,
            generalisation: mark >= Mark::III,
            scores: mark >= Mark::IV,
            back_jumps: mark >= Mark::V,
            eager: mark >= Mark::Final,
            seed: beyond,
            inductive: beyond,
            induction: beyond,
            values: beyond,
            literals: beyond,
            strengthen: beyond,
            turns: beyond,
            accelerate: beyond,
            reached: beyond,
            subsumption: beyond,
            strides: beyond,
            phases: false,
            preservation: false,
            pdr: false,
            restriction: beyond,
            root: beyond,
            leaves: beyond,
        }
    }

    /// Switches a feature; false if there is none of that name.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let feature = match name {
            "decisions" => &mut self.decisions,
            "generalisation" => &mut self.generalisation,
            "scores" => &mut self.scores,
            "back-jumps" => &mut self.back_jumps,
            "eager" => &mut self.eager,
            "seed" => &mut self.seed,
            "inductive" => &mut self.inductive,
            "induction" => &mut self.induction,
            "values" => &mut self.values,
            "literals" => &mut self.literals,
            "strengthen" => &mut self.strengthen,
            "turns" => &mut self.turns,
            "accelerate" => &mut self.accelerate,
            "reached" => &mut self.reached,
            "subsumption" => &mut self.subsumption,
            "strides" => &mut self.strides,
            "phases" => &mut self.phases,
            "preservation" => &mut self.preservation,
            "pdr" => &mut self.pdr,
            "restriction" => &mut self.restriction,
            "root" => &mut self.root,
            "leaves" => &mut self.leaves,
            _ => return false,
        };
        *feature = on;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_and_belongs_to_the_last_mark_unless_it_is_optional() {
        let mut features = Features::of(Mark::Beyond);
        for name in Features::NAMES {
            let before = features;
            assert!(features.set(name, false), "{name}");
            assert_eq!(features == before, Features::OPTIONAL.contains(&name), "{name}");
        }
        assert_eq!(features, Features::of(Mark::I));
        assert!(!features.set("magic", true));
    }

    #[test]
    fn each_mark_of_the_paper_adds_one_feature() {
        let count = |mark| {
            let mut features = Features::of(mark);
            let on = |f: &mut Features, name: &&str| {
                let before = *f;
                f.set(name, false);
                *f != before
            };
            Features::NAMES.iter().filter(|name| on(&mut features, name)).count()
        };
        let counts: Vec<usize> = Mark::NAMES.iter().map(|(_, mark)| count(*mark)).collect();
        assert_eq!(counts, [0, 1, 2, 3, 4, 5, Features::NAMES.len() - Features::OPTIONAL.len()]);
    }
}
