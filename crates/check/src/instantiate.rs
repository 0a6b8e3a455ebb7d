//! Chooses which quantifiers of an assertion are instantiated.
//!
//! A `forall` that occurs only positively, or an `exists` that occurs only negatively, may be replaced by any of its
//! instances, and where no instance is wanted by `true` or `false`: what results follows from the assertion.

use super::{
    term::{Head, Node, Quantifier, Term},
    world::World,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

/// Which variables to instantiate.
#[derive(Clone, Copy)]
pub(super) enum Choice<'g> {
    /// Exactly these, by the byte where they are bound; a quantifier of others is weakened.
    Given(&'g BTreeMap<u32, Rc<str>>),
    /// All that are not below a quantifier that stays. Nothing is weakened, so the assertion holds if and only if the
    /// instance does for all values: its variables are the Skolem constants of the negated assertion.
    Outermost,
}

/// What becomes of a quantifier that does not stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// Its variables are instantiated.
    Opened,
    /// It is replaced by what follows from it in any case.
    Weakened,
}

/// A consequence of an assertion: what becomes of its quantifiers, and the variables that are free then.
#[derive(Default, Debug)]
pub(super) struct Instance {
    pub fates: FxHashMap<Term, Fate>,
    pub vars: BTreeSet<u32>,
}

/// Polarities of a formula's occurrences, as bits; a formula that is never used has none.
pub(super) type Polarity = u8;
pub(super) const POSITIVE: Polarity = 1;
pub(super) const NEGATIVE: Polarity = 2;
const BOTH: Polarity = 3;

fn flipped(polarity: Polarity) -> Polarity {
    (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1
}

/// Instantiates the chosen variables of formulas; the error says what is wrong with them.
pub(super) fn instantiate(
    world: &World,
    roots: &[Term],
    polarity: Polarity,
    choice: Choice<'_>,
) -> Result<Instance, String> {
    let mut walk =
        Walk { world, choice, instance: Instance::default(), uses: FxHashMap::default(), bound: FxHashSet::default() };
    for root in roots {
        walk.visit(*root, polarity)?;
    }
    if let Choice::Given(given) = choice {
        let taken: FxHashSet<u32> =
            walk.instance.vars.iter().map(|var| world.terms.vars[*var as usize].offset).collect();
        if let Some((offset, name)) = given.iter().find(|(offset, _)| !taken.contains(offset)) {
            return Err(format!("no quantifier to be instantiated here binds {name} at byte {offset}"));
        }
    }
    Ok(walk.instance)
}

enum Task {
    /// A term, its polarity, and whether a quantifier that stays is around it.
    Visit(Term, Polarity, bool),
    /// The body of a let was visited.
    Values(Rc<[(u32, Term)]>, bool),
}

struct Walk<'w> {
    world: &'w World,
    choice: Choice<'w>,
    instance: Instance,
    /// For each variable of a let: the polarities of its uses so far.
    uses: FxHashMap<u32, Polarity>,
    /// All variables that are bound by a let or a quantifier.
    bound: FxHashSet<u32>,
}

impl Walk<'_> {
    /// Visits a formula and all below it. A let's body comes before its values, whose polarity it decides.
    fn visit(&mut self, root: Term, polarity: Polarity) -> Result<(), String> {
        let mut tasks = vec![Task::Visit(root, polarity, false)];
        while let Some(task) = tasks.pop() {
            let (term, polarity, stays) = match task {
                Task::Visit(term, polarity, stays) => (term, polarity, stays),
                Task::Values(bindings, stays) => {
                    tasks.extend(bindings.iter().map(|(var, value)| Task::Visit(*value, self.uses[var], stays)));
                    continue;
                }
            };
            match self.world.terms.node(term) {
                Node::Literal(_) => {}
                Node::Var(var) => self.variable(*var, polarity)?,
                Node::App(head, args) => self.application(head, args, polarity, stays, &mut tasks),
                Node::Let(bindings, body) => {
                    for (var, _) in bindings.iter() {
                        self.bound.insert(*var);
                        self.uses.insert(*var, 0);
                    }
                    tasks.push(Task::Values(bindings.clone(), stays));
                    tasks.push(Task::Visit(*body, polarity, stays));
                }
                Node::Quantifier(quantifier) => {
                    if let Some(stays) = self.quantifier(term, quantifier, polarity, stays)? {
                        tasks.push(Task::Visit(quantifier.body, polarity, stays));
                    }
                }
            }
        }
        Ok(())
    }

    fn variable(&mut self, var: u32, polarity: Polarity) -> Result<(), String> {
        if let Some(uses) = self.uses.get_mut(&var) {
            *uses |= polarity;
        }
        // What nothing binds is a declared variable: the assertion is meant for all its values.
        if self.bound.contains(&var) || self.instance.vars.contains(&var) { Ok(()) } else { self.take(var) }
    }

    fn application(&self, head: &Head, args: &[Term], polarity: Polarity, stays: bool, tasks: &mut Vec<Task>) {
        let op = if let Head::Op(op) = head { *op } else { "" };
        let last = args.len().saturating_sub(1);
        let sign = |i: usize| match op {
            "and" | "or" => polarity,
            "not" => flipped(polarity),
            "=>" if i == last => polarity,
            "=>" => flipped(polarity),
            "ite" if i > 0 => polarity,
            _ => BOTH,
        };
        tasks.extend(args.iter().enumerate().map(|(i, arg)| Task::Visit(*arg, sign(i), stays)));
    }

    /// Decides about a quantifier; whether one stays around its body, or nothing if the body is left out.
    fn quantifier(
        &mut self,
        term: Term,
        quantifier: &Quantifier,
        polarity: Polarity,
        is_below: bool,
    ) -> Result<Option<bool>, String> {
        let is_instantiable = polarity == if quantifier.universal { POSITIVE } else { NEGATIVE };
        let var = |var: &u32| &self.world.terms.vars[*var as usize];
        let stays = match self.choice {
            Choice::Given(given) => {
                let wanted = quantifier.vars.iter().map(var).find(|var| given.contains_key(&var.offset));
                match (wanted, is_instantiable) {
                    (Some(var), false) => {
                        let name = &var.name;
                        return Err(format!(
                            "the quantifier of {name} may not be instantiated: it is not universal here"
                        ));
                    }
                    (None, true) => {
                        self.instance.fates.insert(term, Fate::Weakened);
                        return Ok(None);
                    }
                    (wanted, _) => wanted.is_none(),
                }
            }
            Choice::Outermost => !is_instantiable || is_below,
        };
        self.bound.extend(quantifier.vars.iter().copied());
        if !stays {
            self.instance.fates.insert(term, Fate::Opened);
            quantifier.vars.iter().try_for_each(|var| self.take(*var))?;
        }
        Ok(Some(is_below || stays))
    }

    /// Makes a variable free, which must be among the given ones.
    fn take(&mut self, number: u32) -> Result<(), String> {
        let var = &self.world.terms.vars[number as usize];
        if let Choice::Given(given) = self.choice {
            match given.get(&var.offset) {
                None => return Err(format!("the variable {} has no value", var.name)),
                Some(name) if *name != var.name => {
                    return Err(format!("the variable at byte {} is {}, not {name}", var.offset, var.name));
                }
                Some(_) => {}
            }
        }
        self.instance.vars.insert(number);
        Ok(())
    }
}
