//! The problem that a proof is about: the script as it is written, where the checker reads it as we do; otherwise restated.

use super::{
    pool::{Id, Pool},
    read::{self, Context},
    restate::Restated,
    sort::Sort,
    written::{Written, unsorted},
};
use alphorn_logic::witness::Trace;
use alphorn_sexpr::Sexprs;
use rustc_hash::{FxHashMap, FxHashSet};

/// The assertions that a derivation uses.
#[derive(Default)]
pub(super) struct Problem {
    /// By the byte where the command starts in the source.
    pub formulas: FxHashMap<u32, Id>,
    /// The variables that stand for the arguments of a query's predicate, by the bytes that stand for their binders.
    pub arguments: FxHashMap<u32, Vec<u32>>,
    /// Functions that have another name here.
    pub names: FxHashMap<String, String>,
    /// What the checker is told to unfold.
    pub flags: Vec<&'static str>,
    /// Why the problem is restated, if it is.
    pub restated: Option<String>,
}

const LETS: &str = "--expand-let-bindings";
const DEFINITIONS: &str = "--apply-function-defs";

impl Problem {
    /// The problem of a derivation, read into a new pool.
    pub fn read(trace: &Trace, source: &str) -> Result<(Problem, Pool), String> {
        let mut pool = Pool::default();
        let (commands, _) = Sexprs::read_prefix(source);
        match Written::read(&mut pool, source, &commands) {
            Ok(written) => {
                let flags = [(written.has_lets, LETS), (written.has_definitions, DEFINITIONS)];
                let flags = flags.into_iter().filter(|(needed, _)| *needed).map(|(_, flag)| flag).collect();
                Ok((Problem { formulas: written.formulas, flags, ..Problem::default() }, pool))
            }
            Err(why) => Problem::restated(trace, source, why),
        }
    }

    fn restated(trace: &Trace, source: &str, why: String) -> Result<(Problem, Pool), String> {
        let mut pool = Pool::default();
        let restated = Restated::read(source);
        let mut problem = Problem { restated: Some(why), ..Problem::default() };
        for function in &restated.functions {
            pool.declare(function.name.clone(), function.params.clone(), function.result);
        }
        let used: FxHashSet<u32> = trace.steps.iter().map(|step| step.clause.offset).collect();
        for assertion in restated.assertions.iter().filter(|assertion| used.contains(&assertion.offset)) {
            // Another function of that name belongs to another question.
            let functions = assertion.functions.iter().map(|&i| &restated.functions[i]);
            problem.names.extend(functions.map(|function| (function.source.clone(), function.name.clone())));
            let text = assertion.formula.clone()?;
            let all = Sexprs::read(&text).map_err(|error| error.to_string())?;
            let formula = all.iter().next().ok_or("a formula is missing")?;
            let context = Context { places: Some(&assertion.places), ..Context::default() };
            let id = read::formula(&mut pool, formula, &context, &[])?;
            if pool.sort(id) != Some(Sort::Bool) {
                return Err(unsorted(&pool, id));
            }
            if text.contains("(let ") && !problem.flags.contains(&LETS) {
                problem.flags.push(LETS);
            }
            problem.formulas.insert(assertion.offset, id);
            problem.arguments.insert(assertion.offset, assertion.arguments.clone());
        }
        Ok((problem, pool))
    }
}
