//! A derivation: steps from the assertions to `false`.

use super::{
    Failure, Obligation, Obligations, Place,
    instantiate::{Choice, NEGATIVE, POSITIVE, instantiate},
    print::{Fates, Printer},
    script::{Asserts, Script},
    steps::{Reader, Step},
    text,
};
use rustc_hash::FxHashMap;
use std::{collections::BTreeMap, rc::Rc};

/// What has to be shown of a derivation: each step follows from its clause and the facts before it, whatever the predicates
/// mean.
pub(super) fn obligations(source: &str, mut script: Script, derivation: &str) -> Result<Obligations, Failure> {
    let evidence = text::read_evidence(derivation)?;
    let steps = Reader::new(source, &mut script).read(&evidence)?;
    let mut writer = Writer {
        printer: Printer::new(&mut script.world, FxHashMap::default()),
        known: FxHashMap::default(),
        steps: &steps,
    };
    let mut all = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let assertion = &script.assertions[step.assertion];
        let line = text::line(source, assertion.offset);
        let mut uses = Vec::new();
        let formula = writer
            .formula(&assertion.asserts, step, &mut uses)
            .map_err(|reason| step.failure(source, number, reason))?;
        let (place, text, constants) = (Place::Step(number), assertion.text.clone(), String::new());
        all.push(Obligation { place, line, text, constants, formula, uses });
    }
    let mut printer = writer.printer;
    printer.finish().map_err(|(_, why)| Failure::evidence(why))?;
    Ok(Obligations { all, pieces: printer.pieces })
}

/// An assertion with the variables that have values.
type Key = (usize, BTreeMap<u32, Rc<str>>);

struct Writer<'w, 's> {
    printer: Printer<'w>,
    /// The name, the piece and the variables of each instance: it is defined once, however many steps use it.
    known: FxHashMap<Key, (String, usize, Vec<u32>)>,
    steps: &'s [Step],
}

impl Writer<'_, '_> {
    /// Clause, premises and the negated fact: this must be unsatisfiable.
    fn formula(&mut self, asserts: &Asserts, step: &Step, uses: &mut Vec<usize>) -> Result<String, String> {
        let mut parts = Vec::new();
        let facts: Vec<_> = step.premises.iter().filter_map(|premise| self.steps[*premise].fact).collect();
        match asserts {
            // All arguments are excluded: those of the premises, too.
            Asserts::QueryAll(predicate) => {
                if let Some((_, (name, _))) = step.values.first_key_value() {
                    return Err(format!("no quantifier to be instantiated here binds {name}"));
                }
                for (term, _) in facts.iter().filter(|(_, of)| of == predicate) {
                    parts.push(format!("(not {})", self.printer.term(*term, &Fates::default(), uses)?));
                }
            }
            Asserts::All(formulas) => parts.push(self.instance(formulas, POSITIVE, step, uses)?),
            Asserts::Query(formula) => parts.push(self.instance(&[*formula], NEGATIVE, step, uses)?),
        }
        for (term, _) in &facts {
            parts.push(self.printer.term(*term, &Fates::default(), uses)?);
        }
        // A premise that is false allows anything.
        if facts.len() < step.premises.len() {
            parts.push("false".into());
        }
        let fact = match step.fact {
            Some((term, _)) => self.printer.term(term, &Fates::default(), uses)?,
            None => "false".into(),
        };
        parts.push(format!("(not {fact})"));
        Ok(text::conjunction(&parts))
    }

    /// The instance of a clause with the values of a step.
    fn instance(
        &mut self,
        formulas: &[super::term::Term],
        polarity: u8,
        step: &Step,
        uses: &mut Vec<usize>,
    ) -> Result<String, String> {
        let given: BTreeMap<u32, Rc<str>> =
            step.values.iter().map(|(offset, (name, _))| (*offset, name.clone())).collect();
        let key = (step.assertion, given);
        if !self.known.contains_key(&key) {
            let instance = instantiate(self.printer.world, formulas, polarity, Choice::Given(&key.1))?;
            let (mut inner, mut parameters) = (Vec::new(), String::new());
            for var in &instance.vars {
                parameters += &self.printer.binding(*var, &mut inner)?;
            }
            let formulas = formulas.iter().map(|formula| self.printer.term(*formula, &instance.fates, &mut inner));
            let mut body = text::conjunction(&formulas.collect::<Result<Vec<_>, _>>()?);
            if polarity == NEGATIVE {
                body = format!("(not {body})");
            }
            let name = format!("c{}", self.known.len());
            let piece = self.printer.piece(format!("(define-fun {name} ({parameters}) Bool {body})\n"), inner);
            self.known.insert(key.clone(), (name, piece, instance.vars.into_iter().collect()));
        }
        let (name, piece, vars) = self.known[&key].clone();
        uses.push(piece);
        let mut text = String::new();
        for var in &vars {
            let offset = self.printer.world.terms.vars[*var as usize].offset;
            text = text + " " + &self.printer.term(step.values[&offset].1, &Fates::default(), uses)?;
        }
        Ok(if vars.is_empty() { name } else { format!("({name}{text})") })
    }
}
