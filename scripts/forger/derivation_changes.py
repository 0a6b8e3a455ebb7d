"""Changes of derivations, as the JSON of a bundle has them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, TypeAlias

from .words import INJECTED, ODDITIES, SORTS, TRICKY

Data: TypeAlias = Any
FORMAT = "alphorn-steps"
Change: TypeAlias = Callable[[random.Random, Data, Data], None]

VALUES = [
    "0", "1", "(- 1)", "7", "0.0", "0.5", "true", "false", "#b0", "#b0000", "(_ bv1 4)", "nil", "(cons 1 nil)",
    "(/ 1.0 0.0)", "(/ 1 2)", "((as const (Array Int Int)) 0)", "(div 1 0)",
    "(select ((as const (Array Int Int)) 0) 1)", "(let ((a 1)) a)", "(! 1 :named zn)", "(ite true 1 2)",
    "U!val!0", "x", "(+ 1 1)", "-1", "1e3", "", "1 2", "(- (- 1))", "(as nil Lst)", "(forall ((x Int)) true)",
    "|1|", "(hd nil)", "(store 0 0 0)", "00", "1.", "#x", "0)(assert false", "(_ bv1 99999999999)", "(P 0)",
    "null",
]  # fmt: skip


def step_of(dice: random.Random, data: Data) -> Data:
    return dice.choice(data["steps"])


def with_values(dice: random.Random, data: Data) -> Data | None:
    found = [step for step in data["steps"] if step["values"]]
    return dice.choice(found) if found else None


def value(dice: random.Random, data: Data, other: Data) -> None:
    """Another value of a variable."""
    step = with_values(dice, data)
    if step:
        near = [v["value"] for s in data["steps"] for v in s["values"]]
        dice.choice(step["values"])["value"] = dice.choice([*near, *VALUES])


def argument(dice: random.Random, data: Data, other: Data) -> None:
    """Another argument of a fact, one more or one less."""
    found = [step["fact"] for step in data["steps"] if step["fact"] and step["fact"]["arguments"]]
    if found:
        arguments = dice.choice(found)["arguments"]
        i = dice.randrange(len(arguments))
        match dice.randrange(5):
            case 0:
                del arguments[i]
            case 1:
                arguments.insert(i, arguments[i])
            case 2:
                dice.shuffle(arguments)
            case _:
                arguments[i] = dice.choice([*VALUES, *arguments])


def consistent(dice: random.Random, data: Data, other: Data) -> None:
    """One value is another wherever it stands."""
    texts = sorted({v["value"] for s in data["steps"] for v in s["values"]})
    if not texts:
        return
    old, new = dice.choice(texts), dice.choice(VALUES)
    for step in data["steps"]:
        for variable in step["values"]:
            variable["value"] = new if variable["value"] == old else variable["value"]
        if step["fact"]:
            step["fact"]["arguments"] = [new if a == old else a for a in step["fact"]["arguments"]]


def fact(dice: random.Random, data: Data, other: Data) -> None:
    """Another fact, or none."""
    facts = [step["fact"] for step in data["steps"]]
    names = [f["predicate"] for f in facts if f] or ["P"]
    name = dice.choice([*names, *TRICKY, "true", "=", "not"])
    step_of(dice, data)["fact"] = dice.choice(
        [*facts, None, {"predicate": name, "arguments": []}, {"predicate": name, "arguments": ["0"]}]
    )


def predicate(dice: random.Random, data: Data, other: Data) -> None:
    """The predicate of a fact has another name, or one that holds more than a name."""
    found = [step["fact"] for step in data["steps"] if step["fact"]]
    if found:
        one = dice.choice(found)
        old = one["predicate"]
        one["predicate"] = dice.choice([
            *TRICKY, *(f["predicate"] for f in found), f"|{old}|", f"{old} 0", f"({old}", f"{old})", f"{old};",
            *(old + odd for odd in ODDITIES), f"or true {old}", f"{old}) (or true", "false", "",
        ])  # fmt: skip


def premises(dice: random.Random, data: Data, other: Data) -> None:
    """Another premise: more, less, later, the step itself, no number."""
    step = step_of(dice, data)
    count = len(data["steps"])
    old = step["premises"]
    step["premises"] = dice.choice(
        [
            [], old[1:], [*old, dice.randrange(count)], old[::-1], [dice.randrange(count) for _ in old],
            [data["steps"].index(step)], [count], [-1], ["0"], [0.0], [True], [None], [2**64], [2**32],
            [count - 1, *old], [1e0], [[0]], None, {}, "0", [-1 * count],
        ]
    )  # fmt: skip


def clause(dice: random.Random, data: Data, other: Data) -> None:
    """Another clause of a step."""
    step, near = step_of(dice, data), [s["clause"] for s in data["steps"]]
    step["clause"] = dice.choice([*near, *strange(dice, step["clause"])])


def strange(dice: random.Random, old: Any) -> list[Any]:
    """What may stand where a number does."""
    near = [old + 1, old - 1, 2**32 + old, 2**64 + old, float(old), -old] if type(old) is int else []
    return [*near, 0, -1, str(old), None, True, 0.0, 2**32, 2**64, 10**30, [old], {"offset": old}]


def offset(dice: random.Random, data: Data, other: Data) -> None:
    """A variable is bound at another byte."""
    variables = [v for s in data["steps"] for v in s["values"]]
    if variables:
        place = dice.choice(variables)
        place["offset"] = dice.choice([*(v["offset"] for v in variables), *strange(dice, place["offset"])])


def name(dice: random.Random, data: Data, other: Data) -> None:
    """A variable has another name."""
    step = with_values(dice, data)
    if step:
        names = [v["name"] for s in data["steps"] for v in s["values"]]
        one = dice.choice(step["values"])
        one["name"] = dice.choice(
            [*names, *TRICKY, f"|{one['name']}|", f"{one['name']} 0", "", f"{one['name']};", "x) (", "(x"]
        )


def variables(dice: random.Random, data: Data, other: Data) -> None:
    """A value less, twice, or of another variable."""
    step = with_values(dice, data)
    if step:
        values = step["values"]
        i = dice.randrange(len(values))
        donor = with_values(dice, data) or step
        match dice.randrange(4):
            case 0:
                del values[i]
            case 1:
                values.append(copy.deepcopy(values[i]))
            case 2:
                values.append(copy.deepcopy(dice.choice(donor["values"])))
            case _:
                step["values"] = copy.deepcopy(donor["values"])


def order(dice: random.Random, data: Data, other: Data) -> None:
    """Steps in another order, less, more, or from elsewhere."""
    steps = data["steps"]
    i, j = dice.randrange(len(steps)), dice.randrange(len(steps))
    match dice.randrange(8):
        case 0:
            del steps[i]
        case 1:
            steps.insert(i, copy.deepcopy(steps[j]))
        case 2:
            steps[i], steps[j] = steps[j], steps[i]
        case 3:
            steps.reverse()
        case 4:
            del steps[i:]
        case 5:
            data["steps"] = steps[-1:]
        case 6:
            data["steps"] = [*steps, *copy.deepcopy(other["steps"])]
        case _:
            steps.append({"clause": 0, "fact": None, "premises": [], "values": []})


def direct(dice: random.Random, data: Data, other: Data) -> None:
    """False at once, from any clause, with what premises there are."""
    data["steps"][-1]["fact"] = None
    step = step_of(dice, data)
    step["fact"] = None
    data["steps"] = data["steps"][: data["steps"].index(step) + 1]


def foreign(dice: random.Random, data: Data, other: Data) -> None:
    """Another derivation, or its clauses, or its values."""
    part = dice.choice(["steps", "clause", "values"])
    if part == "steps":
        data["steps"] = copy.deepcopy(other["steps"])
        return
    for step, donor in zip(data["steps"], other["steps"], strict=False):
        step[part] = copy.deepcopy(donor[part])


def unknown(dice: random.Random, data: Data, other: Data) -> None:
    """A field that nobody reads, or another version."""
    variables = [v for s in data["steps"] for v in s["values"]]
    facts = [s["fact"] for s in data["steps"] if s["fact"]]
    place = dice.choice([data, *data["steps"], *variables, *facts])
    key = dice.choice(["formula", "line", "sort", "verdict", "zz", "format", "version", "clauses", "Clause"])
    place[key] = dice.choice(
        ["false", "(P 0)", 0, 1, 2, 1.0, None, [], ["(x Int)"], *SORTS, FORMAT, "alphorn-derivation"]
    )


def injected(dice: random.Random, data: Data, other: Data) -> None:
    """A command where a text stands."""
    texts = [(v, "value") for s in data["steps"] for v in s["values"]] + [
        (v, "name") for s in data["steps"] for v in s["values"]
    ]
    texts += [(s["fact"], "predicate") for s in data["steps"] if s["fact"]]
    if texts:
        place, key = dice.choice(texts)
        close = ")" * dice.randint(0, 6)
        old = str(place[key])
        piece = (
            f"{old}{close}{dice.choice(INJECTED)}{dice.choice(['', '(assert (and true', '(' * len(close), ';', '|'])}"
        )
        place[key] = dice.choice(
            [piece, f"|{piece}|", f"{old};{piece}", f"{old}\n{piece}", old + dice.choice(ODDITIES)]
        )


CHANGES: list[Change] = [
    value, value, value, argument, argument, consistent, consistent, fact, fact, predicate, premises, premises,
    clause, offset, name, variables, order, order, direct, foreign, unknown, injected, injected,
]  # fmt: skip


def of_type(value: Any, kind: type) -> Any:
    """The value, if it has the type that JSON must give it here: `true` is no number."""
    if type(value) is not kind:
        raise TypeError(f"not a {kind.__name__}: {value!r}")
    return value


def steps_of(data: Data) -> str:
    """The steps as the library's checker reads them; an error is one of the form, which only files have."""
    out = ["("]
    for number, step in enumerate(data["steps"]):
        values = " ".join(
            f"({of_type(v['name'], str)} {of_type(v['offset'], int)} {of_type(v['value'], str)})"
            for v in step["values"]
        )
        shown_premises = " ".join(str(of_type(premise, int)) for premise in step["premises"])
        fact_, shown_fact = step["fact"], "false"
        if fact_ is not None:
            shown_fact = of_type(fact_["predicate"], str)
            if shown_fact == "false":
                raise ValueError("false is no predicate")
            if fact_["arguments"]:
                shown_fact = f"({shown_fact} {' '.join(of_type(a, str) for a in fact_['arguments'])})"
        out.append(f"(step {number} {of_type(step['clause'], int)} ({values}) ({shown_premises}) {shown_fact})\n")
    text = "".join(out) + ")"
    if ";" in text:
        raise ValueError("there may be a remark in it")
    return text


def written(data: Data) -> str:
    """The text of the file, laid out as `certify` lays it out."""
    shown = [json.dumps(step, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for step in data["steps"]]
    head = {key: value for key, value in data.items() if key not in ("format", "version", "steps")}
    fields = {"format": data.get("format"), "version": data.get("version"), **head}
    lines = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in fields.items())
    steps = ",\n".join("    " + step for step in shown)
    return f'{{\n{lines}  "steps": [\n{steps}\n  ]\n}}\n'
