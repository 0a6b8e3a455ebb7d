//! Solvers, tactics and projection.

use super::{Ast, Constants, Context, Model, QuantifierFree, Result, Solver, Vector, c_string, text};
use z3_sys::*;

/// Limits on each check of a solver; zero is none.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Milliseconds.
    pub timeout: u32,
    /// Z3's own count of steps.
    pub rlimit: u32,
    /// Where its pseudo-random choices start.
    pub seed: u32,
    /// Whether it uses its older simplex.
    pub older_simplex: bool,
}

/// What a check found.
pub enum Checked {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Neither, with the reason.
    Unknown(String),
}

impl Context {
    /// A new solver.
    pub fn solver(&self, limits: Limits) -> Result<Solver> {
        // SAFETY: here and below the context is alive and every argument is an object of it, held by its handle.
        let solver = self.own(unsafe { Z3_mk_solver(self.raw()) })?;
        self.limit(&solver, limits)?;
        Ok(solver)
    }

    /// Gives a solver other limits.
    pub fn limit(&self, solver: &Solver, limits: Limits) -> Result<()> {
        let params = self.own(unsafe { Z3_mk_params(self.raw()) })?;
        // Ctrl-C is the program's: by default Z3 takes it away while it checks.
        unsafe { Z3_params_set_bool(self.raw(), params.raw, self.symbol("ctrl_c")?, false) };
        self.done()?;
        // Compacting a model costs more than finding it.
        unsafe { Z3_params_set_bool(self.raw(), params.raw, self.symbol("model.compact")?, false) };
        self.done()?;
        if limits.older_simplex {
            unsafe { Z3_params_set_uint(self.raw(), params.raw, self.symbol("arith.solver")?, 2) };
            self.done()?;
        }
        for (name, value) in [("timeout", limits.timeout), ("rlimit", limits.rlimit), ("random_seed", limits.seed)] {
            // No limit on steps has to be said: what was set before stays otherwise.
            if value != 0 || name == "rlimit" {
                let name = self.symbol(name)?;
                unsafe { Z3_params_set_uint(self.raw(), params.raw, name, value) };
                self.done()?;
            }
        }
        unsafe { Z3_solver_set_params(self.raw(), solver.raw, params.raw) };
        self.done()
    }

    /// Applies a tactic under a time limit. The result is a disjunction of conjunctions that is equivalent to `formula`
    /// as far as the tactic keeps equivalence; `None` when the tactic says that it does not.
    pub fn apply_tactic(&self, name: &str, formula: &Ast, milliseconds: u32) -> Result<Option<Vec<Vec<Ast>>>> {
        self.owns(formula);
        let c = self.raw();
        let name = c_string(name);
        let tactic = self.own(unsafe { Z3_mk_tactic(c, name.as_ptr()) })?;
        let tactic = self.own(unsafe { Z3_tactic_try_for(c, tactic.raw, milliseconds) })?;
        let goal = self.own(unsafe { Z3_mk_goal(c, false, false, false) })?;
        unsafe { Z3_goal_assert(c, goal.raw, formula.raw) };
        self.done()?;
        let applied = self.run(|| self.own(unsafe { Z3_tactic_apply(c, tactic.raw, goal.raw) }));
        let Some(applied) = applied.transpose()? else { return Ok(None) };
        let count = unsafe { Z3_apply_result_get_num_subgoals(c, applied.raw) };
        let mut subgoals = Vec::new();
        for i in 0..count {
            let subgoal = self.own(unsafe { Z3_apply_result_get_subgoal(c, applied.raw, i) })?;
            if unsafe { Z3_goal_precision(c, subgoal.raw) } != GoalPrec::Precise {
                return Ok(None);
            }
            let size = unsafe { Z3_goal_size(c, subgoal.raw) };
            let formula = |i| self.own(unsafe { Z3_goal_formula(c, subgoal.raw, i) });
            subgoals.push((0..size).map(formula).collect::<Result<_>>()?);
        }
        Ok(Some(subgoals))
    }

