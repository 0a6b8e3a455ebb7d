"""What has to be shown about evidence: a question for each clause or step, to be answered `unsat`."""

import json
import re

from .output import Printer
from .reader import Reader
from .sexpr import Wrong, ambiguous, cut, read, shown
from .sorts import BOOL
from .world import Term, is_about_predicates, name_of, show

POSITIVE, NEGATIVE, BOTH = 1, 2, 3
FLIPPED = [0, 2, 1, 3]
VALUES = {"-", "+", "*", "/", "div", "mod", "to_real", "to_int", "store", "ubv_to_int"}


class Question:
    """One thing that has to be shown."""

    def __init__(self, place, assertion, constants, formula, uses):
        self.place, self.assertion, self.constants, self.formula, self.uses = place, assertion, constants, formula, uses


def conjunction(texts):
    return texts[0] if len(texts) == 1 else f"(and {' '.join(texts)})" if texts else "true"


def instantiate(roots, polarity, given=None):
    """What becomes of the quantifiers (True: its variables are free, False: it is left out), and the free variables. With
    `given` (names by offset), those are instantiated, otherwise all that are outermost."""
    fates, free, uses, bound = {}, set(), {}, set()

    def take(var):
        if given is not None and given.get(var.offset) != var.name:
            raise Wrong(f"the variable {var.name} has no value" if var.offset not in given else f"another name than {var.name}")
        free.add(var)

    for root in roots:
        stack = [(root, polarity, False)]
        while stack:
            term, sign, stays = stack.pop()
            if term is None:  # the body of a let was visited
                stack += [(value, uses[var], stays) for var, value in sign]
            elif term.kind == "var":
                if term.head in uses:
                    uses[term.head] |= sign
                if term.head not in bound and term.head not in free:
                    take(term.head)
            elif term.kind == "app":
                signs = signs_of(term, sign)
                stack += [(arg, one, stays) for arg, one in zip(term.args, signs)]
            elif term.kind == "let":
                bound.update(var for var, _ in term.args)
                uses.update((var, 0) for var, _ in term.args)
                stack += [(None, term.args, stays), (term.body, sign, stays)]
            elif term.kind == "quantifier":
                may = sign == (POSITIVE if term.head else NEGATIVE)
                keep = not may or stays
                if given is not None:
                    wanted = any(var.offset in given for var in term.args)
                    if wanted and not may:
                        raise Wrong("a quantifier may not be instantiated: it is not universal")
                    if not wanted and may:
                        fates[term] = False
                        continue
                    keep = not wanted
                bound.update(term.args)
                if not keep:
                    fates[term] = True
                    for var in term.args:
                        take(var)
                stack.append((term.body, sign, stays or keep))
    if given is not None and set(given) - {var.offset for var in free}:
        raise Wrong("a value for what is not instantiated")
    return fates, sorted(free, key=lambda var: var.number)


def signs_of(term, sign):
    name, count = term.head[1] if term.head[0] == "op" else "", len(term.args)
    if name in ("and", "or"):
        return [sign] * count
    if name == "not":
        return [FLIPPED[sign]]
    if name == "=>":
        return [FLIPPED[sign]] * (count - 1) + [sign]
    return [BOTH, sign, sign] if name == "ite" else [BOTH] * count


def read_evidence(text):
    top = read(text)
    symbol = ambiguous(top)
    if symbol:
        raise Wrong(f"a quoted symbol with a backslash: {symbol.text}")
    return top


def has_remark(text):
    """Whether there is something in it that no checker looks at."""
    return ";" in re.sub(r'"[^"]*"|\|[^|]*\|', "", text) or text.startswith("\ufeff")


