"""Changes right evidence in many ways, and sees that no door accepts what does not prove its claim; scripts/forge runs it."""
