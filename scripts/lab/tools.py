"""The lab's own Python, with the libraries that plots and clusters need."""

import importlib.util
import os
import sys

from .solvers import ROOT

PYTHON = ROOT / ".lab" / "venv" / "bin" / "python"


class ToolsError(Exception):
    """The lab's tools are not installed."""


def with_tools() -> None:
    """Returns when the tools can be imported; else starts this program again with the Python that has them."""
    if importlib.util.find_spec("matplotlib"):
        return
    if not PYTHON.exists() or sys.prefix == str(PYTHON.parents[1]):
        raise ToolsError("the lab's tools are missing: run scripts/rivals --tools")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