def solution(script, text):
    """The questions about a model, and who writes them."""
    top = read_evidence(text)
    if has_remark(text):
        raise Wrong("there is a remark in the model")
    if len(top) == 1 and top[0].is_list and (top[0].head is None or top[0].head.is_list):
        top = top[0].parts
    elif len(top) == 1 and top[0].head is not None and top[0].head.is_word("model"):
        top = top[0].parts[1:]
    definitions = {}
    for item in top:
        predicate, definition = define(script.world, item)
        if predicate in definitions:
            raise Wrong(f"{predicate.name} is defined twice")
        definitions[predicate] = definition
    for function in script.world.declared:
        if function.is_predicate and function not in definitions:
            raise Wrong(f"there is no definition of {function.name}")
    printer, questions = Printer(script.world, definitions), []
    for number, assertion in enumerate(script.assertions):
        uses = []
        constants, formula = negation(assertion, printer, uses)
        questions.append(Question(f"clause {number}", assertion, constants, formula, uses))
    printer.finish()
    return questions, printer


def define(world, item):
    """A predicate, and the parameters and the body that a model gives it."""
    parts = item.parts
    if len(parts) != 5 or not parts[0].is_word("define-fun") or not parts[2].is_list or parts[3].name != "Bool":
        raise Wrong(f"expected a define-fun: {shown(item)}")
    predicate = world.predicate(parts[1].name) if parts[1].name is not None else None
    if predicate is None:
        raise Wrong(f"no predicate {shown(parts[1])} is declared")
    reader = Reader(world, "w", False)
    variables = reader.bind_variables(parts[2])
    if [var.sort for var in variables] != list(predicate.params):
        raise Wrong(f"{predicate.name} has the sorts {' '.join(map(show, predicate.params))}")
    body = reader.read(parts[4], BOOL)
    world.leave()
    if body.any(lambda term: term.kind == "app" and is_about_predicates(term.head)):
        raise Wrong(f"the definition of {predicate.name} mentions a predicate")
    return predicate, (variables, body)


def negation(assertion, printer, uses):
    """Constants, and a formula that is satisfiable where the assertion is false."""
    if assertion.kind == "queryall":
        free = [printer.world.fresh(sort) for sort in assertion.terms.params]
        fact = Term("app", BOOL, ("function", assertion.terms), [Term("var", var.sort, var) for var in free])
        formula = printer.term(fact, {}, uses)
    else:
        sign = NEGATIVE if assertion.kind == "query" else POSITIVE
        fates, free = instantiate(assertion.terms, sign)
        formula = conjunction([printer.term(term, fates, uses) for term in assertion.terms])
        formula = formula if assertion.kind == "query" else f"(not {formula})"
    constants = "".join([f"(declare-const {printer.binding(var, uses)[1:-1]})" for var in free])
    return constants, formula


class Step:
    def __init__(self, assertion, values, premises, fact):
        self.assertion, self.values, self.premises, self.fact = assertion, values, premises, fact


def derivation(script, text):
    """The questions about a derivation, and who writes them."""
    data = json.loads(text)
    if fields(data, "format steps version") != ["alphorn-steps", data["steps"], 1]:
        raise Wrong("not steps of a version that is known")
    lines = ",\n".join(["    " + compact(step) for step in data["steps"]])
    head = '{\n  "format": "alphorn-steps",\n  "version": 1,\n  "steps": [\n'
    if text != f"{head}{lines}\n  ]\n}}\n":
        raise Wrong("the steps are not written as they must be")
    variables = {var.offset: var for var in script.world.vars}
    assertions = {assertion.offset: assertion for assertion in script.assertions}
    steps = []
    for number, entry in enumerate(data["steps"]):
        try:
            steps.append(step_of(script.world, entry, number, variables, assertions))
        except Wrong as wrong:
            raise Wrong(f"step {number}: {wrong}") from None
    if not steps or steps[-1].fact is not None:
        raise Wrong("the last step does not derive false")
    printer, questions, known = Printer(script.world, {}), [], {}
    for number, step in enumerate(steps):
        uses = []
        formula = formula_of(step, steps, printer, known, uses)
        questions.append(Question(f"step {number}", step.assertion, "", formula, uses))
    printer.finish()
    return questions, printer


