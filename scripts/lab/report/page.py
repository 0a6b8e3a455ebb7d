"""Pieces of HTML: the frame of a page, tables, sections."""

import html
from collections.abc import Sequence

STYLE = """
:root { --ink: #1d2330; --faint: #667; --line: #dde1e8; --accent: #0072b2; --bad: #b3261e; --good: #1b7f4d; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 2rem 1.5rem 4rem; color: var(--ink); background: #fff;
  font: 15px/1.5 "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.4rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p { max-width: 78ch; margin: .4rem 0; } .faint { color: var(--faint); font-size: .9rem; }
nav a { margin-right: 1.1rem; color: var(--accent); text-decoration: none; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .22rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; border-bottom: 2px solid var(--line); } th:first-child, td:first-child { text-align: left; }
td.file { font: 12.5px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; white-space: normal; word-break: break-all; }
td.bar { background: linear-gradient(to right, #cfe3f1 var(--part), transparent var(--part)); }
td.best { font-weight: 700; } tr.total td { border-top: 2px solid var(--line); font-weight: 600; }
.box { border-left: 4px solid var(--good); background: #f1f8f4; padding: .5rem .9rem; margin: 1rem 0; }
.box.bad { border-color: var(--bad); background: #fdf2f1; }
.plots { display: flex; flex-wrap: wrap; gap: .6rem 1.4rem; align-items: flex-start; }
svg { max-width: 100%; height: auto; } details { margin: .5rem 0; } summary { cursor: pointer; color: var(--accent); }
@media print { details { display: block; } }
"""


def escape(text: object) -> str:
    """Text that means itself inside HTML."""
    return html.escape(str(text), quote=True)


def page(title: str, introduction: str, sections: Sequence[tuple[str, str]]) -> str:
    """A whole page of named sections, with links to them at the top."""
    links = "".join(f'<a href="#s{number}">{escape(name)}</a>' for number, (name, _) in enumerate(sections))
    body = "".join(f'<h2 id="s{n}">{escape(name)}</h2>\n{text}\n' for n, (name, text) in enumerate(sections))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{introduction}\n<nav>{links}</nav>\n{body}</body></html>\n"
    )


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], files: bool = False) -> str:
    """A table of plain text; with `files` the first column holds paths."""
    head = "".join(f"<th>{escape(header)}</th>" for header in headers)
    first = ' class="file"' if files else ""
    lines = []
    for row in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        lines.append(f"<tr><td{first}>{escape(row[0])}</td>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def folded(summary: str, content: str, show: bool = False) -> str:
    """Content behind a line that opens it."""
    return f"<details{' open' if show else ''}><summary>{escape(summary)}</summary>{content}</details>"


def box(content: str, bad: bool) -> str:
    """A remark that is seen first: good or bad news."""
    return f'<div class="box{" bad" if bad else ""}">{content}</div>'


def plots(drawings: Sequence[str]) -> str:
    """Drawings side by side."""
    return f'<div class="plots">{"".join(f"<div>{drawing}</div>" for drawing in drawings)}</div>'
