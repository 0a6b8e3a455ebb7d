//! What the calls of other solvers mean, option by option.

use super::{Call, call};
use crate::args::{Args, StatisticsFormat};
use alphorn_session::dialect::{ModelDialect, ProofDialect};
use std::time::Duration;

/// The call in words, the solver first.
fn read(line: &str) -> Call {
    call(line.split(' ').map(Into::into))
}

#[track_caller]
fn run(line: &str) -> Args {
    match read(line) {
        Call::Run(args) => *args,
        Call::Say(text) => panic!("{line}: {text}"),
        Call::Wrong(wrong) => panic!("{line}: {}", wrong.message),
    }
}

#[test]
fn z3_limits() {
    let (second, none) = (Some(Duration::from_secs(1)), None);
    for (line, whole, each, memory) in [
        ("z3 -T:1", second, none, None),
        ("z3 -T:0", none, none, None),
        ("z3 -t:1000", none, second, None),
        ("z3 -t:0", none, none, None),
        ("z3 timeout=1000", none, second, None),
        ("z3 timeout=4294967295", none, none, None),
        ("z3 -memory:300", none, none, Some(300)),
        ("z3 -memory:0", none, none, None),
        ("z3 memory_max_size=300", none, none, Some(300)),
        ("z3 memory_max_size=0", none, none, None),
    ] {
        let args = run(line);
        assert_eq!((args.timeout, args.style.question_timeout, args.memory), (whole, each, memory), "{line}");
    }
    assert_eq!(run("z3 rlimit=200000").style.question_resources, second);
    assert_eq!(run("z3 rlimit=0").style.question_resources, none);
}

/// Z3 does not care for case, and takes dashes for underscores.
#[test]
fn z3_parameters_in_other_spellings_are_honoured() {
    let second = Some(Duration::from_secs(1));
    assert_eq!(run("z3 TIMEOUT=1000").style.question_timeout, second);
    assert_eq!(run("z3 Memory-Max-Size=300").memory, Some(300));
    assert!(run("z3 FP.print-certificate=true").style.certificate);
    assert!(run("z3 fixedpoint.print-answer=true").style.query_answers);
}

#[test]
fn what_follows_two_dashes_is_a_file() {
    for solver in ["z3", "golem", "hoice"] {
        assert_eq!(run(&format!("{solver} -- -x.smt2")).file, Some("-x.smt2".into()), "{solver}");
    }
}

#[test]
fn z3_words() {
    assert!(run("z3 dump_models=true").style.show_model && run("z3 -model").style.show_model);
    assert_eq!(run("z3 verbose=2").style.verbosity, run("z3 -v:2").style.verbosity);
    assert_eq!(run("z3 -st").statistics, Some(StatisticsFormat::Text));
    assert_eq!(run("z3 fp.engine=bmc").engine, "bmc");
    assert_eq!(run("z3 pp.pretty_proof=true").proof_format, ProofDialect::HyperResPretty);
    assert_eq!(run("z3 fp.spacer.global=true").style.notes, ["fp.spacer.global=true"]);
    // A path is no parameter, and neither is a file that is there.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a=b.smt2");
    std::fs::write(&file, "").unwrap();
    let file = file.display().to_string();
    assert_eq!(run(&format!("z3 {file}")).file, Some(file.into()));
    assert_eq!(run("z3 d=1/x.smt2").file, Some("d=1/x.smt2".into()));
    assert_eq!(run("z3 ./d=1/x.smt2").file, Some("./d=1/x.smt2".into()));
}

/// A call that is refused: its exit code.
#[track_caller]
fn refused(line: &str) -> u8 {
    match read(line) {
        Call::Wrong(wrong) => wrong.code,
        Call::Run(_) | Call::Say(_) => panic!("{line} is accepted"),
    }
}

