"""Tests of the campaign. What needs Z3 or Alphorn is skipped where they are not built."""

from __future__ import annotations

import unittest
from pathlib import Path

from ..run.smt import Smt

ROOT = Path(__file__).resolve().parents[3]
BINARY = ROOT / "third_party/z3/bin/z3"
Z3 = Smt(BINARY)

with_oracle = unittest.skipUnless(BINARY.exists(), "no Z3 under third_party")


def tearDownModule() -> None:
    Z3.stop()