def compact(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def fields(value, names):
    """The values of an object that has exactly these fields."""
    if not isinstance(value, dict) or sorted(value) != names.split():
        raise Wrong(f"expected the fields {names}")
    return [value[name] for name in names.split()]


def natural(value):
    if type(value) is not int or not 0 <= value < 1 << 32:
        raise Wrong("expected a number")
    return value


def word(value):
    """The one S-expression that a string is, and nothing else."""
    top = read_evidence(value) if isinstance(value, str) else []
    whole = top and (top[0].text if not top[0].is_list else top[0].cut[0][top[0].cut[1] : top[0].cut[2]])
    if len(top) != 1 or whole != value or has_remark(value):
        raise Wrong(f"not one term: {cut(str(value))}")
    return top[0]


def step_of(world, entry, number, variables, assertions):
    offset, fact, premises, given = fields(entry, "clause fact premises values")
    if natural(offset) not in assertions:
        raise Wrong("no assertion in force starts at that byte")
    values = {}
    for value in given:
        name, at, text = fields(value, "name offset value")
        name, var = name_of(word(name)), variables.get(natural(at))
        if var is None or var.name != name:
            raise Wrong(f"no variable {name} is bound at byte {at}")
        if at in values:
            raise Wrong(f"two values for {name}")
        values[at] = (name, value_of(world, word(text), var.sort))
    if any(natural(premise) >= number for premise in premises):
        raise Wrong("a premise is not an earlier step")
    term = None
    if fact is not None:
        arguments, predicate = fields(fact, "arguments predicate")
        predicate = world.predicate(word(predicate).name)
        if predicate is None or len(arguments) != len(predicate.params):
            raise Wrong("the fact is not of a declared predicate")
        arguments = [value_of(world, word(text), sort) for text, sort in zip(arguments, predicate.params)]
        term = Term("app", BOOL, ("function", predicate), arguments)
    return Step(assertions[offset], values, premises, term)


def value_of(world, item, sort):
    """A ground value of a sort."""
    term = Reader(world, "w", False).read(item, sort)

    def is_foreign(part):
        if part.kind != "app":
            return part.kind != "lit"
        kind = part.head[0]
        return part.head[1] not in VALUES if kind == "op" else kind in ("function", "indexed", "tester")

    if term.any(is_foreign):
        raise Wrong(f"{shown(item)} is no value")
    return term


def formula_of(step, steps, printer, known, uses):
    """Clause, premises and the negated fact: this must be unsatisfiable."""
    assertion, parts = step.assertion, []
    facts = [steps[premise].fact for premise in step.premises]
    if assertion.kind == "queryall":
        if step.values:
            raise Wrong("a value for what is not instantiated")
        asked = [fact for fact in facts if fact is not None and fact.head[1] is assertion.terms]
        parts += [f"(not {printer.term(fact, {}, uses)})" for fact in asked]
    else:
        parts.append(instance(step, printer, known, uses))
    parts += [printer.term(fact, {}, uses) for fact in facts if fact is not None]
    if None in facts:
        parts.append("false")
    goal = printer.term(step.fact, {}, uses) if step.fact is not None else "false"
    return conjunction(parts + [f"(not {goal})"])


def instance(step, printer, known, uses):
    """The instance of a clause with the values of a step; it is defined once, however many steps use it."""
    given = {offset: name for offset, (name, _) in step.values.items()}
    key = (step.assertion, tuple(sorted(given.items())))
    if key not in known:
        inner, is_query = [], step.assertion.kind == "query"
        fates, free = instantiate(step.assertion.terms, NEGATIVE if is_query else POSITIVE, given)
        parameters = "".join([printer.binding(var, inner) for var in free])
        body = conjunction([printer.term(term, fates, inner) for term in step.assertion.terms])
        body = f"(not {body})" if is_query else body
        name = f"c{len(known)}"
        known[key] = name, printer.piece(f"(define-fun {name} ({parameters}) Bool {body})\n", inner), free
    name, piece, free = known[key]
    uses.append(piece)
    values = [printer.term(step.values[var.offset][1], {}, uses) for var in free]
    return f"({' '.join([name, *values])})" if values else name