#[test]
fn what_another_solver_refuses_is_refused_with_its_code() {
    for (line, code) in [
        ("z3 -nonsense", 109),
        ("z3 -T:abc", 109),
        ("z3 -t", 109),
        ("z3 -t:abc", 110),
        ("z3 timeout=99999999999", 110),
        ("z3 foo=bar", 110),
        ("z3 fp.foo=1", 110),
        ("z3 fp.print_answer=maybe", 110),
        ("eld -nonsense", 0),
        ("eld -hin x.p", 0),
        ("golem --nonsense", 134),
        ("golem -e magic", 134),
        ("golem --pr a.smt2", 134),
        ("golem a.smt2 b.smt2", 1),
        ("hoice --nonsense 1", 1),
        ("hoice a.smt2 b.smt2", 1),
        ("alphorn --compat vampire", 2),
    ] {
        assert_eq!(refused(line), code, "{line}");
    }
    assert_eq!(run("hoice -v 0 x.smt2").file, Some("x.smt2".into()));
    assert_eq!(run("hoice --check out.txt x.smt2").style.check, Some("out.txt".into()));
    // The first file counts, as for Z3; the last one, as for Eldarica.
    assert_eq!(run("z3 -file:a.smt2 b.smt2").file, Some("a.smt2".into()));
    assert_eq!(run("eld a.smt2 b.smt2").file, Some("b.smt2".into()));
}

#[test]
fn eldarica_words() {
    for (line, models, proofs, model, proof) in [
        ("eld -ssol", true, false, ModelDialect::Eldarica, ProofDialect::Eldarica),
        ("eld -sol", true, false, ModelDialect::Prolog, ProofDialect::Eldarica),
        ("eld -cex", false, true, ModelDialect::Eldarica, ProofDialect::Eldarica),
        ("eld -scex", false, true, ModelDialect::Eldarica, ProofDialect::EldaricaSmt),
        ("eldarica -hsmt -portfolio", false, false, ModelDialect::Eldarica, ProofDialect::Eldarica),
    ] {
        let args = run(line);
        let shown = (args.style.show_model, args.style.show_proof, args.model_format, args.proof_format);
        assert_eq!(shown, (models, proofs, model, proof), "{line}");
    }
    assert_eq!(run("eld -portfolio").style.notes, ["-portfolio"]);
    assert_eq!(run("eld -t:7 x.smt2").timeout, Some(Duration::from_secs(7)));
}

#[test]
fn golem_words() {
    for line in ["golem -l QF_LIA x.smt2", "golem -lQF_LIA -i x.smt2", "golem --logic=QF_LIA --input x.smt2"] {
        assert_eq!(run(line).file, Some("x.smt2".into()), "{line}");
    }
    assert_eq!(run("golem -ix.smt2 --validate --compute-witness").file, Some("x.smt2".into()));
    // Options may be shortened.
    let args = run("golem --log QF_LIA --eng=bmc --print x.smt2");
    assert_eq!((args.engine.as_str(), args.style.show_model, args.file), ("bmc", true, Some("x.smt2".into())));
    for (format, dialect) in [
        ("legacy", ProofDialect::Golem),
        ("intermediate", ProofDialect::GolemIntermediate),
        ("alethe", ProofDialect::Alethe),
    ] {
        assert_eq!(run(&format!("golem --proof-format {format}")).proof_format, dialect);
    }
    assert_eq!((run("golem -vv").style.verbosity, run("golem -v -v").style.verbosity), (2, 2));
    assert_eq!(
        (run("golem -ebmc").engine, run("golem -e spacer").style.notes),
        ("bmc".into(), vec!["-e spacer".into()])
    );
    for line in ["golem -x", "golem -l", "golem --proof-format none"] {
        assert!(matches!(read(line), Call::Wrong(_)), "{line}");
    }
}

#[test]
fn hoice_words() {
    for line in ["hoice -t 5", "hoice --timeout 5", "hoice --timeout=5", "hoice -t5"] {
        assert_eq!(run(line).timeout, Some(Duration::from_secs(5)), "{line}");
    }
    assert_eq!(run("hoice -t 0").timeout, None);
    assert_eq!(run("hoice -vv").style.verbosity, 2);
}

/// An option that a subcommand has, too, may stand in front of it.
#[test]
fn our_own_words() {
    let args = run("alphorn --timeout 1 certify x.smt2 -o d");
    assert_eq!((args.timeout, args.task.is_some(), args.file), (Some(Duration::from_secs(1)), true, None));
    let args = run("alphorn certify x.smt2 -o d --timeout 1 --engine la");
    assert_eq!((args.timeout, args.engine.as_str()), (Some(Duration::from_secs(1)), "la"));
}
