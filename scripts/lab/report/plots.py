"""Cactus and scatter plots as SVG text. This is the only module that needs matplotlib."""

import html
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ..results import Row
from ..summary import CLOCK, cpu_limit

matplotlib.rcParams.update(
    {
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Segoe UI", "Helvetica", "Arial"],
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": "#888888",
        "axes.titlesize": 10,
        "axes.grid": True,
        "grid.color": "#e4e4e4",
        "grid.linewidth": 0.6,
    }
)

# Okabe and Ito's colours, which colour-blind readers tell apart; each solver of a page has one, with a line style.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
STYLES = ["-", "--", "-.", ":"]
SAT, UNSAT = "#0072b2", "#d55e00"


@dataclass(frozen=True)
class Point:
    """A mark of a scatter plot: two values, the kind that gives it its colour, and the name shown on hovering."""

    x: float
    y: float
    kind: str
    name: str


def cactus(rows: Sequence[Row], solvers: Sequence[str], title: str, small: bool = False) -> str:
    """How many files (x) each solver solves when each file has so many seconds of CPU (y). Right and low is good.

    A small one stands beside others and leaves the legend to them.
    """
    figure = Figure(figsize=(3.1, 2.3) if small else (7.2, 4.2))
    axes = figure.add_subplot()
    limit = cpu_limit(rows)
    for number, solver in enumerate(solvers):
        times = sorted(max(row.cpu, CLOCK) for row in rows if row.solver == solver and row.solved)
        axes.plot(
            range(1, len(times) + 1),
            times,
            STYLES[number // len(COLOURS) % len(STYLES)],
            color=COLOURS[number % len(COLOURS)],
            linewidth=2.2 if number == 0 else 1.4,
            marker="o" if len(times) == 1 else None,
            markersize=3,
            label=f"{solver} ({len(times)})",
        )
    files = len({row.path for row in rows})
    axes.set(yscale="log", xlim=(0, files + 0.5), ylim=(CLOCK * 0.9, limit * 1.15))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5 if small else 10))
    _seconds(axes, "y")
    axes.set_title(title, loc="left")
    if not small:
        axes.set(xlabel="files solved", ylabel="CPU seconds allowed a file")
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return _svg(figure, title)


def runtime_scatter(rows: Sequence[Row], ours: str, other: str) -> str:
    """CPU seconds of two solvers on every file that one of them solves; below the diagonal ours is faster."""
    runs: dict[str, dict[str, Row]] = {}
    for row in rows:
        runs.setdefault(row.path, {})[row.solver] = row
    limit = cpu_limit(rows)
    unsolved = limit * 1.6
    points = []
    for path, found in runs.items():
        pair = [found[name] for name in (other, ours) if name in found]
        verdicts = [row.label for row in pair if row.solved]
        if len(pair) < 2 or not verdicts:
            continue
        x, y = (max(row.cpu, CLOCK) if row.solved else unsolved for row in pair)
        said = ", ".join(f"{row.solver} {_said(row)}" for row in reversed(pair))
        points.append(Point(x, y, verdicts[0], f"{path}: {said}"))
    wins = sum(point.x == unsolved for point in points)
    losses = sum(point.y == unsolved for point in points)
    figure = Figure(figsize=(3.9, 3.9))
    axes = figure.add_subplot()
    axes.set(xscale="log", yscale="log", xlim=(CLOCK * 0.8, limit * 2.1), ylim=(CLOCK * 0.8, limit * 2.1))
    for line in (axes.axhline, axes.axvline):
        line(limit, color="#b0b0b0", linewidth=0.8)
    _draw(axes, points)
    _seconds(axes, "x")
    _seconds(axes, "y")
    axes.set(xlabel=f"{other}, CPU seconds", ylabel=f"{ours}, CPU seconds")
    axes.set_title(f"{wins} only {ours}, {losses} only {other}, {len(points) - wins - losses} both", loc="left", pad=24)
    return _svg(figure, f"{ours} against {other}")


def counter_scatter(points: Sequence[Point], x_label: str, y_label: str, logarithmic: bool) -> str:
    """Any two counts of the same files against each other; infinite ones lie on the boundary."""
    figure = Figure(figsize=(3.9, 3.9))
    axes = figure.add_subplot()
    top = max((value for point in points for value in (point.x, point.y) if value < math.inf), default=1.0)
    boundary = top * 2 + 2 if logarithmic else top * 1.15 + 1
    if logarithmic:
        axes.set(xscale="symlog", yscale="symlog")
    axes.set(xlim=(-0.5, boundary), ylim=(-0.5, boundary))
    _draw(axes, [replace(point, x=min(point.x, boundary), y=min(point.y, boundary)) for point in points])
    axes.set(xlabel=x_label, ylabel=y_label)
    return _svg(figure, f"{y_label} against {x_label}")


def _draw(axes: Axes, points: Sequence[Point]) -> None:
    axes.set_aspect("equal")
    axes.axline((1, 1), (2, 2), color="#b0b0b0", linewidth=0.8)
    for kind, colour, marker in (("sat", SAT, "o"), ("unsat", UNSAT, "x")):
        chosen = [point for point in points if point.kind == kind]
        if not chosen:
            continue
        marks = axes.scatter(
            [point.x for point in chosen],
            [point.y for point in chosen],
            s=16,
            c=colour,
            marker=marker,
            alpha=0.75,
            linewidths=1.0 if marker == "x" else 0,
            label=f"{kind} ({len(chosen)})",
            clip_on=False,
            zorder=3,
        )
        marks.set_urls([point.name for point in chosen])
    if points:
        axes.legend(frameon=False, fontsize=8, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handletextpad=0.1)


def _said(row: Row) -> str:
    return f"{row.label} in {row.cpu:.2f} s" if row.solved else row.label


def _seconds(axes: Axes, which: str) -> None:
    """10 and 0.1 are easier to read than powers."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _svg(figure: Figure, title: str) -> str:
    """The figure as an element to put into a page, each mark with its name as a tooltip."""
    text = io.StringIO()
    # The salt keeps the names inside one drawing apart from those of another on the same page.
    with matplotlib.rc_context({"svg.hashsalt": title}):
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'<a xlink:href="([^"]*)"[^>]*>', r"<a><title>\1</title>", svg)
    return re.sub(r"<svg ", f'<svg role="img" aria-label="{html.escape(title, quote=True)}" ', svg, count=1)