    fn vector(&self, constants: &Constants) -> Result<Vector> {
        let vector = self.own(unsafe { Z3_mk_ast_vector(self.raw()) })?;
        for constant in constants.raw() {
            // A cast is what `Z3_app_to_ast` does.
            unsafe { Z3_ast_vector_push(self.raw(), vector.raw, constant.cast()) };
        }
        self.done().map(|()| vector)
    }

    /// Eliminates those of the constants that are easy (they have a definition, or bounds from one side only). Returns
    /// the formula and the constants that are left.
    pub fn eliminate_easy(&self, constants: &Constants, formula: QuantifierFree<'_>) -> Result<(Ast, Vec<Ast>)> {
        let left = self.vector(constants)?;
        let formula = self.own(unsafe { Z3_qe_lite(self.raw(), left.raw, formula.raw(self)) })?;
        Ok((formula, left.to_vec()?))
    }
}

impl Vector {
    fn to_vec(&self) -> Result<Vec<Ast>> {
        let c = self.context.raw();
        let count = unsafe { Z3_ast_vector_size(c, self.raw) };
        (0..count).map(|i| self.context.own(unsafe { Z3_ast_vector_get(c, self.raw, i) })).collect()
    }
}

impl Solver {
    fn c(&self) -> Z3_context {
        self.context.raw()
    }

    /// Adds an assertion.
    pub fn assert(&self, formula: &Ast) -> Result<()> {
        self.context.owns(formula);
        unsafe { Z3_solver_assert(self.c(), self.raw, formula.raw) };
        self.context.done()
    }

    /// Opens a scope.
    pub fn push(&self) -> Result<()> {
        unsafe { Z3_solver_push(self.c(), self.raw) };
        self.context.done()
    }

    /// Closes the innermost scope.
    pub fn pop(&self) -> Result<()> {
        unsafe { Z3_solver_pop(self.c(), self.raw, 1) };
        self.context.done()
    }

    /// Checks the assertions under assumptions that are literals.
    pub fn check(&self, assumptions: &[Ast]) -> Checked {
        let raw = self.context.raws(assumptions);
        let found = self
            .context
            .run(|| unsafe { Z3_solver_check_assumptions(self.c(), self.raw, raw.len() as u32, raw.as_ptr()) });
        match found {
            Some(Z3_L_TRUE) => Checked::Sat,
            Some(Z3_L_FALSE) => Checked::Unsat,
            Some(_) => Checked::Unknown(self.reason()),
            None => Checked::Unknown("stopped".into()),
        }
    }

    fn reason(&self) -> String {
        match self.context.done() {
            Ok(()) => unsafe { text(Z3_solver_get_reason_unknown(self.c(), self.raw)) },
            Err(error) => error.0,
        }
    }

    /// Z3's count, modulo 2^32, of its own steps in all computations of the context.
    pub fn steps(&self) -> Result<u32> {
        let statistics = self.context.own(unsafe { Z3_solver_get_statistics(self.c(), self.raw) })?;
        let size = unsafe { Z3_stats_size(self.c(), statistics.raw) };
        let is_count = |&i: &u32| unsafe { text(Z3_stats_get_key(self.c(), statistics.raw, i)) } == "rlimit count";
        let count = (0..size).find(is_count).map(|i| unsafe { Z3_stats_get_uint_value(self.c(), statistics.raw, i) });
        self.context.done().map(|()| count.unwrap_or(0))
    }

    /// The assumptions that the last check's refutation used.
    pub fn core(&self) -> Result<Vec<Ast>> {
        self.context.own(unsafe { Z3_solver_get_unsat_core(self.c(), self.raw) })?.to_vec()
    }

    /// The model that the last check found.
    pub fn model(&self) -> Result<Model> {
        self.context.own(unsafe { Z3_solver_get_model(self.c(), self.raw) })
    }
}

impl Model {
    /// Model-based projection of a formula that is true in the model.
    pub fn project(&self, constants: &Constants, formula: QuantifierFree<'_>) -> Result<Ast> {
        let (context, bound) = (&self.context, constants.raw());
        let (c, n) = (context.raw(), bound.len() as u32);
        context.own(unsafe { Z3_qe_model_project(c, self.raw, n, bound.as_ptr(), formula.raw(context)) })
    }
}
