"""Tests of the lab; `scripts/lab/check` runs them."""
