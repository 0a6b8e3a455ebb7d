"""Kinds that are programs, and the closing line."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

from campaign_tools.registry import Total, closing, takes_counts


def said(program: str) -> Total:
    with contextlib.redirect_stdout(io.StringIO()):
        return closing("test", [sys.executable, "-c", program])


class Programs(unittest.TestCase):
    def test_the_last_closing_line_counts(self) -> None:
        self.assertEqual(said("print('1 passed, 0 failed, 0 skipped\\n3 passed, 0 failed, 2 skipped')"), Total(3, 0, 2))

    def test_no_closing_line_is_a_failure(self) -> None:
        self.assertEqual(said("print('nothing')"), Total(0, 1, 0))

    def test_a_bad_exit_code_is_a_failure(self) -> None:
        self.assertEqual(said("print('3 passed, 0 failed, 0 skipped'); exit(2)"), Total(3, 1, 0))

    def test_a_program_with_other_options_is_no_campaign(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            program.write_text("#!/bin/sh\necho --minutes\n")
            program.chmod(0o755)
            self.assertFalse(takes_counts(program))
            self.assertFalse(takes_counts(Path(folder) / "missing"))
