"""The page about one table of results."""

import platform
import statistics
from collections.abc import Collection, Sequence

from .. import compare, summary
from ..results import Row
from . import history, page, plots

SLOWEST = 15


def report(rows: Sequence[Row], before: Sequence[Row], unsound: Collection[str], title: str) -> str:
    """Everything there is to see about a run, from the verdict on the verdicts to the slowest files."""
    clashes = compare.clashes(rows, unsound)
    credited = compare.credited(rows, unsound)
    solvers = summary.solver_names(credited)
    ours = solvers[0]
    sections = [
        ("Solved", _solved(credited, unsound) + _evidence(credited, solvers)),
        ("Cactus", _cactus(credited, solvers)),
    ]
    if len(solvers) > 1:
        sections.append((f"{ours} against each", _scatter(credited, ours, solvers[1:])))
        sections.append(("Unique", _unique(credited, solvers)))
    sections.append(("Slowest", _slowest(credited, ours)))
    sections.append(("Not solved", _failures(credited, ours)))
    sections.append(("Counters", _counters(credited, ours)))
    if before:
        sections.append(("Against the earlier run", _changes(before, rows)))
    return page.page(title, _introduction(rows, clashes), sections)


def _introduction(rows: Sequence[Row], clashes: Sequence[compare.Clash]) -> str:
    files = len({row.path for row in rows})
    limits = sorted({(row.cpu_limit, row.wall_limit, row.memory_limit) for row in rows if row.cpu_limit})
    said = "; ".join(f"{cpu:g} s CPU, {wall:g} s wall, {memory / 1024:g} GB" for cpu, wall, memory in limits)
    said = said or "not in the table"
    builds = sorted({(row.solver, row.identity) for row in rows}, key=lambda pair: pair[0])
    named = page.table(["solver", "version and program"], builds)
    text = f'<p class="faint">{files} files, {len(rows)} runs, limits a run: {page.escape(said)}. '
    text += f"Written on {page.escape(platform.machine())} {page.escape(platform.system())}.</p>"
    text += page.folded("Which builds", named)
    failed = [row for row in rows if row.evidence == "failed"]
    if not clashes and not failed:
        return text + page.box("No two verdicts disagree, and none contradicts a stated one.", bad=False)
    lines = [str(clash) for clash in clashes]
    lines += [f"{row.path}: the evidence of {row.solver} failed its check" for row in failed]
    serious = any(clash.serious for clash in clashes) or bool(failed)
    listed = "".join(f"<li>{page.escape(line)}</li>" for line in lines)
    word = "Verdicts contradict" if serious else "Only solvers known to be unsound contradict"
    opened = page.folded(f"{len(lines)} files", f"<ul>{listed}</ul>", show=serious)
    return text + page.box(f"<strong>{word} each other or what is stated.</strong>{opened}", bad=serious)


def _solved(rows: Sequence[Row], unsound: Collection[str]) -> str:
    found = summary.groups(rows)
    solvers = [score.solver for score in found[0].scores]
    head = "".join(f"<th>{page.escape(name)}</th>" for name in ["files", *solvers, "virtual best"])
    lines = []
    for group in found:
        best = max(score.solved for score in group.scores)
        cells = [f"<td>{page.escape(group.name)}</td><td>{group.files}</td>"]
        for score in group.scores:
            kind = "bar best" if score.solved == best else "bar"
            part = 100 * score.solved / max(1, group.files)
            shown = page.escape(summary.short(score, group.files))
            cells.append(f'<td class="{kind}" style="--part:{part:.1f}%">{shown}</td>')
        cells.append(f"<td>{group.virtual_best}</td>")
        total = ' class="total"' if group.name == "all" else ""
        lines.append(f"<tr{total}>{''.join(cells)}</tr>")
    text = "<p>Files solved within the limits; in parentheses those that no other solver here solves. "
    text += "The virtual best solves what any of them solves.</p>"
    if any(row.solver in unsound for row in rows):
        text += (
            '<p class="faint">A solver known to be unsound gets credit only for answers that are stated or shared.</p>'
        )
    text += f"<table><thead><tr><th>set and track</th>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    columns = summary.headers(found)
    details = "".join(
        f"<h3>{page.escape(group.name)}</h3>"
        + page.table(columns, [summary.cells(score, columns) for score in group.scores])
        for group in found
    )
    return text + page.folded("How the runs ended, by set and track", details)


def _evidence(rows: Sequence[Row], solvers: Sequence[str]) -> str:
    """How much of what our solver says was checked, and of others that tell it."""
    text = ""
    for solver in solvers:
        solved = [row for row in rows if row.solver == solver and row.solved]
        checked = sum(row.evidence == "checked" for row in solved)
        if checked:
            text += (
                f"<p>{page.escape(solver)}: {checked} of {len(solved)} answers come with evidence that was checked.</p>"
            )
        elif solver == solvers[0]:
            text += f"<p>{page.escape(solver)}: the table does not say that evidence was checked.</p>"
    return text


