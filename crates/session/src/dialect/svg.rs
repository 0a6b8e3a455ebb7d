//! Derivations as pictures: boxes in rows, *false* on top. Light or dark as the viewer is.

use super::layout::Layout;
use alphorn_logic::witness::Trace;
use std::fmt::Write;

const ROW: usize = 64;
const BOX: usize = 32;
const CHARACTER: usize = 8;
/// Longer facts are cut; the whole text shows when the pointer rests on the box.
const LONGEST: usize = 40;

const STYLE: &str = "svg{color-scheme:light dark}text{font:13px monospace;fill:CanvasText;text-anchor:middle}\
    rect{fill:Canvas;stroke:GrayText;rx:4}.goal rect{stroke:#c33;stroke-width:2}path{stroke:GrayText;fill:none}";

/// The picture.
pub(super) fn write(trace: &Trace) -> String {
    let layout = Layout::of(trace);
    let labels: Vec<String> = trace.steps.iter().map(|step| cut(&step.fact_smtlib())).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let cell = (longest + 4) * CHARACTER;
    let (width, height) = (layout.columns.max(1) * cell, layout.rows.max(1) * ROW);
    let center = |n: usize| {
        let (row, column) = layout.places[n];
        (column * cell + cell / 2, height - row * ROW - ROW / 2)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         \n<style>{STYLE}</style>\n"
    );
    for (n, step) in trace.steps.iter().enumerate() {
        let (x, y) = center(n);
        for &premise in &step.premises {
            let (from, low) = center(premise);
            // Writing to a string cannot fail.
            let _ = writeln!(out, "<path d=\"M{from} {} L{x} {}\"/>", low - BOX / 2, y + BOX / 2);
        }
        let values: Vec<String> = step.values.iter().map(|b| format!("{} = {}", b.name, b.value)).collect();
        let whole = format!("{} (line {}) {}", step.fact_smtlib(), step.clause.line, values.join(", "));
        let class = if step.fact.is_none() { "goal" } else { "step" };
        let wide = (labels[n].chars().count() + 2) * CHARACTER;
        let _ = writeln!(
            out,
            "<g class=\"{class}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{BOX}\"/>\
             <text x=\"{x}\" y=\"{}\">{}</text></g>",
            escaped(&whole),
            x - wide / 2,
            y - BOX / 2,
            y + 4,
            escaped(&labels[n]),
        );
    }
    out.push_str("</svg>\n");
    out
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.into(),
    }
}

/// Text for XML and HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
