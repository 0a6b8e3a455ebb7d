"""The operators that a script may use without declaring them: only words of the standard come out, with as many arguments as
every solver takes."""

from .sexpr import Wrong
from .sorts import BOOL, INT, REAL, bits, resolved
from .world import Term, lit, op, show

RELATIONS = {"bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"}
BINARY = {"bvnand", "bvnor", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr"}
ROTATIONS = {"ext_rotate_left": ("bvshl", "bvlshr"), "ext_rotate_right": ("bvlshr", "bvshl")}
PRODUCTS = {"bvsmul_noovfl": ("bvsle", "0", "1"), "bvsmul_noudfl": ("bvsge", "1", "0")}
DEFINED = {"bvudiv_i", "bvurem_i", "bvsdiv_i", "bvsrem_i", "bvsmod_i"}
HIGHEST_POWER = 1000
LEFT = {"bvand", "bvor", "bvxor", "bvxnor", "bvadd", "bvsub", "bvmul"}


def exactly(count, args):
    if len(args) != count:
        raise Wrong(f"{len(args)} arguments where {count} are taken")


def at_least(count, args):
    if len(args) < count:
        raise Wrong(f"{len(args)} arguments where {count} are needed")


def number(term):
    """A formula as one or nought."""
    return op("ite", [term, lit("1", INT), lit("0", INT)], INT) if resolved(term.sort) == BOOL else term


def mixed(world, args, are_numbers):
    """Terms of one sort, the widest of those that there are."""
    found = [resolved(arg.sort) for arg in args]
    if REAL in found:
        sort = REAL
    elif INT in found or are_numbers:
        sort = INT
    else:
        return [world.fit(arg, args[0].sort) for arg in args]
    return [world.fit(number(arg), sort) for arg in args]


def left(world, name, args, sort, result):
    whole = world.fit(args[0], sort)
    for arg in args[1:]:
        whole = op(name, [whole, world.fit(arg, sort)], result)
    return whole


def plain(world, name, args, sorts, result):
    exactly(len(sorts), args)
    return op(name, [world.fit(arg, sort) for arg, sort in zip(args, sorts)], result)


def apply(world, name, args):
    """An operator with arguments."""
    if name in ("true", "false"):
        exactly(0, args)
        return lit(name, BOOL)
    if name == "not":
        return plain(world, "not", args, [BOOL], BOOL)
    if name in ("and", "or"):
        args = [world.fit(arg, BOOL) for arg in args]
        if len(args) < 2:
            return args[0] if args else lit("true" if name == "and" else "false", BOOL)
        return op(name, args, BOOL)
    if name in ("=>", "implies"):
        at_least(2, args)
        return op("=>", [world.fit(arg, BOOL) for arg in args], BOOL)
    if name == "xor":
        at_least(1, args)
        return left(world, "xor", args, BOOL, BOOL)
    if name == "distinct" and len(args) == 1:
        return lit("true", BOOL)
    if name in ("=", "iff", "distinct"):
        at_least(2, args)
        return op("distinct" if name == "distinct" else "=", mixed(world, args, False), BOOL)
    if name in ("ite", "if"):
        exactly(3, args)
        condition, branches = world.fit(args[0], BOOL), mixed(world, args[1:], False)
        return op("ite", [condition, *branches], branches[0].sort)
    if name in ("+", "*", "-", "~"):
        at_least(1, args)
        args = mixed(world, args, True)
        name = "-" if name == "~" else name
        return args[0] if len(args) == 1 and name != "-" else op(name, args, args[0].sort)
    if name == "/":
        if len(args) == 1 and resolved(args[0].sort) == REAL:
            return args[0]
        at_least(2, args)
        return left(world, "/", [number(arg) for arg in args], REAL, REAL)
    if name == "div":
        at_least(1, args)
        return left(world, "div", [number(arg) for arg in args], INT, INT)
    if name == "mod":
        return plain(world, "mod", [number(arg) for arg in args], [INT, INT], INT)
    if name in ("<=", "<", ">=", ">"):
        at_least(1, args)
        args = mixed(world, args, True)
        return op(name, args, BOOL) if len(args) > 1 else lit("true", BOOL)
    if name in SPECIAL:
        return SPECIAL[name](world, args)
    return bit_operator(world, name, args)


def remainder(world, args):
    exactly(2, args)
    args = [world.fit(number(arg), INT) for arg in args]

    def make(names):
        negative, modulus = op("<", [names[1], lit("0", INT)], BOOL), op("mod", names, INT)
        return op("ite", [negative, op("-", [modulus], INT), modulus], INT)

    return world.sharing(args, make)


def absolute(world, args):
    exactly(1, args)
    args = mixed(world, args, True)
    if resolved(args[0].sort) == INT:
        return op("abs", args, INT)
    choice = lambda x: op("ite", [op("<", [x, lit("0.0", REAL)], BOOL), op("-", [x], REAL), x], REAL)
    return world.sharing(args, lambda names: choice(names[0]))


def power(world, args):
    exactly(2, args)
    text = args[1].head.removesuffix(".0") if args[1].kind == "lit" else ""
    exponent = int(text) if text.isdigit() and len(text) < 5 else HIGHEST_POWER + 1
    if exponent > HIGHEST_POWER:
        raise Wrong(f"only with a number up to {HIGHEST_POWER} as exponent")
    args = mixed(world, args, True)
    if exponent == 0:
        return lit("1", INT) if resolved(args[0].sort) == INT else lit("1.0", REAL)
    if exponent == 1:
        return args[0]
    return world.sharing(args[:1], lambda names: op("*", names * exponent, args[0].sort))


def array(term):
    sort = resolved(term.sort)
    if not isinstance(sort, tuple) or sort[0] != "Array":
        raise Wrong(f"expected an array, found {show(sort)}")
    return sort[1], sort[2]


def select(world, args):
    exactly(2, args)
    index, element = array(args[0])
    return op("select", [args[0], world.fit(args[1], index)], element)


def store(world, args):
    exactly(3, args)
    index, element = array(args[0])
    return op("store", [args[0], world.fit(args[1], index), world.fit(args[2], element)], args[0].sort)


def constant_array(world, sort, args):
    exactly(1, args)
    if sort[0] != "Array":
        raise Wrong(f"expected an array sort, found {show(sort)}")
    return Term("app", sort, ("constant", sort), [world.fit(args[0], sort[2])])


def to_real(world, args):
    exactly(1, args)
    return world.fit(number(args[0]), REAL)


SPECIAL = {
    "rem": remainder,
    "abs": absolute,
    "^": power,
    "select": select,
    "store": store,
    "to_real": to_real,
    "to_int": lambda world, args: plain(world, "to_int", [number(arg) for arg in args], [REAL], INT),
    "is_int": lambda world, args: plain(world, "is_int", [number(arg) for arg in args], [REAL], BOOL),
}


def divisible(world, divisor, args):
    exactly(1, args)
    if int(divisor) == 0:
        raise Wrong("the divisor is 0")
    modulus = plain(world, "mod", [number(args[0]), lit(divisor, INT)], [INT, INT], INT)
    return op("=", [modulus, lit("0", INT)], BOOL)


def width(term):
    sort = resolved(term.sort)
    if not isinstance(sort, tuple) or sort[0] != "Bits":
        raise Wrong(f"expected a bit-vector, found {show(sort)}")
    return sort[1]


def vectors(world, count, args):
    """Checks that so many arguments are bit-vectors of one width."""
    exactly(count, args)
    for arg in args[1:]:
        world.fit(arg, args[0].sort)
    return args[0].sort, width(args[0])


def bit_operator(world, name, args):
    if name in ("bvnot", "bvneg"):
        return op(name, args, vectors(world, 1, args)[0])
    if name in BINARY or name in DEFINED:
        return op(name.removesuffix("_i"), args, vectors(world, 2, args)[0])
    if name in RELATIONS:
        vectors(world, 2, args)
        return op(name, args, BOOL)
    if name == "bvxnor" and len(args) == 1:
        return bit_operator(world, "bvnot", args)
    if name in ("bit0", "bit1"):
        exactly(0, args)
        return lit("#b" + name[3], bits(1))
    if name in ROTATIONS:
        return rotate(world, ROTATIONS[name], args)
    if name in LEFT:
        at_least(1, args)
        sort, _ = vectors(world, len(args), args)
        return left(world, name, args, sort, sort)
    if name == "concat":
        at_least(1, args)
        whole, size = args[0], width(args[0])
        for arg in args[1:]:
            size += width(arg)
            whole = op("concat", [whole, arg], bits(size))
        return whole
    if name == "bvcomp":
        vectors(world, 2, args)
        return op("bvcomp", args, bits(1))
    if name in ("bvredand", "bvredor"):
        sort, size = vectors(world, 1, args)
        equal = op("bvcomp", [args[0], lit("#b" + ("1" if name == "bvredand" else "0") * size, sort)], bits(1))
        return equal if name == "bvredand" else op("bvnot", [equal], bits(1))
    if name in ("ubv_to_int", "bv2nat", "bv2int", "sbv_to_int"):
        vectors(world, 1, args)
        return op("sbv_to_int" if name == "sbv_to_int" else "ubv_to_int", args, INT)
    return overflow(world, name, args)


def overflow(world, name, args):
    """Whether the result of an operator is none of the numbers that the vectors can stand for."""
    if name == "bvnego":
        sort, size = vectors(world, 1, args)
        return op("=", [args[0], lit("#b1" + "0" * (size - 1), sort)], BOOL)
    if name == "bvsdivo":
        sort, size = vectors(world, 2, args)
        least = op("=", [args[0], lit("#b1" + "0" * (size - 1), sort)], BOOL)
        return op("and", [least, op("=", [args[1], lit("#b" + "1" * size, sort)], BOOL)], BOOL)
    if name == "bvusubo":
        vectors(world, 2, args)
        return op("bvult", args, BOOL)
    if name == "bvumul_noovfl":
        return op("not", [overflow(world, "bvumulo", args)], BOOL)
    if name in PRODUCTS:
        return product_within(world, *PRODUCTS[name], args)
    operator = {"bvuaddo": "bvadd", "bvsaddo": "bvadd", "bvssubo": "bvsub", "bvumulo": "bvmul", "bvsmulo": "bvmul"}.get(name)
    if operator is None:
        raise Wrong(f"{name} is not known")
    sort, size = vectors(world, 2, args)
    wide = bits(2 * size)
    head = ("indexed", f"(_ {'sign' if name[2] == 's' else 'zero'}_extend {size})")

    def make(names):
        exact = op(operator, [Term("app", wide, head, [name]) for name in names], wide)
        narrow = Term("app", wide, head, [op(operator, names, sort)])
        return op("distinct", [exact, narrow], BOOL)

    return world.sharing(args, make)


def product_within(world, relation, sign, rest, args):
    """Whether the signed product is within a bound, whose bits are `rest` behind those of the sign."""
    _, size = vectors(world, 2, args)
    wide, head = bits(2 * size), ("indexed", f"(_ sign_extend {size})")
    product = op("bvmul", [Term("app", wide, head, [arg]) for arg in args], wide)
    return op(relation, [product, lit("#b" + sign * (size + 1) + rest * (size - 1), wide)], BOOL)


def rotate(world, shifts, args):
    """Rotation by a vector: what leaves at one end by the first shift comes in at the other by the second."""
    sort, size = vectors(world, 2, args)
    whole = bit_literal(str(size), size)

    def make(names):
        places = op("bvurem", [names[1], whole], sort)
        rest = op("bvsub", [whole, places], sort)
        parts = [op(shift, [names[0], count], sort) for shift, count in zip(shifts, (places, rest))]
        return op("bvor", parts, sort)

    return world.sharing(args, make)


def indexed(world, name, indices, args):
    """An indexed operator of bit-vectors."""
    exactly(1, args)
    if name in ("int_to_bv", "int2bv", "nat2bv") and len(indices) == 1:
        sort = bits(indices[0])
        return Term("app", sort, ("indexed", f"(_ int_to_bv {indices[0]})"), [world.fit(number(args[0]), INT)])
    if name == "extract" and len(indices) == 2 and indices[1] <= indices[0] < width(args[0]):
        size = indices[0] - indices[1] + 1
    elif name in ("zero_extend", "sign_extend") and len(indices) == 1:
        size = width(args[0]) + indices[0]
    elif name in ("rotate_left", "rotate_right") and len(indices) == 1:
        size = width(args[0])
    elif name == "repeat" and len(indices) == 1:
        size = width(args[0]) * indices[0]
    else:
        raise Wrong(f"the indexed operator {name} does not fit")
    return Term("app", bits(size), ("indexed", f"(_ {name} {' '.join(map(str, indices))})"), args)


def bit_literal(digits, size):
    """`(_ bvN w)`: N modulo two to the power of w, bit for bit."""
    if len(digits) > 100_000:
        raise Wrong("a number of too many digits")
    sort, value = bits(size), 0
    for at in range(0, len(digits), 1000):  # Python reads no longer numbers at once.
        part = digits[at : at + 1000]
        value = value * 10 ** len(part) + int(part)
    return lit("#b" + format(value % (1 << size), f"0{size}b"), sort)
