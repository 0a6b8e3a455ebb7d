//! The run that is being executed symbolically: a stack of queries, each a location with the constraint that led there.

use super::{
    cycle::Closing,
    graph::{Edge, Graph, Location},
    labels::Label,
};
use alphorn_logic::{
    horn::PredId,
    term::{Op, TermId, Terms, Var, VarId},
    witness::{Derivation, Fact, Step},
};
use alphorn_smt::{Model, Smt};
use rustc_hash::{FxHashMap, FxHashSet};

/// A symbolic state at a location.
pub struct Query {
    /// The location.
    pub at: Location,
    /// Its arguments: variables.
    pub args: Vec<TermId>,
    /// The well-founded counter that bounds the run.
    pub tau: u32,
    /// How it was reached; nothing for the start.
    arrived: Option<Instance>,
    /// The literals of the last step.
    cube: Vec<TermId>,
    /// Which of the location's edges is looked at.
    pub next: usize,
    /// The labels that block the edges before.
    pub blocked: Vec<Label>,
    /// Whether some step was executed from here.
    pub executed: bool,
    /// The step that is looked at, and what of it was executed without learning from it.
    pub instance: Option<Instance>,
    /// Cubes of that step that need not be executed again.
    pub taken: Vec<TermId>,
    /// Where some run came back to this query.
    pub(super) closing: Option<Closing>,
}

impl Query {
    /// Goes on to the next edge.
    pub fn turn(&mut self) {
        self.next += 1;
        self.instance = None;
        self.taken.clear();
    }

    /// Goes back to the first edge.
    pub fn look_again(&mut self) {
        self.next = 0;
        self.blocked.clear();
        self.instance = None;
        self.taken.clear();
    }
}

/// A step of the path, over variables of its own.
#[derive(Clone)]
pub struct Instance {
    edge: usize,
    /// What must hold.
    pub constraint: TermId,
    /// The arguments of the location where it arrives.
    pub args: Vec<TermId>,
    /// The values of the rule's variables.
    vars: Vec<TermId>,
    renaming: FxHashMap<VarId, TermId>,
}

impl Instance {
    /// An edge from a state with these arguments.
    fn new(terms: &mut Terms, graph: &Graph, number: usize, args: &[TermId]) -> Self {
        let edge: &Edge = graph.edge(number);
        let params = graph.params(edge.from).iter().copied();
        let mut renaming: FxHashMap<VarId, TermId> = params.zip(args.iter().copied()).collect();
        let all = terms.free_vars(edge.vars.iter().chain(&edge.args).copied().chain([edge.constraint]));
        for var in all {
            renaming.entry(var).or_insert_with(|| {
                let Var { name, sort } = terms.var(var).clone();
                terms.fresh(&name, sort)
            });
        }
        let rename = |terms: &mut Terms, term| terms.substitute(term, &renaming);
        let constraint = rename(terms, edge.constraint);
        let args = edge.args.iter().map(|&arg| rename(terms, arg)).collect();
        let vars = edge.vars.iter().map(|&var| rename(terms, var)).collect();
        Instance { edge: number, constraint, args, vars, renaming }
    }

    /// What a formula over the variables of the edge says here.
    pub fn rename(&self, terms: &mut Terms, formula: TermId) -> TermId {
        terms.substitute(formula, &self.renaming)
    }
}

/// The stack of queries, and a solver that knows their constraints.
pub struct Path {
    stack: Vec<Query>,
    /// The constraint of each query in a scope of its own.
    pub smt: Smt,
}

impl Path {
    /// The run that is at the start with so much τ.
    pub fn new(smt: Smt, tau: u32) -> Self {
        let mut path = Path { stack: Vec::new(), smt };
        path.push(None, Vec::new(), tau, None, Vec::new());
        path
    }

    fn push(&mut self, at: Location, args: Vec<TermId>, tau: u32, arrived: Option<Instance>, cube: Vec<TermId>) {
        let (blocked, taken, closing) = (Vec::new(), Vec::new(), None);
        let (next, executed, instance) = (0, false, None);
        self.stack.push(Query { at, args, tau, arrived, cube, next, blocked, executed, instance, taken, closing });
    }

    /// The last query.
    pub fn last(&mut self) -> &mut Query {
        self.stack.last_mut().expect("the start is never discarded")
    }

    /// Whether the run is at the start.
    pub fn is_at_start(&self) -> bool {
        self.stack.len() == 1
    }

    /// The step over an edge from the last query.
    pub fn instance(&mut self, terms: &mut Terms, graph: &Graph, edge: usize) -> Instance {
        let query = self.last();
        if let Some(instance) = query.instance.as_ref().filter(|instance| instance.edge == edge) {
            return instance.clone();
        }
        let instance = Instance::new(terms, graph, edge, &query.args);
        query.instance = Some(instance.clone());
        instance
    }

    /// Executes a step, restricted to a cube that implies its constraint.
    pub fn execute(&mut self, terms: &Terms, graph: &Graph, instance: Instance, cube: Vec<TermId>) {
        self.smt.push();
        cube.iter().for_each(|&literal| self.smt.assert(terms, literal));
        let edge = graph.edge(instance.edge);
        let query = self.last();
        query.executed = true;
        let tau = query.tau - edge.drop;
        self.push(edge.to, instance.args.clone(), tau, Some(instance), cube);
    }

    /// Discards the last query.
    pub fn discard(&mut self) -> Query {
        self.smt.pop();
        self.stack.pop().expect("there is a query")
    }

    /// What the path says of the parameters of its last location: the literals that are connected to them.
    pub fn state(&self, terms: &mut Terms, graph: &Graph) -> Vec<TermId> {
        let query = self.stack.last().expect("the start is never discarded");
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (&arg, &param) in query.args.iter().zip(graph.params(query.at)) {
            if let Op::Var(var) = *terms.op(arg) {
                renaming.insert(var, terms.var_term(param));
            }
        }
        let literals: Vec<TermId> = self.stack.iter().flat_map(|query| &query.cube).copied().collect();
        let nothing = FxHashSet::default();
        let connected = crate::search::connected(terms, &query.args, literals, &nothing);
        connected.into_iter().map(|literal| terms.substitute(literal, &renaming)).collect()
    }

    /// Where the run was at a location, the latest first.
    pub fn places(&self, at: PredId) -> Vec<usize> {
        (0..self.stack.len()).rev().filter(|&place| self.stack[place].at == Some(at)).collect()
    }

    /// The query at a place.
    pub fn query(&mut self, place: usize) -> &mut Query {
        &mut self.stack[place]
    }

    /// The derivation of a goal by a last step that a model satisfies; `None` when the model has no value for a variable.
    pub fn derivation(
        &self,
        terms: &mut Terms,
        graph: &Graph,
        model: &mut Model,
        goal: &Instance,
    ) -> Option<Derivation> {
        let mut derivation = Derivation::default();
        for instance in self.stack.iter().filter_map(|query| query.arrived.as_ref()).chain([goal]) {
            let edge = graph.edge(instance.edge);
            let mut values = |parts: &[TermId]| parts.iter().map(|&part| model.value(terms, part)).collect();
            let (values, args): (Option<Vec<TermId>>, Option<Vec<TermId>>) =
                (values(&instance.vars), values(&instance.args));
            let before = edge.from.map(|_| derivation.steps.len() - 1);
            let premises = graph.problem().rule(edge.rule).premises.iter().map(|_| before).collect();
            let args = args?;
            let fact = edge.to.map(|pred| Fact { pred, args });
            derivation.steps.push(Step { rule: edge.rule, values: values?, premises, fact });
        }
        Some(derivation)
    }
}
