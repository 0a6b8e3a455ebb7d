"""Closed formulas whose value is known by how they are made, in problems whose answer is then known.

The names in them are those that a careless checker may confuse. Evidence that holds only if such a formula is
misread is wrong, whatever else is in it.
"""

from __future__ import annotations

import random
from typing import Any

from . import derivation_changes
from .sexpr import name_of
from .words import CONFUSED, TRICKY

NEVER = {"as", "let", "!", "_", "par", "match", "exists", "forall", "0", "#b1", "x ", "-1"}

OPERATORS = "not and or xor ite div mod abs distinct select store = < > <= >= + - * / => true false".split()


def variables(dice: random.Random) -> list[str]:
    """Names for variables: two that may be confused, and others."""
    pair = [name for name in dice.choice(CONFUSED) if name not in NEVER]
    names = [*pair, *dice.sample([word for word in TRICKY if word not in NEVER], 2), "x"]
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(name_of(name), name)
    return list(seen.values())


def free(scope: dict[str, int], *words: str) -> bool:
    """Whether words mean what they always mean."""
    return not any(word in scope for word in words)


class Maker:
    """Makes terms of known value. A scope has the variables' values by their names without bars."""

    def __init__(self, dice: random.Random) -> None:
        self.dice, self.names = dice, variables(dice)

    def number(self, scope: dict[str, int], depth: int) -> tuple[str, int]:
        """An Int term and its value."""
        dice = self.dice
        usable = [name for name in self.names if name_of(name) in scope]
        if depth == 0 or dice.random() < 0.2:
            if usable and dice.random() < 0.75:
                name = dice.choice(usable)
                return dice.choice([name, f"|{name_of(name)}|"]), scope[name_of(name)]
            value = dice.randint(0, 3)
            return str(value), value
        kind = dice.randrange(9)
        if kind == 0 and free(scope, "+"):
            (a, x), (b, y) = self.number(scope, depth - 1), self.number(scope, depth - 1)
            return f"(+ {a} {b})", x + y
        if kind == 1 and free(scope, "-"):
            (a, x), (b, y) = self.number(scope, depth - 1), self.number(scope, depth - 1)
            return f"(- {a} {b})", x - y
        if kind == 2 and free(scope, "ite"):
            (c, z), (a, x), (b, y) = (
                self.formula(scope, depth - 1),
                self.number(scope, depth - 1),
                self.number(scope, depth - 1),
            )
            return f"(ite {c} {a} {b})", x if z else y
        if kind == 3 and free(scope, "mod", "div", "-"):
            a, x = self.number(scope, depth - 1)
            by = dice.choice([-3, -2, 2, 3])
            quotient = x // by if by > 0 else -(x // -by)
            shown = str(by) if by > 0 else f"(- {-by})"
            return dice.choice([(f"(div {a} {shown})", quotient), (f"(mod {a} {shown})", x - by * quotient)])
        if kind == 4 and free(scope, "abs", "-", "/", "to_int", "to_real"):
            a, x = self.number(scope, depth - 1)
            return dice.choice(
                [(f"(abs {a})", abs(x)), (f"(- {a})", -x), (f"(to_int (- (/ (to_real {a}) 2.0)))", -x // 2)]
            )
        return self.number_let(scope, depth)

    def bindings(self, scope: dict[str, int], depth: int) -> tuple[str, dict[str, int]]:
        """The bindings of a let, whose values are those of the scope around it, and the scope inside."""
        dice = self.dice
        chosen = dice.sample(self.names, min(len(self.names), dice.randint(1, 2)))
        pairs, inner = "", dict(scope)
        for name in chosen:
            text, value = self.number(scope, depth - 1)
            pairs += f"({name} {text})"
            inner[name_of(name)] = value
        return pairs, inner

    def number_let(self, scope: dict[str, int], depth: int) -> tuple[str, int]:
        pairs, inner = self.bindings(scope, depth)
        body, value = self.number(inner, depth - 1)
        return f"(let ({pairs}) {body})", value

    def formula_let(self, scope: dict[str, int], depth: int) -> tuple[str, bool]:
        pairs, inner = self.bindings(scope, depth)
        body, value = self.formula(inner, depth - 1)
        return f"(let ({pairs}) {body})", value

    def formula(self, scope: dict[str, int], depth: int) -> tuple[str, bool]:
        """A formula and its value."""
        dice = self.dice
        kind = dice.randrange(10) if depth > 0 else 9
        if kind == 0 and free(scope, "and") and free(scope, "or"):
            (a, x), (b, y) = self.formula(scope, depth - 1), self.formula(scope, depth - 1)
            return dice.choice([(f"(and {a} {b})", x and y), (f"(or {a} {b})", x or y)])
        if kind == 1 and free(scope, "not"):
            a, x = self.formula(scope, depth - 1)
            return f"(not {a})", not x
        if kind == 2 and free(scope, "=>") and free(scope, "xor") and free(scope, "implies") and free(scope, "iff"):
            (a, x), (b, y), (c, z) = (self.formula(scope, depth - 1) for _ in range(3))
            return dice.choice(
                [
                    (f"(=> {a} {b} {c})", not x or not y or z),
                    (f"(xor {a} {b} {c})", x ^ y ^ z),
                    (f"(iff {a} {b})", x == y),
                    (f"(implies {a} {b})", not x or y),
                ]
            )
        if kind in (3, 4) and free(scope, "=>") and free(scope, "and") and free(scope, "="):
            return self.quantified(scope, depth)
        if kind in (5, 6, 7):
            return self.formula_let(scope, depth)
        return self.comparison(scope, max(0, depth - 1))

    def comparison(self, scope: dict[str, int], depth: int) -> tuple[str, bool]:
        dice = self.dice
        (a, x), (b, y) = self.number(scope, depth), self.number(scope, depth)
        signs = [("=", x == y), ("<", x < y), ("<=", x <= y), (">", x > y), (">=", x >= y), ("distinct", x != y)]
        signs = [pair for pair in signs if free(scope, pair[0])]
        if not signs:
            return ("true", True) if free(scope, "true") else ("(not false)", True)
        sign, truth = dice.choice(signs)
        return f"({sign} {a} {b})", truth

    def quantified(self, scope: dict[str, int], depth: int) -> tuple[str, bool]:
        """A quantifier over one number, which is written as a condition."""
        dice = self.dice
        name = dice.choice(self.names)
        text, value = self.number(scope, depth - 1)
        # The number must not mention what is bound here.
        if name_of(name) in scope or any(word in text for word in (name, name_of(name))):
            text, value = str(abs(value)), abs(value)
        body, truth = self.formula(scope | {name_of(name): value}, depth - 1)
        if name_of(name) in ("=>", "and", "="):
            return self.formula_let(scope, depth)
        if dice.random() < 0.5:
            return f"(forall (({name} Int)) (=> (= {name} {text}) {body}))", truth
        return f"(exists (({name} Int)) (and (= {name} {text}) {body}))", truth


def gadget(dice: random.Random) -> tuple[str, bool]:
    """A closed formula, and whether it is true."""
    return Maker(dice).formula({}, dice.randint(2, 4))


def derived(dice: random.Random, name: str, condition: str, more: str = "") -> tuple[str, dict[str, Any]]:
    """A script whose fact has a condition that is false, and a derivation from that fact."""
    fact = f"(assert (forall ((x Int)) (=> (and (= x 0) {condition}) ({name} x))))"
    goal = f"(assert (forall ((x Int)) (=> (and ({name} x) (= x 0)) false)))"
    script = f"(set-logic HORN)\n{more}(declare-fun {name} (Int) Bool)\n"
    steps = list[dict[str, Any]]()
    for number, clause in enumerate((fact, goal)):
        offset = len(script)
        values = [{"name": "x", "offset": offset + clause.index("(x Int)") + 1, "value": "0"}]
        atom = None if number else {"arguments": ["0"], "predicate": name}
        steps.append({"clause": offset, "fact": atom, "premises": [0] * number, "values": values})
        script += clause + "\n"
    data = {"format": derivation_changes.FORMAT, "version": 1, "steps": steps}
    return script + "(check-sat)\n", data


def refutation(script: str, clauses: list[str], x: bool) -> dict[str, Any]:
    """A derivation of `(P 0)` by the first clause and of false by the second, where 0 is `x` if there is one."""
    fact, goal = (script.index(clause) for clause in clauses)
    values = [{"name": "x", "offset": script.index("x Int", goal), "value": "0"}] if x else []
    steps = [
        {"clause": fact, "fact": {"arguments": ["0"], "predicate": "P"}, "premises": [], "values": []},
        {"clause": goal, "fact": None, "premises": [0], "values": values},
    ]
    return {"format": derivation_changes.FORMAT, "version": 1, "steps": steps}


def idle(dice: random.Random) -> tuple[str, str, str]:
    """A derivation that leaves out a premise under a quantifier that has no value. Nothing derives it."""
    missing = dice.choice(
        [
            "(exists ((y Int)) (Q y))",
            "(not (forall ((y Int)) (not (Q y))))",
            "(let ((a (exists ((y Int)) (Q y)))) a)",
            "(and (exists ((y Int)) (Q y)) (= x 0))",
            "(or (exists ((y Int)) (Q y)) (< x 0))",
        ]
    )
    parts = ["(P x)", missing, *dice.sample(["true", "(= x 0)", "(exists ((z Int)) (P z))", "(< x 5)"], 2)]
    dice.shuffle(parts)
    body = f"(and {' '.join(parts)})"
    clause = dice.choice([f"(=> {body} false)", f"(not {body})", f"(or (not {body}) (< x 0))", f"(=> {body} (> x 0))"])
    clauses = ["(assert (P 0))", f"(assert (forall ((x Int)) {clause}))"]
    declared = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(declare-fun Q (Int) Bool)"
    script = "\n".join([declared, *clauses, "(check-sat)\n"])
    return script, "derivation", derivation_changes.written(refutation(script, clauses, True))


def remark(dice: random.Random) -> tuple[str, str, str]:
    """Commands in a remark that not all end in the same place, and evidence that overlooks them."""
    end = dice.choice(["\r", " x\r", "\r ", "\r\t"])
    clauses = ["(assert (P 0))", "(assert (not (P 0)))"]
    head = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n"
    if dice.random() < 0.5:
        script = f"{head}{clauses[0]} ;{end}{clauses[1]}\n(check-sat)\n"
        return script, "solution", "((define-fun P ((x Int)) Bool true))\n"
    script = f"{head}{clauses[0]}{clauses[1]} ;{end}(reset){head}(check-sat)\n"
    return script, "derivation", derivation_changes.written(refutation(script, clauses, False))


def forged(dice: random.Random) -> tuple[str, str, str]:
    """A script, a kind of evidence, and evidence of that kind that does not prove its claim."""
    if dice.random() < 0.15:
        return dice.choice([idle, idle, remark])(dice)
    text, truth = gadget(dice)
    true, false = (text, f"(not {text})") if truth else (f"(not {text})", text)
    name = dice.choice(["P", "bv2int", "iff", "|r s|", "inv!", "Q"])
    usable = [word for word in TRICKY if word not in NEVER and word not in (*OPERATORS, name)]
    x = dice.choice([*usable, "x1"])
    macro = dice.random() < 0.3
    define = f"(define-fun gadget () Bool {true})\n" if macro else ""
    condition = "gadget" if macro else true
    head = f"(set-logic HORN)\n{define}(declare-fun {name} (Int) Bool)\n"
    bound = f"(forall (({x} Int))"
    kind = dice.randrange(4)
    if kind == 0:
        # The goal's condition is true: a predicate that holds everywhere is no solution.
        script = f"{head}(assert {bound} ({name} {x})))\n(assert {bound} (=> (and ({name} {x}) {condition}) false)))\n"
        return script + "(check-sat)\n", "solution", f"((define-fun {name} (({x} Int)) Bool true))\n"
    if kind == 1:
        # The fact's condition is true: a predicate that never holds is no solution.
        script = f"{head}(assert {bound} (=> {condition} ({name} {x}))))\n"
        script += f"(assert {bound} (=> ({name} {x}) (< {x} 10))))\n"
        return script + "(check-sat)\n", "solution", f"((define-fun {name} ((x0 Int)) Bool false))\n"
    if kind == 2:
        # The body is true or false for all, and either is no solution.
        script = f"{head}(assert {bound} (=> (= {x} 0) ({name} {x}))))\n(assert {bound} (=> ({name} {x}) (> {x} 0))))\n"
        return script + "(check-sat)\n", "solution", f"((define-fun {name} (({x} Int)) Bool {text}))\n"
    script, data = derived(dice, name, false)
    return script, "derivation", derivation_changes.written(data)
