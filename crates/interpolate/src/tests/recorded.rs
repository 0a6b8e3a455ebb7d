//! Interpolation problems of real clauses: every answer is an interpolant, as a solver that knows nothing of it finds.
//!
//! `recorded` has questions of lazy annotation's own runs, which projects the suffix before it asks. `path_conflicts` has paths
//! through the clauses of other people's problems, cut at a predicate, with variables of their own on both sides; no run asked
//! for them (`scripts/path_conflicts`).
//!
//! With `--nocapture` a table for each shows which methods answered. `ALPHORN_WRITE_INTERPOLANTS=FOLDER` writes the answers to
//! `recorded.tsv` and `path_conflicts.tsv`, one a line: name, method, microseconds of CPU, size, literals, formula
//! (`scripts/compare_interpolants` reads them).

use super::*;
use Method::{Equality, Farkas, Group, Integer, Literals, ModelBased, Projection};
use std::{fmt::Write, fs, path::Path};

const RECORDED: &[u8] = include_bytes!("../../../../tests/interpolation/recorded.smt2.zlib");
const PATH_CONFLICTS: &[u8] = include_bytes!("../../../../tests/interpolation/path_conflicts.smt2.zlib");

/// One recorded problem.
struct Recorded {
    terms: Terms,
    prefix: TermId,
    suffix: TermId,
    shared: Vec<VarId>,
}

impl Recorded {
    /// Reads a script of the recorder. Its constants become variables.
    fn read(script: &str) -> Recorded {
        let within = |start: &str, end: &str| {
            let lines = script.lines().filter_map(|line| line.strip_prefix(start)?.strip_suffix(end));
            lines.map(str::to_string).collect::<Vec<String>>()
        };
        let sorts =
            within("(declare-sort ", ")").iter().map(|sort| format!("(declare-sort {sort})")).collect::<String>();
        let datatypes = script.lines().filter(|line| line.starts_with("(declare-datatype")).collect::<String>();
        let vars = within("(declare-const ", ")").iter().map(|var| format!("({var})")).collect::<String>();
        let [a, b] = ["A", "B"].map(|side| within("(assert (! ", &format!(" :named {side}))")).concat());
        // Neither side can be simplified away beside a variable.
        let text = format!("{sorts}{datatypes}(assert (forall ((end Bool) {vars}) (=> (or {a} end) (or {b} end))))");
        let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("recorded", text));
        let assertion = loop {
            match reader.next(&mut terms, &source).unwrap().unwrap().command {
                Command::Assert(assertion) => break assertion.term,
                _ => continue,
            }
        };
        let Op::Forall(bound) = terms.op(assertion).clone() else { panic!("not quantified") };
        let sides = terms.args(terms.args(assertion)[0]).to_vec();
        let [prefix, suffix] = [0, 1].map(|side: usize| terms.args(sides[side])[0]);
        let named = within("(set-info :shared (", "))").concat();
        let is_shared = |var: &&VarId| named.split_whitespace().any(|name| name == &*terms.var(**var).name);
        let shared = bound.iter().filter(is_shared).copied().collect();
        Recorded { prefix, suffix, shared, terms }
    }

    /// The suffix as a disjunction of conjunctions.
    fn cubes(&self) -> Vec<Vec<TermId>> {
        let cubes = if *self.terms.op(self.suffix) == Op::Or { self.terms.args(self.suffix) } else { &[self.suffix] };
        cubes.iter().map(|cube| self.terms.conjuncts(*cube)).collect()
    }

    /// Whether formulas contradict each other, by a solver of its own.
    fn is_unsat(&self, formulas: [TermId; 2]) -> bool {
        let config = SmtConfig { timeout: Some(Duration::from_secs(20)), ..SmtConfig::default() };
        let mut smt = Smt::new(config, &Stop::new());
        formulas.into_iter().for_each(|formula| smt.assert(&self.terms, formula));
        smt.check(&self.terms, &[]) == Outcome::Unsat
    }
}

