//! A small checker of Alethe proofs, written from the Alethe specification for the rules that are emitted, and as strict as
//! Carcara (whose source was read, rule by rule): `resolution` with its pivots, `forall_inst` with positional arguments,
//! tautologies literal by literal.

#[path = "alethe_rules.rs"]
mod rules;
#[path = "alethe_terms.rs"]
mod terms;

use alphorn::{
    dialect::restate,
    sexpr::{Sexpr, Sexprs},
};
use std::{collections::HashMap, thread};
use terms::{Id, Terms};

/// The problem that a proof is about: the script, or the script restated.
pub fn about(proof: &str, script: &str) -> String {
    let is_restated = proof.lines().any(|line| line.starts_with("; restated: "));
    if is_restated { restate(script, 0).expect("there is a question") } else { script.into() }
}

/// Checks that `proof` refutes the assertions of `problem`.
pub fn check(proof: &str, problem: &str) -> Result<(), String> {
    // The terms of real problems are deep, and this checker is recursive.
    thread::scope(|scope| {
        let check = || check_here(proof, problem);
        thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, check).unwrap().join().unwrap()
    })
}

/// A step, checked.
struct Step {
    clause: Vec<Id>,
}

/// A proof under variables that are bound to themselves.
struct Anchor {
    /// The step that ends it.
    end: String,
    /// The variables with their sorts.
    vars: Vec<Id>,
    /// The clause of the step before the end.
    last: Vec<Id>,
}

