//! What texts mean. Equal terms have equal ids, so notation is tested against what it stands for.

mod z3;

use super::{Command, ReadError, Reader, Source, Spanned};
use crate::term::{Op, Sort, TermId, Terms};

/// A script that must be read without a mistake.
struct Script {
    terms: Terms,
    reader: Reader,
    commands: Vec<Spanned>,
}

impl Script {
    fn read(text: &str) -> Script {
        let (mut terms, mut reader, mut commands) = (Terms::new(), Reader::new(), Vec::new());
        let source = Source::whole("test", text);
        loop {
            match reader.next(&mut terms, &source) {
                Ok(Some(command)) => commands.push(command),
                Ok(None) => return Script { terms, reader, commands },
                Err(error) => panic!("{}", error.render("test", text)),
            }
        }
    }

    /// What is asserted.
    fn formulas(&self) -> Vec<TermId> {
        let formula = |c: &Spanned| match &c.command {
            Command::Assert(a) | Command::Rule(a) => Some(a.term),
            _ => None,
        };
        self.commands.iter().filter_map(formula).collect()
    }
}

const NAMES: &str = "
(declare-const a Int) (declare-const b Int) (declare-const c Int)
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
(declare-const x Real) (declare-const y Real)
(declare-const v (_ BitVec 8)) (declare-const w (_ BitVec 8))
(declare-const m (Array Int Int)) (declare-const n (Array Real Real))
(declare-fun f (Int) Int) (declare-fun g (Real) Bool)
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-const l (List Int))
(declare-datatypes ((Tree 0) (Forest 0)) (((node (value Int) (below Forest))) ((empty) (grow (first Tree) (more Forest)))))
(declare-const t Tree)
(define-fun twice ((i Int)) Int (+ i i))
(define-fun near ((i Int) (z Real)) Bool (exists ((k Real)) (and (< k z) (> k i))))
(define-const five Int 5)
(define-sort Row (E) (Array Int E))
";

/// The mistake of a script.
fn mistake(text: &str) -> ReadError {
    let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("test", text));
    loop {
        match reader.next(&mut terms, &source) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("no mistake in {text}"),
            Err(error) => return error,
        }
    }
}

fn same(text: &str, meaning: &str) {
    let script = Script::read(&format!("{NAMES}(assert {text})(assert {meaning})"));
    let formulas = script.formulas();
    assert_eq!(formulas[0], formulas[1], "{text} is not {meaning}");
}

#[test]
fn chains_and_associations_unfold() {
    same("(< a b c)", "(and (< a b) (< b c))");
    same("(= p q r)", "(and (= p q) (= q r))");
    same("(=> p q r)", "(=> p (=> q r))");
    same("(xor p q r)", "(xor (xor p q) r)");
    same("(= a (- a b c))", "(= a (- (- a b) c))");
    same("(= a (div a b c))", "(= a (div (div a b) c))");
    same("(= v (bvadd v w v))", "(= v (bvadd (bvadd v w) v))");
    same("(= (+ a) (* b))", "(= a b)");
}

#[test]
fn other_spellings_mean_the_same() {
    same("(implies p q)", "(=> p q)");
    same("(iff p q)", "(= p q)");
    same("(if p q r)", "(ite p q r)");
    same("(= a (bv2nat v))", "(= a (ubv_to_int v))");
    same("(= v ((_ int2bv 8) a))", "(= v ((_ int_to_bv 8) a))");
    same("(= v (bvsdiv_i v w))", "(= v (bvsdiv v w))");
    same("(= (~ a) b)", "(= (- a) b)");
    same("(= a (rem a b))", "(= a (ite (< b 0) (- (mod a b)) (mod a b)))");
    same("(= x (abs x))", "(= x (ite (< x 0.0) (- x) x))");
    same("(= (bvredor v) (bvredand v))", "(= (bvnot (bvcomp v #x00)) (bvcomp (bvnot v) #x00))");
    same("(|and| |p| q)", "(and p |q|)");
    same("(is-cons l)", "((_ is cons) l)");
}

#[test]
fn literals_are_values() {
    same("(= a 0005)", "(= a five)");
    same("(= v #xFf)", "(= v (_ bv255 8))");
    same("(= v #b00000101)", "(= v #x05)");
    same("(= x (/ 1 3))", "(= x (/ 2.0 6.0))");
    same("(= x (- 1.50))", "(= x (/ (- 3) 2))");
    let big = "1".repeat(60);
    let script = Script::read(&format!("(declare-const a Int)(assert (= a (- {big})))"));
    let equation = script.formulas()[0];
    let literal = script.terms.args(equation)[1];
    assert_eq!(script.terms.op(literal), &Op::Int(-big.parse::<dashu_int::IBig>().unwrap()));
}

