"""The experiments of the papers again, with our engine and the rivals that run here."""
