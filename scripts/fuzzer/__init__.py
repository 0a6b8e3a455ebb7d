"""Mutated scripts and command lines in every dialect: no crash, and one line for each question. scripts/fuzz runs it."""
