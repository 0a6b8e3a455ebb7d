//! Random small Horn problems as SMT-LIB text, driven by a list of choices that proptest can shrink.

use std::fmt::Write;

const SORTS: [&str; 3] = ["Int", "Bool", "Real"];

/// A problem, and whether its predicates depend on each other without cycles.
#[derive(Clone, Debug)]
pub struct Generated {
    pub text: String,
    pub acyclic: bool,
}

/// The problem of a list of choices.
pub fn generate(choices: &[u16]) -> Generated {
    generate_with(choices, false)
}

/// As [`generate`], with more loops that pass most of their arguments on.
pub fn generate_with(choices: &[u16], loops: bool) -> Generated {
    let mut generator = Generator { choices: choices.iter(), predicates: Vec::new() };
    let acyclic = generator.choose(3) > 0;
    for _ in 0..1 + generator.choose(5) {
        let arity = generator.choose(4);
        let sorts = (0..arity).map(|_| [0, 0, 0, 1, 2][generator.choose(5)]).collect();
        generator.predicates.push(sorts);
    }
    let mut text = String::from("(set-logic HORN)\n");
    for (i, sorts) in generator.predicates.iter().enumerate() {
        let sorts: Vec<&str> = sorts.iter().map(|&s| SORTS[s]).collect();
        let _ = writeln!(text, "(declare-fun p{i} ({}) Bool)", sorts.join(" "));
    }
    let count = generator.predicates.len();
    for head in 0..=count {
        // Most predicates have a rule or two; there are one or two goals.
        for _ in 0..[1, 2, 1, 2, 3, 0][generator.choose(6)].max(usize::from(head == count)) {
            let clause = Clause::new(&mut generator, (head < count).then_some(head), acyclic).finish();
            let _ = writeln!(text, "(assert {clause})");
        }
    }
    for pred in (0..count).filter(|_| loops && !acyclic) {
        if generator.choose(2) == 1 {
            let clause = Clause::new(&mut generator, Some(pred), acyclic).round();
            let _ = writeln!(text, "(assert {clause})");
        }
    }
    text.push_str("(check-sat)\n");
    Generated { text, acyclic }
}

struct Generator<'a> {
    choices: std::slice::Iter<'a, u16>,
    /// The sorts of each predicate's arguments.
    predicates: Vec<Vec<usize>>,
}

impl Generator<'_> {
    fn choose(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, |c| *c as usize % n)
    }
}

/// One clause: variables `x0`, … of Int, `b0`, … of Bool, `r0`, … of Real.
struct Clause<'g, 'a> {
    generator: &'g mut Generator<'a>,
    head: Option<usize>,
    /// The predicates that may be premises are those before this one.
    end: usize,
}

impl<'g, 'a> Clause<'g, 'a> {
    fn new(generator: &'g mut Generator<'a>, head: Option<usize>, acyclic: bool) -> Self {
        let end = if acyclic { head.unwrap_or(generator.predicates.len()) } else { generator.predicates.len() };
        Clause { generator, head, end }
    }

    fn choose(&mut self, n: usize) -> usize {
        self.generator.choose(n)
    }

    fn finish(mut self) -> String {
        let mut body = Vec::new();
        let premises = [1, 1, 1, 0, 2, 2, 3][self.choose(7)];
        for _ in 0..premises.max(usize::from(self.head.is_none())) {
            body.extend(self.premise());
        }
        if self.choose(4) == 0 {
            let [left, right] = [(); 2].map(|()| self.conjunction());
            body.push(format!("(or {left} {right})"));
        }
        for _ in 0..self.choose(3) {
            body.push(self.formula());
        }
        let head = match self.head {
            Some(pred) => self.atom(pred),
            None => "false".into(),
        };
        closed(&body, &head)
    }

    /// A way round a loop: one argument may change, the others are passed on.
    fn round(mut self) -> String {
        let Some(pred) = self.head else { unreachable!("a loop has a predicate") };
        let sorts = self.generator.predicates[pred].clone();
        let mut args: Vec<String> =
            sorts.iter().enumerate().map(|(i, &s)| format!("{}{i}", ["x", "b", "r"][s])).collect();
        let body = [application(pred, &args), self.formula()];
        if !args.is_empty() {
            let at = self.choose(args.len());
            args[at] = self.term(sorts[at]);
        }
        closed(&body, &application(pred, &args))
    }

    /// An atom of a predicate that may be a premise.
    fn premise(&mut self) -> Option<String> {
        if self.end == 0 {
            return None;
        }
        let pred = self.choose(self.end);
        Some(self.atom(pred))
    }

    /// A part of a disjunction: premises and formulas.
    fn conjunction(&mut self) -> String {
        let mut parts = vec![self.formula()];
        if self.choose(3) > 0 {
            parts.extend(self.premise());
        }
        format!("(and true {})", parts.join(" "))
    }

    fn atom(&mut self, pred: usize) -> String {
        let sorts = self.generator.predicates[pred].clone();
        let args: Vec<String> = sorts.iter().map(|&sort| self.term(sort)).collect();
        application(pred, &args)
    }

    fn term(&mut self, sort: usize) -> String {
        let var = self.choose(4);
        let number = self.choose(5);
        match (sort, self.choose(6)) {
            (0, 0) => format!("{number}"),
            (0, 1) => format!("(+ x{var} {number})"),
            (0, 2) => format!("(- x{var} x{})", self.choose(4)),
            (0, 3) if number == 4 => format!("(mod x{var} 2)"),
            (0, _) => format!("x{var}"),
            (1, 0) => ["true", "false"][number % 2].into(),
            (1, 1) => format!("(<= x{var} {number})"),
            (1, _) => format!("b{var}"),
            (_, 0) => format!("{number}.5"),
            (_, 1) => format!("(+ r{var} {number}.0)"),
            (_, _) => format!("r{var}"),
        }
    }

    fn formula(&mut self) -> String {
        let kind = self.choose(10);
        let sort = if kind % 5 == 4 { 2 } else { 0 };
        let [a, b] = [(); 2].map(|()| self.term(sort));
        match kind {
            0 | 1 | 4 => format!("(= {a} {b})"),
            2 | 9 => format!("(<= {a} {b})"),
            3 => format!("(< {a} {b})"),
            5 => format!("(not (= {a} {b}))"),
            6 => format!("b{}", self.choose(4)),
            7 => format!("(not b{})", self.choose(4)),
            _ => format!("(= b{} (<= {a} {b}))", self.choose(4)),
        }
    }
}

fn application(pred: usize, args: &[String]) -> String {
    if args.is_empty() { format!("p{pred}") } else { format!("(p{pred} {})", args.join(" ")) }
}

/// The clause for all values of the variables.
fn closed(body: &[String], head: &str) -> String {
    let vars: Vec<String> =
        (0..4).flat_map(|i| [format!("(x{i} Int)"), format!("(b{i} Bool)"), format!("(r{i} Real)")]).collect();
    format!("(forall ({}) (=> (and true true {}) {head}))", vars.join(" "), body.join(" "))
}
