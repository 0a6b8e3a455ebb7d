//! The commands of a script, with terms in place of text.

use crate::term::{FunId, TermId, VarId};
use alphorn_sexpr::Span;

/// A command and where it stands.
#[derive(Clone, Debug)]
pub struct Spanned {
    /// The command.
    pub command: Command,
    /// From its opening to its closing parenthesis; the evidence names commands by where they start.
    pub span: Span,
}

/// A command. Declarations and definitions are already in force when they are returned.
#[derive(Clone, Debug)]
pub enum Command {
    /// `(set-logic L)`
    SetLogic(String),
    /// `(set-info :keyword value)`
    SetInfo(Attribute),
    /// `(set-option :keyword value)`
    SetOption(Attribute),
    /// `declare-fun` or `declare-const`
    DeclareFun(FunId),
    /// `declare-rel`
    DeclareRel(FunId),
    /// `declare-var`: the name
    DeclareVar(String),
    /// `declare-sort`: the name
    DeclareSort(String),
    /// `define-sort`: the name
    DefineSort(String),
    /// `declare-datatype` or `declare-datatypes`: the names
    DeclareDatatypes(Vec<String>),
    /// `define-fun` or `define-const`: the name; uses are read as the body
    DefineFun(String),
    /// `(assert F)`
    Assert(Assertion),
    /// `(rule F name)`, closed over the declared variables that occur in it
    Rule(Assertion),
    /// `(query G)`
    Query(Query),
    /// `(push n)`
    Push(usize),
    /// `(pop n)`, never more than there are levels
    Pop(usize),
    /// `(check-sat)`, or `(check-sat-using tactic)`: how it is decided is our own affair
    CheckSat,
    /// `(check-sat-assuming (F …))`
    CheckSatAssuming(Vec<TermId>),
    /// `(eval t)`
    Eval(TermId),
    /// `(simplify t)`
    Simplify(TermId),
    /// `(display t)`: the text of the term
    Display(String),
    /// `(help name …)`: names of commands
    Help(Vec<String>),
    /// `(get-assignment)`
    GetAssignment,
    /// `(get-model)`
    GetModel,
    /// `(get-proof)`
    GetProof,
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(get-value (t …))`, each term with its text
    GetValue(Vec<(TermId, String)>),
    /// `(get-info :keyword)`
    GetInfo(String),
    /// `(get-option :keyword)`
    GetOption(String),
    /// `(get-assertions)`
    GetAssertions,
    /// `(echo "text")`: the text between the quotes, doubled ones made single
    Echo(String),
    /// `(reset)`
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(exit)`; nothing after it is read
    Exit,
}

/// A keyword, colon included, and the text of its value, empty when there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Such as `:status`.
    pub keyword: String,
    /// As written.
    pub value: String,
}

/// A formula that is asserted.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// A closed formula.
    pub term: TermId,
    /// Where the formula stands.
    pub span: Span,
    /// What `:named` or the rule dialect calls it.
    pub name: Option<String>,
}

/// A question of the rule dialect: can the goal be derived for some values of the variables?
#[derive(Clone, Debug)]
pub struct Query {
    /// What is asked for, over the variables.
    pub goal: TermId,
    /// The variables of the goal: declared ones that occur in it, or one for each argument of a bare relation.
    pub vars: Vec<VarId>,
    /// The same as a clause: for all values of the variables, not the goal.
    pub clause: TermId,
    /// Where the goal stands.
    pub span: Span,
    /// What follows it, such as `:print-certificate true`.
    pub options: Vec<Attribute>,
}
