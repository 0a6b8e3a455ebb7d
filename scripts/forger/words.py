"""Words that checkers are known to treat in a way of their own, and operators that may stand for each other."""

from __future__ import annotations

# Two names that a careless checker may take for one.
CONFUSED = [
    ("bv2int", "ubv_to_int"), ("bv2int", "bv2nat"), ("iff", "="), ("if", "ite"), ("implies", "=>"), ("~", "-"),
    ("x", "|x|"), ("x", "x!"), ("x!", "x!!"), ("x!", "x!1"), ("P", "P!"), ("rem", "chk!rem"), ("rem", "mod"),
    ("chk!0", "chk!v0"), ("chk!", "chk!!"), ("x", "X"), ("x", "x "), ("|x y|", "|x  y|"), ("x", "|x\n|"),
    ("true", "|true|"), ("is-nil", "nil"), ("bvudiv_i", "bvudiv"), ("bvsmod_i", "bvsmod"), ("x0", "x00"),
    ("v!0", "v!1"), ("k!0", "k!1"), ("a", "a!val!0"), ("int2bv", "int_to_bv"), ("as", "|as|"),
    ("let", "|let|"), ("|!|", "!"), ("_", "|_|"), ("|(|", "|)|"), ("|;|", "|;x|"), ('|"|', '|""|'),
    ("||", "| |"), ("$x", "@x"), (".x", "x."), ("x.0", "x_0"), ("x_0", "x0"), ("model", "modeI"),
    ("-1", "|-1|"), ("|0|", "0"), ("|#b1|", "#b1"), ("subset", "=>"), ("union", "or"), ("&&", "and"),
    ("==", "="), ("!=", "distinct"), ("chk!v12", "|chk!v12|"), ("Bool", "|Bool|"), ("Int", "|Int|"),
    ("bvsdiv0", "bvsdiv"), ("div0", "div"), ("/0", "/"), ("mod0", "mod"),
]  # fmt: skip

NO_NAMES = ("as", "let", "!", "_", "0", "#b1", "x ")
TRICKY = [
    *sorted({name for pair in CONFUSED for name in pair if name not in NO_NAMES}),
    "not", "and", "or", "xor", "select", "store", "const", "lambda", "assert", "check-sat", "define-fun",
    "Array", "+", "*", "<", ">=", "true", "false", "div", "abs", "distinct", "unsat", "sat", "named", "par",
    "match", "exists", "push", "exit", "reset", "BitVec", "nil",
]  # fmt: skip

FLIPS = [
    ["<", "<=", ">", ">=", "=", "distinct"], ["and", "or", "xor", "=>", "="], ["+", "-", "*", "div", "mod"],
    ["forall", "exists"],
    ["bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvudiv", "bvurem", "bvsdiv", "bvsmod", "bvshl",
     "bvlshr", "bvashr"],
    ["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "="], ["bvnot", "bvneg"],
    ["to_real", "to_int", "-", "abs"], ["zero_extend", "sign_extend", "rotate_left", "rotate_right"],
    ["true", "false"], ["0", "1", "(- 1)", "2", "10"], ["sat", "unsat"], ["div", "mod", "rem"],
    ["implies", "=>", "iff", "="],
]  # fmt: skip

SORTS = [
    "Int", "Real", "Bool", "(_ BitVec 4)", "(_ BitVec 8)", "(_ BitVec 5)", "(Array Int Int)",
    "(Array Int Bool)", "(Array Int Real)", "(Array Real Int)", "Lst", "|Int|", "|Real|", "(Int)", "String",
    "(Seq Int)", "RoundingMode", "Float32", "(Set Int)",
]  # fmt: skip

# What is not the same text to everybody.
ODDITIES = [
    "\0", "\ufeff", "\u00a0", "\r", "\f", "\v", "\x7f", "\u2028", "\u200b", ";", ";\n", '"', '""', "|", "||",
    "\\", "\\|", "'", "`", ",", "#", "#|", "|#", "#;", "{", "}", "[", "]", "/*", "*/", "//", "%", "\x1b", "é",
    "\u0661", "\U0001d7d9", "\x1a", "\x04", "\n;", '"\n',
]  # fmt: skip

# Commands and ends that should never get out of the place where they stand.
INJECTED = [
    "(assert false)", "(check-sat)", "(exit)", "(reset)", "(reset-assertions)", "(pop 1)", "(push 1)",
    '(echo "unsat")', "unsat", "(set-option :timeout 1)", "(set-option :rlimit 1)", "(set-logic QF_UF)",
    "(define-fun not ((a Bool)) Bool a)", "(get-model)", "(declare-fun zq () Bool)",
    "(assert zq)(assert (not zq))", "(set-option :print-success true)", "(include \"/dev/null\")",
    "(define-fun-rec zq () Bool (not zq))", "(declare-datatypes () ((zt)))", "(set-info :status unsat)",
    "(define-sort Int () Real)", "(assert (! false :named zn))", "(simplify false)", "(eval false)",
    "(set-option :smt.random_seed 1)", "(check-sat-using fail)",
    "(declare-datatypes ((Em 0)) (((em (un Em)))))", "(set-option :global-declarations true)", "(help)",
    "(set-simplifier solve-eqs)",
]  # fmt: skip
