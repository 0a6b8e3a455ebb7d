//! Random problems of linear arithmetic that are refuted, with every operator that has a rule in Alethe.
//!
//! A rule's constraint gives each new variable a value (`(= b F)`, `(= x T)`), so that it can hold whatever the formulas
//! are; so nearly all problems have a derivation, in which formulas and terms are evaluated both ways.

use std::fmt::Write;

/// How a problem is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Every sort as SMT-LIB has it.
    Standard,
    /// Integers among reals in arithmetic and comparisons.
    Mixed,
    /// Integers where reals are meant, `~`, labels, several questions, `push` and `pop`.
    Loose,
    /// The rule dialect.
    Rules,
}

/// All styles.
pub const STYLES: [Style; 4] = [Style::Standard, Style::Mixed, Style::Loose, Style::Rules];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Bool,
    Int,
    Real,
}

use Sort::{Bool, Int, Real};

const SORTS: [Sort; 3] = [Bool, Int, Real];

/// The problem of a seed.
pub fn linear(seed: u64, style: Style) -> String {
    let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    Linear { state, style, names: 0, vars: Vec::new(), predicates: Vec::new() }.script()
}

struct Linear {
    state: u64,
    style: Style,
    names: usize,
    /// The variables that have values, and their sorts.
    vars: Vec<(String, Sort)>,
    /// The sorts of each predicate's arguments.
    predicates: Vec<Vec<Sort>>,
}

impl Linear {
    fn choose(&mut self, n: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % n
    }

    fn script(mut self) -> String {
        let is_rules = self.style == Style::Rules;
        let mut out = String::from(if is_rules { "" } else { "(set-logic HORN)\n" });
        let count = 1 + self.choose(3);
        for i in 0..count {
            let sorts: Vec<Sort> = (0..self.choose(4)).map(|_| SORTS[self.choose(3)]).collect();
            let written: Vec<&str> = sorts.iter().map(|&sort| name(sort)).collect();
            let _ = match is_rules {
                true => writeln!(out, "(declare-rel p{i} ({}))", written.join(" ")),
                false => writeln!(out, "(declare-fun p{i} ({}) Bool)", written.join(" ")),
            };
            self.predicates.push(sorts);
        }
        if !is_rules && self.choose(2) == 0 {
            out.push_str("(define-fun twice ((a Int)) Int (+ a a))\n");
            out.push_str("(define-fun between ((a Int) (b Int)) Bool (let ((c (- b a))) (and (< a b) (> c 1))))\n");
            out.push_str("(define-fun half () Real 0.5)\n");
        }
        let definitions = out.contains("define-fun");
        if self.style == Style::Loose && self.choose(2) == 0 {
            out.push_str(
                "(push 1)\n(assert (forall ((x Int)) (=> (> x 0) (p0 x))))\n(pop 1)\n"
                    .replace("(p0 x)", &format!("(or {})", self.false_atom()))
                    .as_str(),
            );
        }
        for i in 0..count {
            self.clause(&mut out, Some(i), definitions);
        }
        self.clause(&mut out, None, definitions);
        if self.style == Style::Loose && self.choose(3) == 0 {
            out.push_str("(check-sat)\n");
        }
        out
    }

    /// The first predicate applied to values.
    fn false_atom(&mut self) -> String {
        let args: Vec<String> = self.predicates[0].clone().into_iter().map(|sort| self.numeral(sort)).collect();
        application(0, &args)
    }

    /// A rule for a predicate from those before it, or the goal.
    fn clause(&mut self, out: &mut String, head: Option<usize>, definitions: bool) {
        self.vars.clear();
        let mut body = Vec::new();
        let end = head.unwrap_or(self.predicates.len());
        for i in (0..end).filter(|i| head.is_none() || i % 2 == 0) {
            let args: Vec<String> = self.predicates[i].clone().into_iter().map(|sort| self.fresh(sort)).collect();
            body.push(application(i, &args));
        }
        for _ in 0..1 + self.choose(3) {
            let sort = SORTS[self.choose(3)];
            let term = self.term(sort, 3);
            let definition = match (definitions, self.choose(4)) {
                (true, 0) => format!("(and {} (= half 0.5))", self.defined(sort, &term)),
                _ => self.defined(sort, &term),
            };
            body.push(definition);
        }
        if definitions && self.choose(2) == 0 {
            let (a, b) = (self.term(Int, 2), self.term(Int, 1));
            let var = self.fresh(Bool);
            body.push(format!("(= {var} (between (twice {a}) {b}))"));
        }
        if self.choose(3) == 0 {
            let (a, b) = (self.term(Int, 1), self.fresh(Int));
            // It is what it is bound to, so that the formula holds.
            body.push(format!("(exists ((e Int)) (and (= e {a}) (= {b} (+ e 1))))"));
        }
        let conclusion = match head {
            Some(i) => {
                let args: Vec<String> = self.predicates[i].clone().into_iter().map(|sort| self.term(sort, 2)).collect();
                application(i, &args)
            }
            None => "false".into(),
        };
        self.close(out, &body, &conclusion);
    }

