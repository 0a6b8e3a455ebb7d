"""Running solvers on problems, and judging what they say."""
