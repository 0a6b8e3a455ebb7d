"""The lab's own Python, with the libraries that plots and clusters need."""

import importlib.util
import os
import sys

from .solvers import ROOT

PYTHON = ROOT / ".lab" / "venv" / "bin" / "python"


class ToolsError(Exception):
    """The lab's tools are not installed."""


def with_tools(library: str) -> None:
    """Returns when a library can be imported; else starts this program again with the Python that has it."""
    if importlib.util.find_spec(library):
        return
    if not PYTHON.exists() or sys.prefix == str(PYTHON.parents[1]):
        raise ToolsError(f"{library} is missing: run scripts/rivals --only-tools")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
