use super::*;
use alphorn_logic::term::{Constructor, Datatype, Field};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

fn set(terms: impl IntoIterator<Item = TermId>) -> BTreeSet<TermId> {
    terms.into_iter().collect()
}

#[test]
fn a_core_names_the_assumptions_as_they_were_given() {
    let mut terms = Terms::new();
    let [x, y] = ints(&mut terms);
    let p = terms.fresh("p", SortId::BOOL);
    let (zero, three) = (terms.int(0), terms.int(3));
    let big = terms.lt(three, x);
    let rule = terms.implies(p, big);
    let (negative, other) = (terms.lt(x, zero), terms.lt(y, zero));
    let not_p = terms.not(p);
    let mut smt = solver();
    smt.assert(&terms, rule);
    assert_eq!(smt.check(&terms, &[other, p, negative]), Outcome::Unsat);
    assert_eq!(set(smt.core()), set([p, negative]));
    assert_eq!(smt.check(&terms, &[not_p, p, other]), Outcome::Unsat);
    assert_eq!(set(smt.core()), set([not_p, p]));
    assert_eq!(smt.proxies(), 2, "literals need no proxy, and the others one each");
    let bottom = terms.bottom();
    assert_eq!(smt.check(&terms, &[other, bottom]), Outcome::Unsat);
    assert_eq!(smt.core(), [bottom]);
    assert_eq!(smt.check(&terms, &[other, negative, other]), Outcome::Sat);
    assert_eq!(smt.core(), []);
}

#[test]
fn a_minimal_core_has_no_proper_part_that_is_one() {
    let mut terms = Terms::new();
    let [x] = ints(&mut terms);
    // x >= 10, x >= 9, ..., x <= 0: any one bound from below will do, and x <= 0.
    let mut assumed = Vec::new();
    for i in (1..=10).rev() {
        let bound = terms.int(i);
        assumed.push(terms.le(bound, x));
    }
    let all = terms.and(assumed.clone());
    assumed.push(all);
    let zero = terms.int(0);
    assumed.push(terms.le(x, zero));
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &assumed), Outcome::Unsat);
    let first = smt.core();
    assert_eq!(smt.minimal_core(&terms, 0), first, "without calls it is the core");
    let core = smt.minimal_core(&terms, 20);
    assert_eq!(core.len(), 2, "{core:?}");
    assert!(core.contains(&assumed[11]) && set(core.clone()).is_subset(&set(assumed)));
    assert_eq!(smt.core(), core, "and from then on it is the core");
}

#[test]
fn minimising_drops_what_the_first_core_has_too_much() {
    let mut terms = Terms::new();
    // Bounds on x + y from below and above in turn, of which some pairs exclude each other.
    let [x, y] = ints(&mut terms);
    let guards: Vec<TermId> = (0..6).map(|_| terms.fresh("p", SortId::BOOL)).collect();
    let mut smt = solver();
    for (i, guard) in guards.iter().enumerate() {
        let bound = terms.int(i as i64);
        let sum = terms.app(Op::Add, [x, y]);
        let atom = if i % 2 == 0 { terms.le(bound, sum) } else { terms.lt(sum, bound) };
        let rule = terms.implies(*guard, atom);
        smt.assert(&terms, rule);
    }
    assert_eq!(smt.check(&terms, &guards), Outcome::Unsat);
    let core = smt.minimal_core(&terms, 100);
    for left_out in &core {
        let rest: Vec<TermId> = core.iter().copied().filter(|t| t != left_out).collect();
        assert_eq!(smt.check(&terms, &rest), Outcome::Sat);
    }
}

#[test]
fn free_assumptions_are_kept_and_not_counted() {
    let mut terms = Terms::new();
    let [x] = ints(&mut terms);
    let [zero, one] = [0, 1].map(|n| terms.int(n));
    let (above, far_above, below) = (terms.le(one, x), terms.lt(one, x), terms.le(x, zero));
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &[below, above, far_above]), Outcome::Unsat);
    let core = smt.minimal_core_under(&terms, &[below], 20);
    assert_eq!(core.len(), 1, "{core:?}");
    assert!(core[0] != below);
    assert_eq!(set(smt.core()), set([below, core[0]]));
}

#[test]
fn a_scope_takes_its_assertions_and_proxies_with_it() {
    let mut terms = Terms::new();
    let [x] = ints(&mut terms);
    let zero = terms.int(0);
    let (positive, negative) = (terms.lt(zero, x), terms.lt(x, zero));
    let mut smt = solver();
    smt.push();
    smt.assert(&terms, negative);
    assert_eq!(smt.check(&terms, &[positive]), Outcome::Unsat);
    smt.pop();
    assert_eq!(smt.check(&terms, &[positive]), Outcome::Sat);
    smt.assert(&terms, negative);
    assert_eq!(smt.check(&terms, &[positive]), Outcome::Unsat, "the literal still implies the assumption");
    smt.pop();
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat, "a pop too many does nothing");
}

