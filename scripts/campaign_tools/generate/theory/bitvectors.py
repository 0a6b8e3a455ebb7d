"""Bit-vectors of one or two widths."""

from __future__ import annotations

from ...dice import Dice
from ...sexpr import Sexpr
from ..grammar import BOOL, Production, Sub, Theory, op
from .integers import INT


def sort_of(width: int) -> Sexpr:
    return ("_", "BitVec", str(width))


def constant(dice: Dice, width: int, value: int) -> Sexpr:
    value %= 1 << width
    shapes: list[Sexpr] = ["#b" + format(value, f"0{width}b"), ("_", f"bv{value}", str(width))]
    if width % 4 == 0:
        shapes.append("#x" + format(value, f"0{width // 4}x"))
    return dice.pick(shapes)


def width_of(sort: Sexpr) -> int | None:
    if isinstance(sort, tuple) and sort[:2] == ("_", "BitVec") and isinstance(sort[2], str):
        return int(sort[2])
    return None


def literal(dice: Dice, sort: Sexpr) -> Sexpr | None:
    width = width_of(sort)
    if width is None:
        return None
    return constant(dice, width, dice.pick([0, 0, 1, 1, 2, 3, 5, -1, -2, 1 << (width - 1)]))


def plus_constant(width: int) -> Production:
    sort = sort_of(width)

    def build(dice: Dice, sub: Sub) -> Sexpr:
        return (dice.pick(["bvadd", "bvadd", "bvsub"]), sub(sort), constant(dice, width, dice.number(1, 3)))

    return Production(sort, build, 4, True)


def of_width(width: int) -> list[Production]:
    sort = sort_of(width)
    words = ["bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"]
    binary = [op(sort, word, sort, sort, weight=0.25) for word in words]
    rare = [op(sort, word, sort, sort, weight=0.08) for word in ("bvnand", "bvnor", "bvxnor")]
    compared = ("bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge")
    turned: list[Sexpr] = [("_", "rotate_left", "1"), ("_", "rotate_right", "1")]
    return [
        plus_constant(width),
        op(sort, "bvadd", sort, sort, weight=1.2, gentle=True),
        op(sort, "bvsub", sort, sort, weight=0.8, gentle=True),
        op(sort, "bvmul", sort, sort, weight=0.3),
        op(sort, "bvneg", sort, weight=0.3, gentle=True),
        op(sort, "bvnot", sort, weight=0.3, gentle=True),
        *(op(sort, word, sort, weight=0.15, gentle=True) for word in turned),
        *binary,
        *rare,
        *(op(BOOL, word, sort, sort, weight=0.8) for word in compared),
    ]


def between(small: int, large: int) -> list[Production]:
    """Ways from one width to the other, and comparison as a bit."""
    low, high = sort_of(small), sort_of(large)
    more = str(large - small)
    return [
        op(high, ("_", "zero_extend", more), low, weight=0.8),
        op(high, ("_", "sign_extend", more), low, weight=0.6),
        op(low, ("_", "extract", str(small - 1), "0"), high, weight=0.8),
        op(low, ("_", "extract", str(large - 1), more), high, weight=0.4),
        *([op(high, "concat", low, low, weight=0.6)] if large == 2 * small else []),
        *([op(low, "bvcomp", high, high, weight=0.6)] if small == 1 else []),
    ]


def theory(dice: Dice) -> Theory:
    large = dice.weighted([2, 4, 8, 16, 32], [2, 5, 5, 0.5, 0.5])
    sorts, productions = [sort_of(large)] * 2, of_width(large)
    if dice.chance(0.4):
        small = dice.pick([1, large // 2])
        sorts.append(sort_of(small))
        productions += between(small, large) + (of_width(small) if small != large else [])
    return Theory(tuple(sorts), tuple(productions), literal)


def bridge(sorts: list[Sexpr]) -> Theory:
    """Bit-vectors as natural numbers, and the other way."""
    productions = []
    for sort in sorts:
        width = width_of(sort)
        if width is not None and width <= 8:
            productions += [op(INT, "bv2nat", sort, weight=0.4), op(sort, ("_", "int2bv", str(width)), INT, weight=0.3)]
    return Theory((), tuple(productions), lambda dice, sort: None)
