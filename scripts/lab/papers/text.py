"""What the papers show, and what is different about our set-up: the prose of the pages, as Markdown."""

FIRST_PAPER = """
*Lazy Annotation Revisited*, Section 5.1, Figure 2: run times on SV-COMP 2013 problems (“Control Flow and
Integer Variables”, “Product Lines”) as linear Horn clauses, 180 s a problem, those left out that all tools solve
within a second. Duality, by lazy annotation, solves all but one; Z3's PDR and UFO's CPred are about equal and behind.
Figure 3, on the simple loops of `ssh`: both the depth of the unwinding at convergence and the number of
resolutions are substantially lower for lazy annotation than for PDR.
"""

FIRST_SETUP = """
Different here: a sample of 60 `ssh` files, made integer again as in Appendix B.1, and beside them the
linear CHC-COMP files that exist now (the paper's “Product Lines” are not among them); seconds in place of minutes;
UFO does not run here, Spacer, PDR's successor, does. Duality and PDR are those of Z3 4.5.1 of 2017, three years after
the paper. Our depth is the bound of levels, counted on back edges; PDR's is its own count of levels. A resolution of
ours is the expansion of a subgoal, of PDR it is an unfolding.
"""

SECOND_PAPER = """
Section 5.2, Figure 4: properties of Windows drivers from SDV, procedures as nonlinear Horn clauses, recursion
bound 3. Stratified inlining (bounded model checking that unfolds calls) is up to twice as fast in some cases; lazy
annotation is faster by up to two orders of magnitude in many, since one learned summary serves all calls of a
procedure.
"""

SECOND_SETUP = """
Different here: the SDV problems of the CHC-COMP collection, each one Horn problem over integers and Booleans,
without Corral's refinement around it, without quantifiers and without a recursion bound: a safe recursive problem has
to be proved. Our bounded model checker stands for stratified inlining: it unfolds every call to a height and asks one
question a height, so it can prove a problem only when its unfolding ends.
"""

LADDER_PAPER = """
Appendix C.2, Figures 6 and 7: the features one by one. In the first experiment Mark II (decisions) is worse than
Mark I (none), Mark III (generalisation) is better than both, and eager propagation (final) shows on `ssh`
only. In the second decisions help much, generalisation and scores do not show, back-jumping helps modestly.
"""

LADDER_SETUP = """
Different here: interpolants come from linear programs over sampled cubes, not from proofs, so part of what the
paper calls generalisation is there at every mark.
"""

COVERAGE_PAPER = """
*Lazy Annotation for Program Testing and Verification*, Figure 6: on three Windows drivers, how often symbolic
execution goes back before all reachable locations are reached (saturation) and before the others are proved
unreachable (completion), with learning and as plain enumeration of paths: 87 and 94 against 1290 and 1811
(`kbfiltr`), 214 and 221 against 7552 and 15148 (`diskperf`), 327 and 330 against 13827 and 27788
(`floppy`), ratios of 15 to 84.
"""

COVERAGE_SETUP = """
Different here: the drivers are generated (`benchmarks/families`, family `drivers`): a
dispatcher with three routines of n stages, each under a lock or skipped, without loops. The targets are the rules, not
the basic blocks. A backtrack is a run that was executed as far as it went.
"""

TRAVERSAL_PAPER = """
*An Interpolation Method for CLP Traversal*, tables 3 and 4: goals of the search tree without interpolation
and with it. Array bounds, by deletion: 2755 and 120 (FFT), 298 and 138 (LU), 16126 and 867 (linpack, to depth 600).
Resource bounds, by deletion and slackening: 344 and 160 (decoder), 923 and 253 (sqrt), 1104 and 290 (qurt), 1410 and
439 (janne_complex), 1581 and 48 (statemate, to depth 30).
"""

TRAVERSAL_SETUP = """
Different here: the programs are written anew as clauses, small enough to be traversed without interpolation, and
named for those that they are like (`scripts/lab/papers/traversal.py`); only `janne_complex` is
the program itself, from all small inputs. A state is an execution of a step (`forward-decisions`), summed
over the search's bounds on loops. No invariants are given by hand, and maximal costs of subtrees are not stored: the
resource is an argument like others, and its bound is the goal.
"""

SECTIONS = [
    ("CAV 2014, experiment 1", FIRST_PAPER, FIRST_SETUP),
    ("CAV 2014, experiment 2", SECOND_PAPER, SECOND_SETUP),
    ("CAV 2014, the ladder", LADDER_PAPER, LADDER_SETUP),
    ("CAV 2010, coverage", COVERAGE_PAPER, COVERAGE_SETUP),
    ("CP 2009, states", TRAVERSAL_PAPER, TRAVERSAL_SETUP),
]
"""The title of each experiment and the prose about it."""