    /// Writes a clause in one of the shapes that clauses have.
    fn close(&mut self, out: &mut String, body: &[String], conclusion: &str) {
        let body = body.join(" ");
        let vars: Vec<String> = self.vars.iter().map(|(var, sort)| format!("({var} {})", name(*sort))).collect();
        let vars = vars.join(" ");
        let is_goal = conclusion == "false";
        if self.style == Style::Rules {
            for (var, sort) in &self.vars {
                let _ = writeln!(out, "(declare-var {var} {})", name(*sort));
            }
            let _ = match is_goal {
                true => writeln!(out, "(query (and {body}))"),
                false => writeln!(out, "(rule (=> (and {body}) {conclusion}))"),
            };
            return;
        }
        let _ = match (is_goal, self.choose(4)) {
            (true, 0) => writeln!(out, "(assert (not (exists ({vars}) (and {body}))))\n(check-sat)"),
            (true, 1) => writeln!(out, "(assert (forall ({vars}) (not (and {body}))))\n(check-sat)"),
            (true, _) => writeln!(out, "(assert (forall ({vars}) (=> (and {body}) false)))\n(check-sat)"),
            (_, 0) if self.style == Style::Loose => {
                writeln!(out, "(assert (! (forall ({vars}) (=> (and {body}) {conclusion})) :named n{}))", self.names)
            }
            (_, 1) => writeln!(out, "(assert (forall ({vars}) (or (not (and {body})) {conclusion})))"),
            (_, 2) => writeln!(out, "(assert (forall ({vars}) (=> {body} {conclusion})))"),
            _ => writeln!(out, "(assert (forall ({vars}) (=> (and {body}) {conclusion})))"),
        };
    }

    /// A new variable.
    fn fresh(&mut self, sort: Sort) -> String {
        self.names += 1;
        let var = format!("{}{}", ["b", "x", "r"][SORTS.iter().position(|s| *s == sort).unwrap()], self.names);
        self.vars.push((var.clone(), sort));
        var
    }

    /// A formula that holds for one value of a new variable.
    fn defined(&mut self, sort: Sort, term: &str) -> String {
        let var = self.fresh(sort);
        match (sort, self.choose(6)) {
            (Bool, 0) => format!("(xor {var} (not {term}))"),
            (Bool, 1) => format!("(ite {term} {var} (not {var}))"),
            (Bool, 2) => format!("(and (=> {term} true {var}) (=> {var} {term}))"),
            (Bool, 3) => format!("(not (distinct {var} {term}))"),
            (_, 0) => format!("(not (distinct {var} {term}))"),
            (Int | Real, 1) => format!("(and (<= {var} {term}) (>= {var} {term}))"),
            (Int | Real, 2) => format!("(not (or (< {var} {term}) (> {var} {term})))"),
            (Real, 3) if self.style == Style::Loose => format!("(<= 0 (- {var} {term}) 0)"),
            _ => format!("(= {var} {term})"),
        }
    }

    fn variable(&mut self, sort: Sort) -> Option<String> {
        let all: Vec<String> = self.vars.iter().filter(|(_, s)| *s == sort).map(|(var, _)| var.clone()).collect();
        (!all.is_empty()).then(|| all[self.choose(all.len())].clone())
    }

    fn numeral(&mut self, sort: Sort) -> String {
        let n = self.choose(8);
        match (sort, self.choose(4)) {
            (Bool, _) => ["true", "false"][n % 2].into(),
            (Int, 0) if self.style == Style::Loose => format!("(~ {n})"),
            (Int, 0) => format!("(- {n})"),
            (Int, _) => n.to_string(),
            (Real, 0) => format!("(- {n}.25)"),
            (Real, 1) => format!("(/ {n}.0 3.0)"),
            (Real, 2) if self.style == Style::Loose => format!("(/ {n} 4)"),
            (Real, _) => format!("{n}.50"),
        }
    }

