"""Random Horn problems: the same number gives the same problem."""
