"""Rows for tests of what is made of tables."""

from lab.results import Row


def row(
    solver: str, path: str, label: str, cpu: float = 1.0, expected: str = "unknown", answers: str | None = None
) -> Row:
    """A run with the given outcome."""
    said = answers if answers is not None else label if label in ("sat", "unsat") else ""
    return Row(
        solver=solver,
        set="set",
        track=path.partition("/")[0],
        path=path,
        expected=expected,
        label=label,
        answers=said,
        evidence="",
        cpu=cpu,
        wall=cpu,
        memory=10.0,
        exit=0,
        cpu_limit=10.0,
        wall_limit=35.0,
        memory_limit=8192.0,
        identity=f"{solver} 1",
        statistics='{"smt-calls": 12}' if solver == "alphorn" else "",
    )


ROWS = [
    row("alphorn", "a/1.smt2", "sat", 0.5),
    row("alphorn", "a/2.smt2", "timeout", 10.0),
    row("alphorn", "b/1.smt2", "unsat", 2.0),
    row("spacer", "a/1.smt2", "sat", 0.1),
    row("spacer", "a/2.smt2", "unknown", 3.0),
    row("spacer", "b/1.smt2", "timeout", 10.0),
    row("duality", "a/1.smt2", "wrong", 0.2, "sat", "unsat"),
    row("duality", "a/2.smt2", "unsat", 0.3),
    row("duality", "b/1.smt2", "unsat", 0.3),
]
"""Three files and three solvers, one of which is known to be unsound."""