    fn term(&mut self, sort: Sort, depth: usize) -> String {
        if depth == 0 || self.choose(6) == 0 {
            let var = self.variable(sort);
            return match (var, self.choose(3)) {
                (Some(var), 1..) => var,
                _ => self.numeral(sort),
            };
        }
        let choice = self.choose(12);
        if choice == 0 {
            let [c, a, b] = [Bool, sort, sort].map(|sort| self.term(sort, depth - 1));
            return format!("(ite {c} {a} {b})");
        }
        if choice == 1 {
            self.names += 1;
            let (name, inner) = (format!("l{}", self.names), SORTS[self.choose(3)]);
            let value = self.term(inner, depth - 1);
            self.vars.push((name.clone(), inner));
            let body = self.term(sort, depth - 1);
            self.vars.retain(|(var, _)| *var != name);
            return format!("(let (({name} {value})) {body})");
        }
        match sort {
            Bool => self.formula(depth - 1),
            Int => self.integer(depth - 1),
            Real => self.real(depth - 1),
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        let number = [Int, Real][self.choose(2)];
        let n = self.choose(2) + 2;
        let terms = |this: &mut Self, sort: Sort, n: usize| {
            (0..n).map(|_| this.term(sort, depth)).collect::<Vec<String>>().join(" ")
        };
        match self.choose(10) {
            0 => format!("(not {})", terms(self, Bool, 1)),
            1 => format!("(and {})", terms(self, Bool, n)),
            2 => format!("(or {})", terms(self, Bool, n)),
            3 => format!("(=> {})", terms(self, Bool, n)),
            4 => format!("(xor {})", terms(self, Bool, n)),
            5 => format!("({} {})", ["=", "distinct"][self.choose(2)], terms(self, Bool, n)),
            6 => format!("({} {})", ["=", "distinct"][self.choose(2)], terms(self, number, n)),
            7 if self.style != Style::Standard => {
                let (a, b) = (self.term(Int, depth), self.term(Real, depth));
                format!("({} {a} {b})", ["<", "<=", ">", ">="][self.choose(4)])
            }
            8 if self.style == Style::Loose => {
                let (a, b) = (self.term(Int, depth), self.term(Real, depth));
                format!("({} {b} {a})", ["=", "distinct"][self.choose(2)])
            }
            _ => format!("({} {})", ["<", "<=", ">", ">="][self.choose(4)], terms(self, number, n)),
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        let (a, n) = (self.term(Int, depth), 1 + self.choose(4));
        let divisor = if self.choose(2) == 0 { n.to_string() } else { format!("(- {n})") };
        match self.choose(9) {
            0 => format!("(- {a})"),
            1 => format!("(- {a} {})", self.term(Int, depth)),
            2 => format!("(+ {a} {} {n})", self.term(Int, depth)),
            3 => format!("(* {divisor} {a})"),
            4 => format!("(div {a} {divisor})"),
            5 => format!("(mod {a} {divisor})"),
            6 => format!("(abs {a})"),
            7 => format!("(to_int {})", self.term(Real, depth)),
            _ => format!("(- {a} {n} {})", self.term(Int, depth)),
        }
    }

    fn real(&mut self, depth: usize) -> String {
        let (a, n) = (self.term(Real, depth), 1 + self.choose(4));
        let is_mixed = self.style != Style::Standard;
        match self.choose(8) {
            0 => format!("(- {a})"),
            1 => format!("(- {a} {})", self.term(Real, depth)),
            2 if is_mixed => format!("(+ {a} {})", self.term(Int, depth)),
            3 if is_mixed => format!("(* {n} {a})"),
            4 if is_mixed => format!("(/ {a} {n})"),
            5 => format!("(/ {a} {n}.0)"),
            6 => format!("(to_real {})", self.term(Int, depth)),
            _ => format!("(+ {a} {} {n}.5)", self.term(Real, depth)),
        }
    }
}

fn name(sort: Sort) -> &'static str {
    match sort {
        Bool => "Bool",
        Int => "Int",
        Real => "Real",
    }
}

fn application(pred: usize, args: &[String]) -> String {
    if args.is_empty() { format!("p{pred}") } else { format!("(p{pred} {})", args.join(" ")) }
}
