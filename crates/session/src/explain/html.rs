//! Explanations as a page of its own: no network, no script, readable in light and dark.

use super::{
    Explanation,
    infix::infix,
    text::{plain, plural},
};
use crate::{
    api::Outcome,
    dialect::{ProofDialect, escaped},
};
use alphorn_sexpr::Sexprs;
use std::fmt::Write;

/// Derivations with more steps have no picture: nobody could read it.
const MOST_DRAWN: usize = 120;

const STYLE: &str = include_str!("page.css");

impl Explanation<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let title = escaped(&format!("{}: {}", self.name, self.verdict));
        let (summary, body) = match self.outcome {
            Outcome::Derivable(trace) => {
                let count = trace.steps.len();
                (format!("<i>false</i> can be derived in {count} step{}.", plural(count)), self.derivation_html())
            }
            Outcome::Solved(_) => (
                "<i>false</i> cannot be derived: every clause holds for these invariants.".into(),
                self.solution_html(),
            ),
            Outcome::Unknown(unknown) => {
                let rows = unknown.report();
                let rows: String = rows
                    .iter()
                    .map(|(k, v)| format!("<tr><th>{}</th><td>{}</td></tr>", escaped(k), escaped(v)))
                    .collect();
                ("Neither a derivation nor a solution was found.".into(), format!("<table>{rows}</table>\n"))
            }
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
             </head>\n<body class=\"{}\">\n<h1>{} <span class=\"verdict\">{}</span></h1>\n<p>{summary}</p>\n\
             {body}{}</body>\n</html>\n",
            self.verdict,
            escaped(self.name),
            self.verdict,
            self.clauses_html(),
        )
    }

    fn derivation_html(&self) -> String {
        let Outcome::Derivable(trace) = self.outcome else { return String::new() };
        let mut out = String::new();
        if trace.steps.len() <= MOST_DRAWN
            && let Ok(picture) = ProofDialect::Svg.write(trace, self.source)
        {
            out.push_str(&format!(
                "<details open><summary>Picture</summary><div class=\"scroll\">{picture}</div></details>\n"
            ));
        }
        out.push_str("<h2>Steps</h2>\n<ol class=\"steps\" start=\"0\">\n");
        for (n, step) in trace.steps.iter().enumerate() {
            let name = step.fact.as_ref().map_or("false", |fact| fact.pred.as_str());
            let values: Vec<String> = self
                .changes(&trace.steps, step)
                .iter()
                .map(|change| {
                    let (parameter, value) = (escaped(change.parameter), escaped(&plain(change.value)));
                    match change.before {
                        Some(before) if before == change.value => {
                            format!("<span class=\"same\">{parameter} = {value}</span>")
                        }
                        Some(before) => {
                            let before = escaped(&plain(before));
                            format!("<span class=\"changed\">{parameter}: {before} → {value}</span>")
                        }
                        None => format!("<span class=\"changed\">{parameter} = {value}</span>"),
                    }
                })
                .collect();
            let premises: Vec<String> = step.premises.iter().map(|p| format!("<a href=\"#s{p}\">{p}</a>")).collect();
            let from = if premises.is_empty() { String::new() } else { format!(" from {}", premises.join(", ")) };
            let bindings: String = step
                .values
                .iter()
                .map(|b| format!("<tr><th>{}</th><td>{}</td></tr>", escaped(&b.name), escaped(&plain(&b.value))))
                .collect();
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<li id=\"s{n}\"><details><summary><b>{}</b> {} <small><a href=\"#c{}\">line {}</a>{from}</small></summary>\
                 <pre>{}</pre><table>{bindings}</table></details></li>",
                escaped(name),
                values.join(", "),
                step.clause.offset,
                step.clause.line,
                escaped(&step.clause.formula),
            );
        }
        out.push_str("</ol>\n");
        out
    }

    fn solution_html(&self) -> String {
        let Outcome::Solved(model) = self.outcome else { return String::new() };
        let mut out = format!(
            "<details open><summary>Predicates</summary><div class=\"scroll\">{}</div></details>\n<h2>Invariants</h2>\n",
            self.predicate_graph()
        );
        for (n, definition) in model.definitions.iter().enumerate() {
            let names: Vec<&str> = definition.parameters.iter().map(|(name, _)| name.as_str()).collect();
            let conjuncts: String =
                infix(&definition.body).iter().map(|c| format!("<li>{}</li>", escaped(c))).collect();
            let sorts: Vec<String> =
                definition.parameters.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
            let smtlib =
                format!("(define-fun {} ({}) Bool {})", definition.predicate, sorts.join(" "), definition.body);
            let _ = writeln!(
                out,
                "<details id=\"p{n}\" open><summary><b>{}</b>({})</summary><ul>{conjuncts}</ul>\
                 <details><summary><small>SMT-LIB</small></summary><pre>{}</pre></details></details>",
                escaped(&definition.predicate),
                escaped(&names.join(", ")),
                escaped(&smtlib),
            );
        }
        out
    }

    /// All clauses as they are written, those that were needed marked.
    fn clauses_html(&self) -> String {
        let needed = self.needed();
        let count = needed.iter().filter(|needed| **needed).count();
        let mut out = format!(
            "<h2>Clauses</h2>\n<p>It rests on {count} of {} clause{}.</p>\n<ol class=\"clauses\">\n",
            needed.len(),
            plural(needed.len())
        );
        let (commands, _) = Sexprs::read_prefix(self.source);
        let mut last = None;
        for (clause, needed) in self.clauses.iter().zip(&needed) {
            // One assertion may stand for several clauses.
            if last.replace(clause.offset) == Some(clause.offset) {
                continue;
            }
            let text = commands.iter().find(|command| command.span().start == clause.offset).map(|c| c.text());
            let (class, mark) = if *needed { ("needed", "●") } else { ("idle", "○") };
            let _ = writeln!(
                out,
                "<li id=\"c{}\" class=\"{class}\"><details><summary>{mark} line {}: {}</summary><pre>{}</pre></details></li>",
                clause.offset,
                clause.line,
                escaped(&format!("{} ⇒ {}", clause.premises.join(" ∧ "), clause.head.as_deref().unwrap_or("false"))),
                escaped(text.unwrap_or_default()),
            );
        }
        out.push_str("</ol>\n");
        out
    }
}
