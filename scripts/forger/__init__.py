"""Changes right evidence in many ways, and sees that no door accepts what proves nothing. scripts/forge runs it."""