/// The problems by name.
fn problems(compressed: &[u8]) -> Vec<(String, String)> {
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(compressed).unwrap();
    let text = String::from_utf8(text).unwrap();
    let scripts = text.split("(reset)\n").filter_map(|part| part.strip_prefix("; "));
    scripts.filter_map(|part| part.split_once('\n')).map(|(name, script)| (name.into(), script.into())).collect()
}

/// What this thread has worked so far; zero where the system does not say.
fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default())
}

/// Nodes of the term, and atoms.
fn size(terms: &Terms, formula: TermId) -> [usize; 2] {
    let is_connective = |t: TermId| matches!(terms.op(t), Op::And | Op::Or | Op::Not | Op::Implies);
    let (mut nodes, mut atoms, mut open) = (0, 0, vec![(formula, true)]);
    while let Some((term, is_formula)) = open.pop() {
        let inside = is_formula && is_connective(term);
        nodes += 1;
        atoms += usize::from(is_formula && !inside);
        open.extend(terms.args(term).iter().map(|arg| (*arg, inside)));
    }
    [nodes, atoms]
}

/// Answers all problems, checks the answers, and requires that each of `methods` gave some.
fn replay(set: &str, compressed: &[u8], count: usize, methods: &[Method]) {
    let problems = problems(compressed);
    assert_eq!(problems.len(), count);
    let (mut tallies, mut lines, mut unanswered) = ([(0, 0, Duration::ZERO); Method::ALL.len()], String::new(), 0);
    for (name, script) in &problems {
        let mut recorded = Recorded::read(script);
        let cubes = recorded.cubes();
        let question = Question { suffix: &cubes, shared: &recorded.shared, transitions: &[] };
        let mut interpolator = Interpolator::default();
        let smt = Smt::new(SmtConfig::default(), &Stop::new());
        let start = cpu_time();
        let answer = interpolator.interpolate_formula(&mut recorded.terms, &smt, recorded.prefix, &question);
        let time = cpu_time() - start;
        for (method, all) in Method::ALL.into_iter().zip(&mut tallies) {
            let tally = interpolator.counters().tally(method);
            *all = (all.0 + tally.tried, all.1 + tally.answered, all.2 + tally.time);
        }
        assert_eq!(interpolator.counters().rejected, 0, "{name}");
        let Ok(answer) = answer else {
            eprintln!("{name}: {answer:?}");
            unanswered += 1;
            continue;
        };
        let free = recorded.terms.free_vars([answer.formula]);
        assert!(free.iter().all(|var| recorded.shared.contains(var)), "{name}: not over the shared variables");
        let negated = recorded.terms.not(answer.formula);
        assert!(recorded.is_unsat([recorded.prefix, negated]), "{name}: the prefix does not imply it");
        assert!(recorded.is_unsat([answer.formula, recorded.suffix]), "{name}: the suffix does not contradict it");
        let [nodes, atoms] = size(&recorded.terms, answer.formula);
        let shown = recorded.terms.display(answer.formula);
        let (method, micros) = (answer.method.name(), time.as_micros());
        let _ = writeln!(lines, "{name}\t{method}\t{micros}\t{nodes}\t{atoms}\t{shown}");
    }
    eprintln!("{set}: {} problems, {unanswered} without an answer", problems.len());
    eprintln!("| method | tried | answered | ms a try |");
    for (method, (tried, answered, time)) in Method::ALL.into_iter().zip(tallies) {
        let each = time.as_secs_f64() * 1e3 / f64::max(tried as f64, 1.0);
        eprintln!("| {} | {tried} | {answered} | {each:.1} |", method.name());
    }
    if let Some(folder) = std::env::var_os("ALPHORN_WRITE_INTERPOLANTS") {
        fs::write(Path::new(&folder).join(format!("{set}.tsv")), lines).unwrap();
    }
    assert_eq!(unanswered, 0);
    for method in methods {
        assert!(tallies[*method as usize].1 > 0, "{} answers nothing", method.name());
    }
}

#[test]
fn recorded_problems_have_interpolants() {
    replay("recorded", RECORDED, 200, &[Group, Farkas, Integer, Literals]);
}

#[test]
fn path_conflicts_have_interpolants() {
    replay("path_conflicts", PATH_CONFLICTS, 64, &[Group, Farkas, Literals, Equality, Projection, ModelBased]);
}