impl Anchor {
    fn read(terms: &mut Terms, command: &str, parts: &[Sexpr<'_>]) -> Result<Anchor, String> {
        let [_, step, end, key, args] = parts else { return Err(format!("another form of anchor: {command}")) };
        if step.text() != ":step" || key.text() != ":args" {
            return Err(format!("another form of anchor: {command}"));
        }
        let args: Vec<_> = args.children().collect();
        let (declared, fixed) = args.split_at(args.len() / 2);
        let mut vars = Vec::new();
        for (var, fixed) in declared.iter().zip(fixed) {
            let name = var.head().ok_or("a variable without a name")?.text();
            if declared.len() != args.len() - declared.len() || fixed.text() != format!("(:= {} {name})", var.text()) {
                return Err(format!("not a variable bound to itself: {}", fixed.text()));
            }
            vars.push(terms.read(*var)?);
        }
        Ok(Anchor { end: end.text().into(), vars, last: Vec::new() })
    }

    /// Whether an equality of quantifiers over the variables follows from the last clause.
    fn binds(&self, terms: &Terms, clause: &[Id]) -> bool {
        let (&[outer], &[inner]) = (clause, self.last.as_slice()) else { return false };
        let (Some(&[left, right]), Some(bodies)) = (terms.args(outer, "="), terms.args(inner, "=")) else {
            return false;
        };
        let (left, right) = (terms.parts(left), terms.parts(right));
        let quantifies = |side: &[Id], body: Id| {
            let is_quantifier = ["forall", "exists"].iter().any(|word| terms.is_atom(side[0], word));
            is_quantifier && terms.parts(side[1]) == self.vars && side[2] == body
        };
        let are_lists = left.len() == 3 && right.len() == 3 && bodies.len() == 2;
        are_lists && left[0] == right[0] && quantifies(left, bodies[0]) && quantifies(right, bodies[1])
    }
}

fn check_here(proof: &str, problem: &str) -> Result<(), String> {
    let mut terms = Terms::default();
    let commands = Sexprs::read(problem).map_err(|e| e.to_string())?;
    let mut asserted = Vec::new();
    for command in commands.iter() {
        let parts: Vec<_> = command.children().collect();
        match parts[0].text() {
            "assert" => asserted.push(terms.read(parts[1])?),
            "define-fun" | "define-const" => terms.define(&parts),
            _ => {}
        }
    }
    let proof = Sexprs::read(proof).map_err(|e| e.to_string())?;
    let mut steps: HashMap<String, Step> = HashMap::new();
    let mut last = None;
    let mut anchor: Option<Anchor> = None;
    for command in proof.iter() {
        let parts: Vec<_> = command.children().collect();
        if parts[0].is_word("anchor") {
            anchor = Some(Anchor::read(&mut terms, command.text(), &parts)?);
            continue;
        }
        let name = parts[1].text().to_string();
        let clause = if parts[0].is_word("assume") {
            let formula = terms.read(parts[2])?;
            if !asserted.contains(&formula) {
                return Err(format!("{name}: not an assertion of the problem"));
            }
            vec![formula]
        } else if let Some(inner) = anchor.take_if(|anchor| anchor.end == name) {
            let clause = terms.read_clause(parts[2])?;
            if parts[4].text() != "bind" || !inner.binds(&terms, &clause) {
                return Err(format!("{name}: not what was proved under the variables: {}", command.text()));
            }
            clause
        } else if let Some(anchor) = &mut anchor {
            anchor.last =
                step(&mut terms, &steps, &parts).map_err(|why| format!("{name}: {why}: {}", command.text()))?;
            continue;
        } else {
            step(&mut terms, &steps, &parts).map_err(|why| format!("{name}: {why}: {}", command.text()))?
        };
        last = Some(clause.is_empty());
        if steps.insert(name.clone(), Step { clause }).is_some() {
            return Err(format!("{name} is used twice"));
        }
    }
    if last == Some(true) { Ok(()) } else { Err("the proof does not end in the empty clause".into()) }
}

/// Checks one step and gives its clause.
fn step(terms: &mut Terms, steps: &HashMap<String, Step>, parts: &[Sexpr<'_>]) -> Result<Vec<Id>, String> {
    let clause = terms.read_clause(parts[2])?;
    let field = |key: &str| {
        let at = parts.iter().position(|part| part.text() == key)?;
        parts.get(at + 1).copied()
    };
    let rule = field(":rule").ok_or("no rule")?.text();
    let mut premises = Vec::new();
    for premise in field(":premises").into_iter().flat_map(|list| list.children()) {
        premises.push(steps.get(premise.text()).ok_or("a premise is missing")?.clause.clone());
    }
    let args: Vec<Sexpr<'_>> = field(":args").into_iter().flat_map(|list| list.children()).collect();
    if rule == "resolution" {
        resolution(terms, &clause, &premises, &args)?;
    } else {
        rules::check(terms, rule, &clause, &premises, &args)?;
    }
    Ok(clause)
}

/// A chain of resolutions; each pivot says which literal, and whether the clause so far has it as it is or negated.
fn resolution(terms: &mut Terms, clause: &[Id], premises: &[Vec<Id>], args: &[Sexpr<'_>]) -> Result<(), String> {
    if premises.len() < 2 || args.len() != 2 * (premises.len() - 1) {
        return Err("the pivots do not fit the premises".into());
    }
    let set = |terms: &Terms, clause: &[Id]| -> Vec<(usize, Id)> {
        let mut set: Vec<_> = clause.iter().map(|&literal| terms.negations(literal)).collect();
        set.sort_unstable();
        set.dedup();
        set
    };
    let mut current = set(terms, &premises[0]);
    for (premise, pivot) in premises[1..].iter().zip(args.chunks(2)) {
        let literal = terms.read(pivot[0])?;
        let (n, inner) = terms.negations(literal);
        let (mine, theirs) = if pivot[1].is_word("true") { (n, n + 1) } else { (n + 1, n) };
        let remove = |set: &mut Vec<(usize, Id)>, n: usize| {
            let at = set.iter().position(|literal| *literal == (n, inner)).ok_or("a pivot is missing")?;
            set.remove(at);
            Ok::<(), String>(())
        };
        remove(&mut current, mine)?;
        let mut next = set(terms, premise);
        remove(&mut next, theirs)?;
        current.extend(next);
        current.sort_unstable();
        current.dedup();
    }
    if current == set(terms, clause) { Ok(()) } else { Err("another clause follows".into()) }
}

#[test]
fn wrong_proofs_are_refused() {
    let problem = "(declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (> x 2) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (P x) (not (= x 4)))))(check-sat)";
    let all = super::derivation(problem, "20").unwrap();
    let proof = &all["alethe"];
    check(proof, problem).unwrap();
    let changes = [
        (":args (3)", ":args (4)"),
        ("(+ 3 1)", "(+ 3 2)"),
        ("la_generic", "la_tautology"),
        (":rule implies_pos", ":rule implies_neg1"),
        (" true @", " false @"),
        ("(assume t1 (! (forall ((x Int)) (=> (> x 2)", "(assume t1 (! (forall ((x Int)) (=> (> x 1)"),
    ];
    for (from, to) in changes {
        assert!(proof.contains(from), "{from} is not in {proof}");
        assert!(check(&proof.replacen(from, to, 1), problem).is_err(), "{from} -> {to}");
    }
    let shorter: Vec<&str> = proof.lines().collect();
    assert!(check(&shorter[..shorter.len() - 1].join("\n"), problem).is_err());
}

/// A value that is a term gets a name where it stands first in the text of a step.
#[test]
fn negative_fractions() {
    let problem = "(declare-fun P (Real) Bool)
        (assert (forall ((x Real)) (=> (= (* 2.0 x) (- 1.0)) (P x))))
        (assert (forall ((x Real)) (not (P x))))(check-sat)";
    let all = super::derivation(problem, "20").unwrap();
    assert!(all["alethe"].contains("(- (/ 1.0 2.0))"), "{}", all["alethe"]);
    check(&all["alethe"], problem).unwrap();
}

/// One number is one term, however it is written: a checker that reads the value sees one literal here.
#[test]
fn decimals_with_zeros_at_the_end() {
    let problem = "(declare-fun P (Real) Bool)
        (assert (forall ((x Real)) (=> (and (<= x 1.5) (<= x 1.50) (>= x 1.500)) (P x))))
        (assert (forall ((x Real)) (not (P x))))(check-sat)";
    let all = super::derivation(problem, "20").unwrap();
    let steps = all["alethe"].lines().filter(|line| line.starts_with("(step")).collect::<String>();
    assert!(!steps.contains("1.50"), "{steps}");
    check(&all["alethe"], problem).unwrap();
}

/// Every operator on numbers, true and false, below variables and not.
#[test]
fn all_operators_on_numbers() {
    let problem = "(declare-fun P (Int Real) Bool)
        (assert (forall ((x Int) (r Real)) (=> (and (= (div x 2) (- 4)) (= (mod x 2) 1) (= (abs x) 7) (= (to_real x) (* 2.0 r))
            (= (to_int r) (- 4)) (not (is_int r)) (is_int (* r 2.0)) (= (/ r 2.0) (- 1.75)) (distinct x 7 (div (- x) (- 3)))
            (not (distinct x 7 (- (abs x)))) (> (+ (mod x (- 4)) (to_int (- 0.5))) (- 1))) (P (+ x (div x 3)) (/ r (- 1.0))))))
        (assert (forall ((x Int) (r Real)) (not (P x r))))(check-sat)";
    let all = super::derivation(problem, "20").unwrap();
    check(&all["alethe"], problem).unwrap_or_else(|why| panic!("{why}\n{}", all["alethe"]));
    for rule in ["div_simplify", "mod_simplify", "evaluate", "distinct_elim"] {
        assert!(all["alethe"].contains(rule), "{rule} is not in {}", all["alethe"]);
    }
    for (from, to) in [
        ("div_simplify", "mod_simplify"),
        ("mod_simplify", "evaluate"),
        ("evaluate", "div_simplify"),
        ("(- 7)", "(- 8)"),
    ] {
        assert!(check(&all["alethe"].replacen(from, to, 1), problem).is_err(), "{from} -> {to}");
    }
}

/// Chains, fractions that are divided, Booleans that cannot all differ: what other rules of Carcara do not take.
#[test]
fn what_is_evaluated() {
    let problem = "(declare-fun P (Int Real Bool) Bool)
        (assert (forall ((x Int) (r Real) (b Bool)) (=> (and (< 0 x (* x x) 10) (not (>= 1 x 5)) (= (/ r 3.0) 0.25)
            (not (distinct b (> x 1) (< r 0.0)))) (P x r b))))
        (assert (forall ((x Int) (r Real) (b Bool)) (not (P x r b))))(check-sat)";
    let all = super::derivation(problem, "20").unwrap();
    let proof = &all["alethe"];
    check(proof, problem).unwrap_or_else(|why| panic!("{why}\n{proof}"));
    for part in ["(/ (/ 3.0 4.0) 3.0)", "distinct_elim"] {
        assert!(proof.contains(part), "{part} is not in {proof}");
    }
    assert!(!proof.contains("nary_elim"), "Carcara has it for equality and implication only: {proof}");
    let wrong = proof.replacen(":rule evaluate", ":rule nary_elim", 1);
    assert!(check(&wrong, problem).is_err());
}

/// Queries are often written so; the first is how Boogie's clauses come.
#[test]
fn existential_queries() {
    let start = "(declare-fun P (Int Int) Bool)(assert (forall ((x Int)) (=> (> x 2) (P x (+ x 1)))))";
    for query in [
        "(let ((a!1 (exists ((x Int) (y Int)) (not (=> (and (P x y) (not false)) false))))) (not a!1))",
        "(not (exists ((x Int) (y Int)) (and (P x y) (< x y))))",
        "(=> (exists ((x Int)) (exists ((y Int)) (P x y))) false)",
    ] {
        let problem = format!("{start}(assert {query})(check-sat)");
        let all = super::derivation(&problem, "20").unwrap();
        let proof = &all["alethe"];
        check(proof, &problem).unwrap_or_else(|why| panic!("{why}\n{proof}"));
        for (from, to) in
            [("connective_def", "not_simplify"), ("(forall ((x Int) (y Int))", "(exists ((x Int) (y Int))")]
        {
            assert!(
                !proof.contains(from) || check(&proof.replacen(from, to, 1), &problem).is_err(),
                "{from} in {query}"
            );
        }
        let has_anchor = proof.contains("(anchor :step ");
        assert_eq!(has_anchor, !query.contains("(not (=>"), "{proof}");
        if has_anchor {
            for (from, to) in
                [(":rule bind", ":rule refl"), ("(:= (x Int) x)", "(:= (x Int) 0)"), ("((x Int)", "((z Int)")]
            {
                let at = proof.find("(anchor").unwrap();
                let wrong = format!("{}{}", &proof[..at], proof[at..].replacen(from, to, 1));
                assert!(check(&wrong, &problem).is_err(), "{from} -> {to} in {query}");
            }
        }
    }
}
