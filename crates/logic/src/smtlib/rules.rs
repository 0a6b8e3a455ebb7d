//! The rule dialect: `declare-rel`, `declare-var`, `rule` and `query`.

use super::{
    command::{Assertion, Attribute, Command, Query},
    cursor::{Cursor, expected, keyword, symbol},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    symbols::Meaning,
    tables::RuleVar,
};
use crate::term::{FunId, Op, SortId, TermId, VarId};
use alphorn_sexpr::{Kind, Sexpr};

impl Elaborator<'_> {
    /// `name (sort …)`, and representation hints that other engines read
    pub(super) fn declare_rel(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_name(cursor.next("the name of a relation")?)?;
        let params = self.sorts(cursor.next("the list of argument sorts")?)?;
        for hint in cursor.rest() {
            super::cursor::symbol(hint, "`)`")?;
        }
        Ok(Command::DeclareRel(self.add_fun(name, symbol, params, SortId::BOOL)))
    }

    /// `name sort`
    pub(super) fn declare_var(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let written = cursor.next("the name of a variable")?;
        let (name, symbol) = self.new_name(written)?;
        let sort = self.sort(cursor.next("its sort")?)?;
        cursor.end()?;
        let vars = &mut self.tables.rule_vars;
        vars.push(RuleVar { name: name.into(), sort, offset: written.span().start, current: None });
        let var = Meaning::RuleVar(vars.len() as u32 - 1);
        self.tables.symbols.declare(symbol, var);
        Ok(Command::DeclareVar(name.into()))
    }

    /// A declared variable: one for each rule, made where it first occurs.
    pub(super) fn rule_variable(&mut self, s: Sexpr<'_>, i: u32) -> Read<TermId> {
        let declared = &mut self.tables.rule_vars[i as usize];
        let Some(rule) = &mut self.tables.rule else {
            let name = quoted(&declared.name);
            return Err(ReadError::new(
                s.span(),
                format!("the variable {name} may only be used in `rule` and `query`"),
            )
            .help("declare a constant with declare-const, or bind the variable with forall"));
        };
        let var = match declared.current {
            Some(var) => var,
            None => {
                let var = self.terms.fresh_var(&declared.name, declared.sort);
                declared.current = Some(var);
                rule.push(i);
                let offset = declared.offset;
                self.tables.set_binder(var, offset);
                var
            }
        };
        Ok(self.terms.var_term(var))
    }

    /// A formula over the declared variables, and those that occur in it.
    fn open_formula(&mut self, s: Sexpr<'_>) -> Read<(TermId, Vec<VarId>)> {
        self.tables.rule = Some(Vec::new());
        let formula = self.formula(s);
        let occurring = self.tables.rule.take().unwrap_or_default();
        let vars = occurring.into_iter().filter_map(|i| self.tables.rule_vars[i as usize].current.take()).collect();
        Ok((formula?, vars))
    }

    /// `formula name`
    pub(super) fn rule(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let written = cursor.next("a formula")?;
        let name = cursor.next_if_any().map(|n| symbol(n, "the name of the rule")).transpose()?;
        cursor.end()?;
        let (body, vars) = self.open_formula(written)?;
        let term = self.quantify(Op::Forall(vars.into()), body);
        Ok(Command::Rule(Assertion { term, span: written.span(), name: name.map(String::from) }))
    }

    /// `goal :keyword value …`
    pub(super) fn query(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let written = cursor.next("a relation or a formula")?;
        let mut options = Vec::new();
        let mut rest = cursor.rest().peekable();
        while let Some(option) = rest.next() {
            let value = rest.next_if(|v| v.kind() != Kind::Keyword);
            let value = value.map(|v| v.text().to_string()).unwrap_or_default();
            options.push(Attribute { keyword: keyword(option)?, value });
        }
        let (goal, vars) = match self.bare_relation(written)? {
            Some(fun) => self.any_fact(fun),
            None => self.open_formula(written)?,
        };
        let not = self.terms.app(Op::Not, [goal]);
        let clause = self.quantify(Op::Forall(vars.clone().into()), not);
        Ok(Command::Query(Query { goal, vars, clause, span: written.span(), options }))
    }

    /// The relation of `(query p)` when it has arguments that are not given.
    fn bare_relation(&self, s: Sexpr<'_>) -> Read<Option<FunId>> {
        let Some(name) = s.symbol() else { return Ok(None) };
        let Meaning::Fun(fun) = self.tables.symbols.meaning_of(name) else { return Ok(None) };
        let declared = self.terms.fun(fun);
        if declared.result != SortId::BOOL {
            return Err(expected(s, "a relation"));
        }
        Ok((!declared.params.is_empty()).then_some(fun))
    }

    /// The relation over variables of its own.
    fn any_fact(&mut self, fun: FunId) -> (TermId, Vec<VarId>) {
        let params = self.terms.fun(fun).params.clone();
        let vars: Vec<VarId> =
            params.iter().enumerate().map(|(i, sort)| self.terms.fresh_var(&format!("x{i}"), *sort)).collect();
        let args: Vec<TermId> = vars.iter().map(|v| self.terms.var_term(*v)).collect();
        (self.terms.app(Op::Apply(fun), args), vars)
    }
}
