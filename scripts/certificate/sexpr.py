"""S-expressions with the bytes where they stand."""

import re

BLANKS = re.compile(r"(?:[ \t\r\n]+|;[^\n]*(?:\n|$))*")
BROKEN = re.compile(r";[^\n\r]*\r+[^\n\r]")
TOKEN = re.compile(r'[()]|\|[^|]*\||"(?:[^"]|"")*"|[A-Za-z0-9~!@$%^&*_\-+=<>.?/\'#:\[\]{}\\,\u0080-\U0010ffff]+')
WORDS = [
    ("keyword", re.compile(r":.+", re.S)),
    ("hex", re.compile(r"#x[0-9a-fA-F]+")),
    ("binary", re.compile(r"#b[01]+")),
    ("numeral", re.compile(r"[0-9]+")),
    ("decimal", re.compile(r"[0-9]+\.[0-9]*")),
    ("symbol", re.compile(r"[^0-9#].*", re.S)),
]
RESERVED = {"!", "_", "as", "exists", "forall", "let", "match", "par"}


class Wrong(Exception):
    """The certificate is not accepted."""


class Sexpr:
    """One S-expression. Its text is as written; a list has parts."""

    __slots__ = ("kind", "text", "start", "parts", "cut")

    def __init__(self, kind, text, start, parts=()):
        self.kind, self.text, self.start, self.parts, self.cut = kind, text, start, parts, None

    @property
    def name(self):
        """The name, if it is a symbol: `|p|` and `p` have the same name."""
        if self.kind == "symbol":
            return self.text
        return self.text[1:-1] if self.kind == "quoted" else None

    @property
    def is_list(self):
        return self.kind == "list"

    def is_word(self, word):
        return self.kind == "symbol" and self.text == word

    @property
    def head(self):
        return self.parts[0] if self.parts else None

    @property
    def reserved(self):
        """The word of the language that it is, if it is one."""
        return self.text if self.kind == "symbol" and self.text in RESERVED else None

    def below(self):
        """It and all that it is made of."""
        stack = [self]
        while stack:
            item = stack.pop()
            yield item
            stack.extend(item.parts)


def kind_of(token):
    if token[0] == "|":
        return "quoted"
    if token[0] == '"':
        return "string"
    return next((kind for kind, form in WORDS if form.fullmatch(token)), None)


def read_prefix(text):
    """The whole S-expressions up to the first mistake, and what that is."""
    top, stack, parts = [], [], []
    at = 1 if text.startswith("\ufeff") else 0
    offset, plain = len(text[:at].encode()), text.isascii()
    while True:
        blanks = BLANKS.match(text, at)
        offset += len(blanks.group()) if plain else len(blanks.group().encode())
        at = blanks.end()
        if at == len(text):
            return top, "a parenthesis is never closed" if stack else None
        if BROKEN.search(blanks.group()):
            raise Wrong("a remark with a carriage return, which solvers end in different places")
        match = TOKEN.match(text, at)
        if not match:
            return top, f"unreadable text: {text[at:at + 20]!r}"
        token, start, where = match.group(), offset, at
        at = match.end()
        offset += len(token) if plain else len(token.encode())
        if token == "(":
            stack.append((parts, start, where))
            parts = []
            continue
        if token == ")":
            if not stack:
                return top, "a closing parenthesis too many"
            inner, (parts, start, where) = parts, stack.pop()
            item = Sexpr("list", text[where:at], start, inner) if not stack else Sexpr("list", "", start, inner)
            item.cut = (text, where, at)
        else:
            kind = kind_of(token)
            if kind is None:
                return top, f"unreadable text: {token[:20]!r}"
            item = Sexpr(kind, token, start)
        (parts if stack else top).append(item)


def read(text):
    """The S-expressions of a text."""
    top, mistake = read_prefix(text)
    if mistake:
        raise Wrong(mistake)
    return top


def ambiguous(top):
    """A symbol that solvers end in different places, if there is one."""
    words = (item for root in top for item in root.below())
    return next((item for item in words if item.kind == "quoted" and "\\" in item.text), None)


SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def cut(text):
    """A text on one line, not too long."""
    start = text[: 8 * 160]
    flat = " ".join(part for part in SPACE.split(start) if part)
    return flat if len(flat) <= 160 and len(start) == len(text) else flat[:160] + "…"


def shown(item):
    """A text for messages."""
    return cut(item.text) if not item.is_list else cut(item.cut[0][item.cut[1] : item.cut[2]])


def quoted(name):
    """A name as a symbol that every solver reads alike."""
    simple = re.fullmatch(r"[A-Za-z~!@$%^&*_+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*", name)
    return name if simple else f"|{name}|"
