"""Growth families: programs of size n as Horn clauses, each in a safe and an unsafe form."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Script:
    """A problem in the making: the program as comments, then predicates, then clauses with their statements."""

    about: list[str]
    verdict: str
    declarations: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)

    def predicate(self, name: str, arguments: int) -> None:
        """Declares a predicate over integers."""
        self.declarations.append(f"(declare-fun {name} ({' '.join(['Int'] * arguments)}) Bool)")

    def clause(self, statement: str, variables: list[str], body: list[str], head: str) -> None:
        """Asserts that the body implies the head, for all values of the variables."""
        premise = body[0] if len(body) == 1 else f"(and {' '.join(body)})"
        implication = f"(=> {premise} {head})" if body else head
        binders = " ".join(f"({variable} Int)" for variable in variables)
        asserted = f"(forall ({binders}) {implication})" if variables else implication
        self.clauses += [f"; {statement}", f"(assert {asserted})"]

    def text(self) -> str:
        """The script as SMT-LIB."""
        head = [f"; {line}" for line in self.about]
        logic = ["(set-logic HORN)", f"(set-info :status {self.verdict})"]
        return "\n".join([*head, *logic, *self.declarations, *self.clauses, "(check-sat)"]) + "\n"


def _script(title: str, program: str, wanted: str, why: str, safe: bool) -> Script:
    """A script with the header that every instance has."""
    about = [f"Growth family {title}.", f"  {program}", f"  assert({wanted})", f"Expected: {why}."]
    return Script(about, "sat" if safe else "unsat")


def diamonds(n: int, safe: bool) -> Script:
    """n branches in a row: 2^n paths, and one fact for each join is enough."""
    wanted = f"x >= {n}" if safe else f"x < {2 * n}"
    why = "safe: x >= k after k branches" if safe else "unsafe: the second branch every time"
    program = f"x = 0; {n} times: if (*) x = x + 1; else x = x + 2;"
    script = _script(f"`diamonds`, n = {n}: branches in a row", program, wanted, why, safe)
    for k in range(n + 1):
        script.predicate(f"join{k}", 1)
    script.clause("x = 0", [], [], "(join0 0)")
    for k in range(n):
        script.clause(f"branch {k + 1}: x = x + 1", ["x"], [f"(join{k} x)"], f"(join{k + 1} (+ x 1))")
        script.clause(f"branch {k + 1}: x = x + 2", ["x"], [f"(join{k} x)"], f"(join{k + 1} (+ x 2))")
    goal = f"(>= x {n})" if safe else f"(< x {2 * n})"
    script.clause(f"assert({wanted})", ["x"], [f"(join{n} x)"], goal)
    return script


def nested(n: int, safe: bool) -> Script:
    """n loops in each other: every loop head needs the fact, and the inner ones hand it out again."""
    wanted = "x >= 0" if safe else "x < 1"
    why = "safe: x >= 0 at every head" if safe else "unsafe: with m = 1 the innermost body runs"
    program = "x = 0; for (i1 = 0; i1 < m; i1++) for (i2 = 0; i2 < m; i2++) ... x = x + 1;"
    script = _script(f"`nested`, n = {n}: loops in each other", program, wanted, why, safe)
    for k in range(1, n + 1):
        script.predicate(f"loop{k}", k + 2)

    def at(k: int, counters: list[str], x: str = "x") -> str:
        return f"(loop{k} {' '.join(['m', *counters, x])})"

    counters = [f"i{k}" for k in range(1, n + 1)]
    script.clause("x = 0, i1 = 0, any m", ["m"], [], at(1, ["0"], "0"))
    for k in range(1, n):
        now = counters[:k]
        variables = ["m", *now, "x"]
        script.clause(f"into loop {k + 1}", variables, [at(k, now), f"(< i{k} m)"], at(k + 1, [*now, "0"]))
        inner, after = [*now, f"i{k + 1}"], [*now[:-1], f"(+ i{k} 1)"]
        left = [at(k + 1, inner), f"(>= i{k + 1} m)"]
        script.clause(f"out of loop {k + 1}, i{k}++", ["m", *inner, "x"], left, at(k, after))
    body = [at(n, counters), f"(< i{n} m)"]
    after = [*counters[:-1], f"(+ i{n} 1)"]
    script.clause(f"x = x + 1, i{n}++", ["m", *counters, "x"], body, at(n, after, "(+ x 1)"))
    goal = "(>= x 0)" if safe else "(< x 1)"
    script.clause(f"assert({wanted})", ["m", "i1", "x"], [at(1, ["i1"]), "(>= i1 m)"], goal)
    return script


def bounded(n: int, safe: bool) -> Script:
    """A loop of n steps: unwinding it costs n levels, an invariant costs none."""
    wanted = f"y == {2 * n}" if safe else f"y < {2 * n}"
    why = f"safe, by induction (y = 2x and x <= {n}) or by unwinding {n} times" if safe else f"unsafe after {n} steps"
    program = f"x = 0; y = 0; while (x < {n}) {{ x = x + 1; y = y + 2; }}"
    script = _script(f"`bounded`, n = {n}: a loop with a constant bound", program, wanted, why, safe)
    script.predicate("loop", 2)
    script.clause("x = 0; y = 0", [], [], "(loop 0 0)")
    script.clause("x = x + 1; y = y + 2", ["x", "y"], ["(loop x y)", f"(< x {n})"], "(loop (+ x 1) (+ y 2))")
    goal = f"(= y {2 * n})" if safe else f"(< y {2 * n})"
    script.clause(f"assert({wanted})", ["x", "y"], ["(loop x y)", f"(>= x {n})"], goal)
    return script


def calls(n: int, safe: bool) -> Script:
    """A call tree of depth n with two calls each: 2^n calls, and one summary a procedure is enough."""
    leaf = "x + 1" if safe else "x + (* ? 1 : 0)"
    why = "safe: every procedure increases x" if safe else "unsafe: no leaf increments"
    program = f"int p0(x) {{ return {leaf}; }}   int pk(x) {{ return pk-1(pk-1(x)); }}"
    script = _script(f"`calls`, n = {n}: a call tree, two calls each", program, f"p{n}(x) > x", why, safe)
    for k in range(n + 1):
        script.predicate(f"p{k}", 2)
    script.clause("p0: return x + 1", ["x"], [], "(p0 x (+ x 1))")
    if not safe:
        script.clause("p0: return x", ["x"], [], "(p0 x x)")
    for k in range(1, n + 1):
        both = [f"(p{k - 1} x y)", f"(p{k - 1} y z)"]
        script.clause(f"p{k}: return p{k - 1}(p{k - 1}(x))", ["x", "y", "z"], both, f"(p{k} x z)")
    script.clause(f"assert(p{n}(x) > x)", ["x", "y"], [f"(p{n} x y)"], "(> y x)")
    return script


def counters(n: int, safe: bool) -> Script:
    """n counters, any of which moves: the states reached in k steps grow like k^n, the facts needed like n."""
    names = [f"c{k}" for k in range(1, n + 1)]
    wanted = "each c >= 0" if safe else f"c{n} < 3, each other c >= 0"
    why = "safe: each counter by itself" if safe else "unsafe after three steps of the last counter"
    program = "all c = 0; while (*) { any one c = c + 1; }"
    script = _script(f"`counters`, n = {n}: independent counters", program, wanted, why, safe)
    script.predicate("state", n)
    state = f"(state {' '.join(names)})"
    script.clause("all c = 0", [], [], f"(state {' '.join(['0'] * n)})")
    for k, name in enumerate(names):
        moved = [*names[:k], f"(+ {name} 1)", *names[k + 1 :]]
        script.clause(f"{name} = {name} + 1", names, [state], f"(state {' '.join(moved)})")
    for name in names:
        goal = f"(>= {name} 0)" if safe or name != names[-1] else f"(< {name} 3)"
        script.clause(f"assert({goal})", names, [state], goal)
    return script


def drivers(n: int, safe: bool) -> Script:
    """Three routines of n stages, each under a lock or skipped: 2^n runs a routine, and few facts at each join."""
    wanted = "the lock is free, and the request is completed once"
    why = "safe: each stage frees the lock that it takes" if safe else "unsafe: the last stage keeps the lock"
    program = f"irp: one of 3 routines; {n} times: if (*) {{ lock; done++; unlock; }}; if (done == {n}) full; complete"
    script = _script(f"`drivers`, n = {n}: a dispatcher with three routines", program, wanted, why, safe)
    names = ["lock", "status", "done"]
    start = "(dispatch 0 0 0)"

    def at(place: str, lock: str = "lock", status: str = "status", done: str = "done") -> str:
        return f"({place} {lock} {status} {done})"

    for place in ["dispatch", "exit", "error"]:
        script.predicate(place, 3)
    script.clause("lock = 0, status = 0, done = 0", [], [], start)
    for r in range(1, 4):
        for k in range(n + 1):
            script.predicate(f"r{r}_stage{k}", 3)
        script.clause(f"routine {r}: pending", names, [at("dispatch")], at(f"r{r}_stage0", status="1"))
        for k in range(n):
            here, after = f"r{r}_stage{k}", f"r{r}_stage{k + 1}"
            for place in ["held", "worked"]:
                script.predicate(f"r{r}_{place}{k}", 3)
            script.clause(f"stage {k}: skip", names, [at(here)], at(after))
            script.clause(f"stage {k}: lock", names, [at(here), "(= lock 0)"], at(f"r{r}_held{k}", lock="1"))
            script.clause(f"stage {k}: locked twice", names, [at(here), "(not (= lock 0))"], at("error"))
            script.clause(f"stage {k}: work", names, [at(f"r{r}_held{k}")], at(f"r{r}_worked{k}", done="(+ done 1)"))
            freed = "lock" if not safe and (r, k) == (3, n - 1) else "0"
            script.clause(f"stage {k}: unlock", names, [at(f"r{r}_worked{k}")], at(after, lock=freed))
            script.clause(f"stage {k}: not locked", names, [at(f"r{r}_worked{k}"), "(= lock 0)"], at("error"))
        script.predicate(f"r{r}_full", 3)
        last = at(f"r{r}_stage{n}")
        script.clause(f"routine {r}: full", names, [last, f"(= done {n})"], at(f"r{r}_full"))
        script.clause(f"routine {r}: overrun", names, [last, f"(> done {n})"], at("error"))
        for place in [last, at(f"r{r}_full")]:
            script.clause(f"routine {r}: complete", names, [place, "(= status 1)"], at("exit", status="2"))
            script.clause(f"routine {r}: completed before", names, [place, "(not (= status 1))"], at("error"))
    script.clause("the lock is free", names, [at("exit")], "(= lock 0)")
    script.clause("no error", names, [at("error")], "false")
    return script


FAMILIES: dict[str, Callable[[int, bool], Script]] = {
    "diamonds": diamonds,
    "nested": nested,
    "bounded": bounded,
    "calls": calls,
    "counters": counters,
    "drivers": drivers,
}
"""Every family by name."""

COMMITTED = {
    "diamonds": [3, 6],
    "nested": [2, 3],
    "bounded": [4, 8],
    "calls": [3, 6],
    "counters": [2, 4],
    "drivers": [2, 4],
}
"""The sizes that lie beside this file, small enough for the tests of every engine."""


def file_name(family: str, n: int, safe: bool) -> str:
    """The name of an instance: family, size, form."""
    return f"{family}-{n:03}-{'safe' if safe else 'unsafe'}.smt2"