#[test]
fn integers_become_real_where_a_real_is_wanted() {
    same("(< x a 1)", "(and (< x (to_real a)) (< (to_real a) 1.0))");
    same("(= x (+ y 1 a))", "(= x (+ y 1.0 (to_real a)))");
    same("(= x (ite p 1 y))", "(= x (ite p 1.0 y))");
    same("(= x (/ a 2))", "(= x (/ (to_real a) 2.0))");
    same("(distinct 1 x)", "(distinct 1.0 x)");
    same("(g 1)", "(g 1.0)");
    same("(= 1.0 (select (store n 1 2) 1))", "(= 1.0 (select (store n 1.0 2.0) 1.0))");
    same("(= n ((as const (Array Real Real)) 0))", "(= n ((as const (Array Real Real)) 0.0))");
    same("(= x (match l ((nil 0) ((cons h u) y))))", "(= x (ite ((_ is nil) l) 0.0 y))");
}

#[test]
fn lets_are_parallel_and_shadow() {
    same("(let ((a b) (b a)) (< a b))", "(< b a)");
    same("(let ((a 1)) (let ((a (+ a 1)) (b a)) (< a b)))", "(< (+ 1 1) 1)");
    same("(and (let ((a 1)) (< a 2)) (< a 2))", "(and (< 1 2) (< a 2))");
    same("(let ((and p)) and)", "p");
}

#[test]
fn annotations_are_dropped_and_names_kept() {
    same("(! (< (! a :weight 3) b) :pattern ((f a)) :skolem)", "(< a b)");
    let script = Script::read("(declare-const p Bool)(assert (! (not p) :named |n 1|))(assert (or p |n 1|))");
    let Command::Assert(named) = &script.commands[1].command else { panic!() };
    assert_eq!(named.name.as_deref(), Some("n 1"));
    assert_eq!(script.terms.args(script.formulas()[1])[1], named.term);
}

#[test]
fn definitions_are_read_as_their_bodies() {
    same("(= a (twice (twice b)))", "(= a (+ (+ b b) (+ b b)))");
    let script = Script::read(&format!("{NAMES}(assert (near a 2))"));
    let quantified = script.terms.args(script.formulas()[0])[0];
    let below = script.terms.args(quantified)[0];
    let two = script.terms.args(below)[1];
    assert_eq!(script.terms.op(two), &Op::Real(2.into()));
}

#[test]
fn instances_of_datatypes_are_shared_and_mutual_ones_filled_in() {
    same("(= l (cons 1 (as nil (List Int))))", "(= l ((as cons (List Int)) 1 (as nil (List Int))))");
    same("(= t (node 1 (grow t empty)))", "(= t (node 1 (grow t (as empty Forest))))");
    let script = Script::read(&format!("{NAMES}(declare-const k (List Int))(declare-const o (List (List Bool)))"));
    let names: Vec<String> = script.terms.datatypes().map(|(_, d)| d.name.to_string()).collect();
    assert_eq!(names.iter().filter(|n| *n == "List").count(), 3, "Int, Bool and lists of Bool");
    assert!(script.terms.datatypes().all(|(_, d)| !d.constructors.is_empty()));
    Script::read(
        "(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))(declare-datatype Rose ((rose (kids (List Rose)))))",
    );
}

#[test]
fn datatypes_may_be_declared_as_before_smtlib_2_6() {
    let script = Script::read(
        "(declare-datatypes () ((L nil (cons (head Int) (tail L))) (E a b)))
         (declare-const x L)(assert (= x (cons 1 nil)))(declare-const y E)(assert (distinct a b y))",
    );
    let counts: Vec<usize> = script.terms.datatypes().map(|(_, d)| d.constructors.len()).collect();
    assert_eq!(counts, [2, 2]);
}

#[test]
fn a_match_is_a_choice_by_testers() {
    same(
        "(= a (match l ((nil 0) ((cons h u) (+ h (match u ((nil 1) (other 2))))))))",
        "(= a (ite ((_ is nil) l) 0 (+ (head l) (ite ((_ is nil) (tail l)) 1 2))))",
    );
    same("(= l (match l (((cons _ u) u) (_ l))))", "(= l (ite ((_ is cons) l) (tail l) l))");
}

#[test]
fn sort_definitions_take_arguments() {
    let script = Script::read(&format!("{NAMES}(declare-const s (Row (Row Bool)))"));
    let last = *script.reader.declared().last().unwrap();
    let sort = script.terms.fun(last).result;
    assert!(
        matches!(script.terms.sort(sort), Sort::Array(_, row) if matches!(script.terms.sort(*row), Sort::Array(..)))
    );
    assert_eq!(script.terms.display_sort(sort), "(Array Int (Array Int Bool))");
}

#[test]
fn every_binder_makes_variables_that_know_their_place() {
    let text = "(assert (forall ((x Int)) (exists ((|x| Int) (y Int)) (< x y))))";
    let script = Script::read(text);
    let outer = script.formulas()[0];
    let inner = script.terms.args(outer)[0];
    let vars = |t| match script.terms.op(t) {
        Op::Forall(vars) | Op::Exists(vars) => vars.to_vec(),
        _ => panic!(),
    };
    let offsets: Vec<_> = [outer, inner].into_iter().flat_map(vars).map(|v| script.reader.binder_offset(v)).collect();
    let places = [text.find("x Int"), text.find("|x| Int"), text.find("y Int")];
    assert_eq!(offsets, places.map(|p| p.map(|p| p as u32)));
    let less = script.terms.args(inner)[0];
    let x = script.terms.args(less)[0];
    assert_eq!(script.terms.op(x), &Op::Var(vars(inner)[0]), "the inner x hides the outer one");
}

