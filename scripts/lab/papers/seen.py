"""The form of what an experiment shows: a table, sentences, and whether the claims of the paper hold."""

from dataclasses import dataclass, field

ALIKE = 1.1
"""Times are alike of which neither is more than this many times the other."""


@dataclass(frozen=True)
class Claim:
    """What the paper says, what is seen here, and whether these agree; nothing where too little was run to tell."""

    said: str
    seen: str
    agrees: bool | None

    def __str__(self) -> str:
        words = {True: "agrees", False: "does not agree", None: "cannot be told"}
        return f"{self.said}: {self.seen}: {words[self.agrees]}"


@dataclass(frozen=True)
class Seen:
    """A table with its columns, sentences about it, and the claims."""

    columns: list[str]
    lines: list[list[str]]
    sentences: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
