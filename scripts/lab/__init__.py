"""The lab: runs solvers over files under limits, records every run, and compares."""