#[test]
fn rules_are_closed_over_the_variables_that_occur() {
    let text = "(declare-rel p (Int Int)) (declare-var x Int) (declare-var y Int) (declare-var z Int)
        (rule (=> (< x y) (p x y)) first) (rule (p z 1)) (rule (p 1 2)) (query (p x 3) :print-certificate true) (query p)";
    let script = Script::read(text);
    let formulas = script.formulas();
    let Op::Forall(vars) = script.terms.op(formulas[0]) else { panic!() };
    let offsets: Vec<_> = vars.iter().map(|v| script.reader.binder_offset(*v).unwrap() as usize).collect();
    assert_eq!(offsets, [text.find("x Int").unwrap(), text.find("y Int").unwrap()]);
    assert!(matches!(script.terms.op(formulas[1]), Op::Forall(v) if v.len() == 1));
    assert!(matches!(script.terms.op(formulas[2]), Op::Apply(_)));
    let queries: Vec<_> = script
        .commands
        .iter()
        .filter_map(|c| if let Command::Query(q) = &c.command { Some(q) } else { None })
        .collect();
    assert_ne!(queries[0].vars[0], vars[0], "each rule has variables of its own");
    assert_eq!(queries[0].options[0].keyword, ":print-certificate");
    assert_eq!(queries[1].vars.len(), 2);
    assert!(matches!(script.terms.op(queries[1].clause), Op::Forall(v) if v.len() == 2));
    let Command::Rule(first) = &script.commands[4].command else { panic!() };
    assert_eq!(first.name.as_deref(), Some("first"));
}

#[test]
fn levels_hide_and_forget_declarations() {
    let names = |text: &str| -> Vec<String> {
        let script = Script::read(text);
        script.reader.declared().iter().map(|f| script.terms.fun(*f).name.to_string()).collect()
    };
    let levels = "(declare-const a Int)(push)(declare-const b Int)(push 2)(declare-sort S 0)(declare-const c S)";
    assert_eq!(names(levels), ["a", "b", "c"]);
    assert_eq!(names(&format!("{levels}(pop 2)(declare-const c Int)(declare-sort S 0)")), ["a", "b", "c"]);
    assert_eq!(names(&format!("{levels}(pop 3)")), ["a"]);
    assert_eq!(names(&format!("{levels}(reset-assertions)")), [""; 0]);
    assert_eq!(names(&format!("{levels}(reset)(declare-const a Bool)")), ["a"]);
    let global = format!("(set-option :global-declarations true){levels}");
    assert_eq!(names(&format!("{global}(pop 3)")), ["a", "b", "c"]);
    assert_eq!(names(&format!("{global}(reset-assertions)")), ["a", "b", "c"]);
}

#[test]
fn a_mistaken_command_leaves_nothing_behind() {
    let source = Source::whole(
        "test",
        "(declare-datatypes ((A 0) (B 0)) (((a (f Int))) ((b (g Nowhere)))))
         (declare-datatypes ((A 0) (B 0)) (((a (f Int))) ((b (g Bool)))))
         (assert (exists ((x A)) (let ((y 1)) (and (! (= x x) :named n) nothing))))
         (declare-const x Int) (declare-const n Int) (assert (= x n))",
    );
    let (mut terms, mut reader) = (Terms::new(), Reader::new());
    let results: Vec<bool> = (0..6).map(|_| reader.next(&mut terms, &source).is_ok()).collect();
    assert_eq!(results, [false, true, false, true, true, true]);
}

#[test]
fn other_commands_keep_their_texts() {
    let script = Script::read(
        "(set-info :source |two\nlines|)(set-option :timeout 100)(echo \"a \"\"b\"\"\")(get-info :version)
         (declare-const a Int)(get-value (a (+ a 1)))(check-sat-assuming ((> a 0)))(exit) )) not read",
    );
    let commands: Vec<String> = script.commands.iter().map(|c| format!("{:?}", c.command)).collect();
    assert_eq!(commands[0], r#"SetInfo(Attribute { keyword: ":source", value: "|two\nlines|" })"#);
    assert_eq!(commands[1], r#"SetOption(Attribute { keyword: ":timeout", value: "100" })"#);
    assert_eq!(commands[2], r#"Echo("a \"b\"")"#);
    assert_eq!(commands[3], r#"GetInfo(":version")"#);
    assert!(commands[5].contains("\"(+ a 1)\""));
    assert!(commands[6].starts_with("CheckSatAssuming(["));
    assert_eq!(commands[7], "Exit");
}

#[test]
fn a_declaration_hides_an_operator_beyond_the_standard() {
    let script = Script::read("(declare-fun rem (Bool) Bool)(assert (rem true))");
    assert!(matches!(script.terms.op(script.formulas()[0]), Op::Apply(_)));
}