def _cactus(rows: Sequence[Row], solvers: Sequence[str]) -> str:
    text = "<p>How many files a solver solves when each file may take so long: a line further right solves more.</p>"
    text += page.plots([plots.cactus(rows, solvers, "all files")])
    parts = {name: [row for row in rows if row.group == name] for name in sorted({row.group for row in rows})}
    if len(parts) > 1:
        text += page.plots([plots.cactus(part, solvers, name, small=True) for name, part in parts.items()])
    return text


def _scatter(rows: Sequence[Row], ours: str, others: Sequence[str]) -> str:
    text = (
        f"<p>Each mark is a file: below the diagonal {page.escape(ours)} is faster; beyond the grey lines one of the "
    )
    text += "two does not solve it. Hover for its name.</p>"
    text += "".join(f"<p>{page.escape(line)}.</p>" for line in summary.ratio_lines(rows))
    return text + page.plots([plots.runtime_scatter(rows, ours, other) for other in others])


def _unique(rows: Sequence[Row], solvers: Sequence[str]) -> str:
    text = "<p>Files that only one of the solvers solves.</p>"
    alone: dict[str, list[Row]] = {solver: [] for solver in solvers}
    for runs in summary.by_path(rows).values():
        solved = [row for row in runs.values() if row.solved]
        if len(solved) == 1:
            alone[solved[0].solver].append(solved[0])
    for solver, found in alone.items():
        listed = page.table(
            ["file", "verdict", "CPU s"], [[r.path, r.label, f"{r.cpu:.2f}"] for r in found], files=True
        )
        text += page.folded(f"{solver}: {len(found)}", listed if found else "")
    return text


def _slowest(rows: Sequence[Row], ours: str) -> str:
    solved = sorted((row for row in rows if row.solver == ours and row.solved), key=lambda row: -row.cpu)
    lines = [[r.path, r.label, f"{r.cpu:.2f}", f"{r.wall:.2f}", f"{r.memory:.0f}"] for r in solved[:SLOWEST]]
    return f"<p>The files that {page.escape(ours)} solves last.</p>" + page.table(
        ["file", "verdict", "CPU s", "wall s", "MB"], lines, files=True
    )


def _failures(rows: Sequence[Row], ours: str) -> str:
    """What ours does not solve, those that others solve quickly first: that is where to look."""
    runs = summary.by_path(rows)
    lines = []
    for path, found in runs.items():
        own = found.get(ours)
        if own is None or own.solved:
            continue
        best = min((row for row in found.values() if row.solved), key=lambda row: row.cpu, default=None)
        by = f"{best.solver}, {best.label}, {best.cpu:.2f} s" if best else ""
        lines.append((best.cpu if best else float("inf"), [path, own.label, own.expected, by]))
    lines.sort(key=lambda line: (line[0], line[1][0]))
    shown = page.table(["file", ours, "stated", "fastest other"], [line for _, line in lines], files=True)
    text = f"<p>{len(lines)} files, of which others here solve {sum(cost < float('inf') for cost, _ in lines)}.</p>"
    return text + page.folded("The files, those that others solve fastest first", shown)


def _counters(rows: Sequence[Row], ours: str) -> str:
    values: dict[str, list[float]] = {}
    for row in rows:
        if row.solver == ours and row.solved:
            for name, value in row.counters().items():
                values.setdefault(name, []).append(float(value))
    if not values:
        return "<p>The table has none.</p>"
    lines = [
        [name, str(len(found)), f"{statistics.median(found):g}", f"{max(found):g}", f"{sum(found):g}"]
        for name, found in sorted(values.items())
    ]
    return f"<p>What {page.escape(ours)} counted on the files it solved.</p>" + page.folded(
        "Counters", page.table(["counter", "files", "median", "largest", "sum"], lines)
    )


def _changes(before: Sequence[Row], rows: Sequence[Row]) -> str:
    found = history.changes(before, rows)
    text = ""
    for name, pairs in (("newly lost", found.lost), ("newly solved", found.won), ("much slower", found.slower)):
        lines = [
            [new.path, new.solver, f"{old.label}, {old.cpu:.2f} s", f"{new.label}, {new.cpu:.2f} s"]
            for old, new in pairs
        ]
        listed = page.table(["file", "solver", "before", "now"], lines, files=True)
        text += page.folded(f"{name}: {len(pairs)}", listed if lines else "", show=name == "newly lost" and bool(lines))
    return text
