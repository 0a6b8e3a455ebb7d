//! Questions written as SMT-LIB files, so that those of real runs can be collected.

use super::Question;
use alphorn_logic::term::{Printer, Sort, SortId, TermId, Terms, VarId};
use std::{
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// Writes each question to a file of its own in a folder, numbered from 0.
#[derive(Clone, Debug)]
pub struct Recorder {
    folder: PathBuf,
    written: usize,
}

impl Recorder {
    /// A recorder into a folder, which is made with the first question.
    pub fn new(folder: impl AsRef<Path>) -> Self {
        Recorder { folder: folder.as_ref().into(), written: 0 }
    }

    /// Writes a question; those over datatypes or declared functions are left out.
    pub fn record(&mut self, terms: &mut Terms, prefix: TermId, question: &Question) -> io::Result<()> {
        let Some(text) = script(terms, prefix, question) else { return Ok(()) };
        fs::create_dir_all(&self.folder)?;
        fs::write(self.folder.join(format!("{:06}.smt2", self.written)), text)?;
        self.written += 1;
        Ok(())
    }
}

/// The question as a script whose named assertions `A` and `B` are unsatisfiable together.
fn script(terms: &mut Terms, prefix: TermId, question: &Question) -> Option<String> {
    let cubes: Vec<TermId> = question.suffix.iter().map(|cube| terms.and(cube.iter().copied())).collect();
    let suffix = terms.or(cubes);
    let sides = [prefix, suffix];
    if terms.contains_apply(sides) {
        return None;
    }
    let mut vars = terms.free_vars(sides);
    vars.extend(question.shared.iter().filter(|var| !vars.contains(var)).collect::<Vec<_>>());
    let names: Vec<(VarId, String)> = vars.iter().enumerate().map(|(i, var)| (*var, format!("v{i}"))).collect();
    let name = |var: &VarId| names.iter().find(|(named, _)| named == var).map_or("", |(_, name)| name);
    let shared: Vec<&str> = question.shared.iter().map(name).collect();
    let mut text = format!("(set-logic ALL)\n(set-info :shared ({}))\n", shared.join(" "));
    for sort in declared_sorts(terms, &vars)? {
        let _ = writeln!(text, "(declare-sort {sort} 0)");
    }
    for (var, name) in &names {
        let _ = writeln!(text, "(declare-const {name} {})", terms.display_sort(terms.var(*var).sort));
    }
    let printer = Printer::new(terms).with_names(names.iter().cloned());
    for (side, name) in sides.into_iter().zip(["A", "B"]) {
        let _ = writeln!(text, "(assert (! {} :named {name}))", printer.print(side));
    }
    text.push_str("(check-sat)\n");
    Some(text)
}

/// The uninterpreted sorts of the variables; `None` if one has a datatype.
fn declared_sorts(terms: &Terms, vars: &[VarId]) -> Option<Vec<String>> {
    let mut open: Vec<SortId> = vars.iter().map(|var| terms.var(*var).sort).collect();
    let mut found = Vec::new();
    while let Some(sort) = open.pop() {
        match terms.sort(sort) {
            Sort::Datatype(_) => return None,
            Sort::Array(index, element) => open.extend([*index, *element]),
            Sort::Uninterpreted(_) => found.push(terms.display_sort(sort)),
            _ => {}
        }
    }
    found.sort();
    found.dedup();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::Op;

    #[test]
    fn a_question_is_a_script_that_names_its_sides() {
        let mut terms = Terms::new();
        let sort = terms.intern_sort(Sort::Uninterpreted("U".into()));
        let [x, y] = ["x", "x"].map(|name| terms.fresh_var(name, SortId::INT));
        let u = terms.fresh_var("u", sort);
        let [a, b, c] = [x, y, u].map(|var| terms.var_term(var));
        let (prefix, same) = (terms.lt(a, b), terms.app(Op::Eq, [c, c]));
        let suffix = [vec![terms.app(Op::Ge, [a, b]), same], vec![same]];
        let question = Question { suffix: &suffix, shared: &[y, x], transitions: &[] };
        let folder = tempfile::tempdir().unwrap();
        let mut recorder = Recorder::new(folder.path().join("new"));
        for _ in 0..2 {
            recorder.record(&mut terms, prefix, &question).unwrap();
        }
        let text = fs::read_to_string(folder.path().join("new/000001.smt2")).unwrap();
        let expected = "(set-logic ALL)\n(set-info :shared (v1 v0))\n(declare-sort U 0)\n(declare-const v0 Int)\n\
            (declare-const v1 Int)\n(declare-const v2 U)\n(assert (! (< v0 v1) :named A))\n\
            (assert (! (let ((a!1 (= v2 v2))) (or (and (>= v0 v1) a!1) a!1)) :named B))\n(check-sat)\n";
        assert_eq!(text, expected);
    }
}
