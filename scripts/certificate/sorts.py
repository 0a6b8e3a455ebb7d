"""Sorts: tuples, and holes for what the text does not tell yet."""

from .sexpr import Wrong

BOOL, INT, REAL = ("Bool",), ("Int",), ("Real",)
DEEPEST = 500


class Hole:
    """A sort that is not told yet."""

    def __init__(self):
        self.sort = None


def resolved(sort):
    while isinstance(sort, Hole) and sort.sort is not None:
        sort = sort.sort
    return sort


def parts(sort):
    """The sorts that a sort is made of."""
    if isinstance(sort, Hole):
        return ()
    return sort[1:] if sort[0] == "Array" else sort[2:] if sort[0] == "Data" else ()


def mentions(sort, hole):
    sort = resolved(sort)
    return sort is hole or any(mentions(part, hole) for part in parts(sort))


def unify(a, b):
    """Makes two sorts the same by filling holes, if that is possible."""
    a, b = resolved(a), resolved(b)
    if a is b:
        return True
    if isinstance(b, Hole):
        a, b = b, a
    if isinstance(a, Hole):
        if mentions(b, a):
            return False
        a.sort = b
        return True
    if a[0] != b[0] or len(a) != len(b):
        return False
    if a[0] in ("Array", "Data"):
        return (a[0] == "Array" or a[1] == b[1]) and all(unify(x, y) for x, y in zip(parts(a), parts(b)))
    return a == b


def closed(sort, depth=0):
    """A sort without holes."""
    sort = resolved(sort)
    if isinstance(sort, Hole):
        raise Wrong("nothing tells the sort of a constructor")
    if depth > DEEPEST:
        raise Wrong("sorts are nested too deep")
    inner = tuple(closed(part, depth + 1) for part in parts(sort))
    return sort[: len(sort) - len(inner)] + inner


def filled(pattern, args):
    """A sort with arguments in the place of its parameters."""
    if isinstance(pattern, Hole):
        return pattern
    if pattern[0] == "Param":
        return args[pattern[1]]
    inner = tuple(filled(part, args) for part in parts(pattern))
    return pattern[: len(pattern) - len(inner)] + inner


def bits(width):
    if not 1 <= width <= 1 << 24:
        raise Wrong(f"a bit-vector of {width} bits")
    return ("Bits", width)
