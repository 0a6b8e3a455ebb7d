"""Growth families: how CPU time and counters rise with the size, as a table."""

import math
import re
from collections import defaultdict
from collections.abc import Sequence

from .results import Row
from .summary import markdown_lines

_SIZE = re.compile(r"-0*(\d+)-")


def size(path: str) -> int | None:
    """The size in the name of an instance, as `benchmarks/families` writes it."""
    match = _SIZE.search(path)
    return int(match[1]) if match else None


def markdown(rows: Sequence[Row], counters: Sequence[str]) -> str:
    """For each family, form and solver: seconds and counters by size, and the order of the growth.

    The order is the slope of the logarithms over the solved sizes: about k where the growth is like n^k, and rising
    with every further size where it is exponential.
    """
    series: dict[tuple[str, str, str], dict[int, Row]] = defaultdict(dict)
    for row in rows:
        n = size(row.path)
        if n is not None:
            series[row.set, row.track, row.solver][n] = row
    sizes = sorted({n for runs in series.values() for n in runs})
    lines = []
    for (family, form, solver), runs in sorted(series.items()):
        measures: list[tuple[str, dict[int, float]]] = [
            ("CPU s", {n: row.cpu for n, row in runs.items() if row.solved})
        ]
        for counter in counters:
            counted = {n: row.counters().get(counter) for n, row in runs.items() if row.solved}
            measures.append((counter, {n: float(value) for n, value in counted.items() if value is not None}))
        for name, values in measures:
            if not values and name != "CPU s":
                continue
            cells = [_cell(values.get(n), runs.get(n)) for n in sizes]
            lines.append([f"{family} {form}".strip(), solver, name, *cells, _order(values)])
    return markdown_lines(["family", "solver", "measure", *map(str, sizes), "order"], lines)


def _cell(value: float | None, row: Row | None) -> str:
    if value is not None:
        return f"{value:.2f}" if value != int(value) else f"{value:.0f}"
    return row.label if row is not None and not row.solved else ""


def _order(values: dict[int, float]) -> str:
    points = [(math.log(n), math.log(value)) for n, value in values.items() if n > 0 and value > 0]
    if len(points) < 3:
        return ""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return f"{sum((x - middle_x) * (y - middle_y) for x, y in points) / spread:.1f}" if spread else ""
