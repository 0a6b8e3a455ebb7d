"""Mutated scripts and command lines in every dialect: no crash, and a line for each question. scripts/fuzz runs it."""
