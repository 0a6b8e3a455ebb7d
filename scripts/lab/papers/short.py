"""The short page: the numbers of the experiments as Markdown, small enough to be committed."""

from ..summary import markdown_lines
from . import text
from .findings import Outcome
from .seen import Seen


def markdown(outcome: Outcome) -> str:
    """The whole page, without plots; an experiment without rows says that it was not run."""
    outcome = outcome.credited()
    blocks = ["# The papers' experiments again", f"Limits: {outcome.limits()}. Written by `scripts/papers`."]
    if outcome.builds():
        blocks.append("\n".join(f"* {build}" for build in outcome.builds()))
    for (title, paper, setup), seen in zip(text.SECTIONS, outcome.seen(), strict=True):
        blocks += [f"## {title}", *(_seen(seen) if seen else ["Not run."])]
        blocks += [f"*What the paper shows.* {paper.strip()}", f"*Why they differ.* {setup.strip()}"]
    return "\n\n".join(blocks) + "\n"


def _seen(seen: Seen) -> list[str]:
    blocks = [markdown_lines(seen.columns, seen.lines)]
    if seen.sentences:
        blocks.append("\n".join(seen.sentences))
    if seen.claims:
        claims = "\n".join(f"* {claim}" for claim in seen.claims)
        blocks += ["The paper's claims, and what is seen here:", claims]
    return blocks