#[test]
fn siblings_share_the_context_but_not_the_assertions() {
    let mut terms = Terms::new();
    let [x] = ints(&mut terms);
    let seven = terms.int(7);
    let equal = terms.eq(x, seven);
    let mut smt = solver();
    smt.assert(&terms, equal);
    let mut sibling = smt.sibling();
    let different = terms.not(equal);
    assert_eq!(sibling.check(&terms, &[different]), Outcome::Sat);
    assert_eq!(smt.check(&terms, &[different]), Outcome::Unsat);
}

#[test]
fn a_resource_limit_gives_unknown_for_one_check_only() {
    let mut terms = Terms::new();
    let hard = endless(&mut terms);
    let mut smt = Smt::new(SmtConfig { rlimit: Some(20_000), ..SmtConfig::default() }, &Stop::new());
    assert_eq!(smt.check(&terms, &[hard]), Outcome::Unknown("resource limit".into()));
    let top = terms.top();
    assert_eq!(smt.check(&terms, &[top]), Outcome::Sat);
    let statistics = smt.statistics();
    assert_eq!((statistics.sat, statistics.unsat, statistics.unknown), (1, 0, 1));
    assert!(!statistics.time.is_zero());
}

#[test]
fn a_limit_on_steps_can_be_taken_back() {
    let mut terms = Terms::new();
    let [x, y] = ints(&mut terms);
    let [zero, three] = [0, 3].map(|value| terms.int(value));
    let some = [terms.lt(zero, x), terms.lt(x, y), terms.lt(y, three)];
    let mut smt = solver();
    smt.limit_steps(Some(1));
    assert_eq!(smt.check(&terms, &some), Outcome::Unknown("resource limit".into()));
    smt.limit_steps(None);
    assert_eq!(smt.check(&terms, &some), Outcome::Sat);
}

#[test]
fn a_time_limit_gives_unknown() {
    let mut terms = Terms::new();
    let hard = endless(&mut terms);
    let config = SmtConfig { timeout: Some(Duration::from_millis(50)), ..SmtConfig::default() };
    let mut smt = Smt::new(config, &Stop::new());
    smt.assert(&terms, hard);
    let start = Instant::now();
    assert_eq!(smt.check(&terms, &[]), Outcome::Unknown("timeout".into()));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn a_seed_is_accepted() {
    let mut terms = Terms::new();
    let top = terms.top();
    let mut smt = Smt::new(SmtConfig { seed: 17, ..SmtConfig::default() }, &Stop::new());
    assert_eq!(smt.check(&terms, &[top]), Outcome::Sat);
}

#[test]
fn what_z3_does_not_take_is_unknown_and_not_lost() {
    let mut terms = Terms::new();
    // No value of it is finite, so Z3 rejects it.
    let (d, sort) = terms.add_datatype(Datatype { name: "D".into(), params: [].into(), constructors: Vec::new() });
    let field = Field { name: "next".into(), sort };
    terms.datatype_mut(d).constructors = vec![Constructor { name: "c".into(), fields: vec![field] }];
    let (a, b) = (terms.fresh("a", sort), terms.fresh("b", sort));
    let equal = terms.eq(a, b);
    let mut smt = solver();
    smt.push();
    smt.assert(&terms, equal);
    for assumptions in [&[][..], &[equal]] {
        let Outcome::Unknown(reason) = smt.check(&terms, assumptions) else { panic!("an assertion was lost") };
        assert!(!reason.is_empty());
    }
    smt.pop();
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat, "the scope is gone, and the failure with it");
    assert!(matches!(smt.check(&terms, &[equal]), Outcome::Unknown(_)));
    assert_eq!(smt.model().value(&mut terms, a), None);
}

#[test]
fn the_simplex_suits_the_formulas() {
    let mut terms = Terms::new();
    let [x, y, two] = [terms.fresh("x", SortId::INT), terms.fresh("y", SortId::INT), terms.int(2)];
    let [scaled, product] = [[two, x], [x, y]].map(|factors| terms.app(Op::Mul, factors));
    let [linear, other] = [scaled, product].map(|term| terms.le(term, two));
    let older = |formulas: &[TermId]| SmtConfig::default().suiting(&terms, formulas.iter().copied()).older_simplex;
    assert!(older(&[linear]) && !older(&[linear, other]));
}
