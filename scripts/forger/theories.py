"""Closed formulas over all theories, where evidence depends on what they mean. The reference says whether it holds."""

from __future__ import annotations

import random

from . import derivation_changes, gadgets

DATATYPES = """(declare-datatypes ((Lst 0)) (((nil) (cons (hd Int) (tl Lst)))))
(declare-datatypes ((Pr 2)) ((par (A B) ((pair (fst A) (snd B))))))
(declare-datatypes ((Col 0)) (((red) (green) (blue))))
"""
# Each has the sorts of its arguments after a blank: i r b a l c p for the sorts, 4 for the bit-vectors.
FORMS = {
    "i": """
(+ i i) (+ i i i) (- i i) (- i i i) (- i) (~ i) (* i i) (div i i) (mod i i) (abs i) (rem i i) (select a i) (hd l)
(ite b i i) (to_int r) (bv2int 4) (ubv_to_int 4) (sbv_to_int 4) (fst p) (+ i) (* i) (if b i i)
(match l ((nil i) ((cons h t) (+ h i)))) (match c ((red i) (other i))) (bv2nat 4) (^ i 2) (+ b i) (hd (tl l))
(let ((z i)) (+ z z)) (match l (((cons z y) z) (y (hd y)))) -3
""",
    "r": """
(+ r r) (- r) (/ r r) (* r r) (to_real i) (/ r 2.0) (ite b r r) (snd p) (+ r i) (- i r) (/ i i) (~ r) (abs r)
(/ r 0.0)
""",
    "b": """
(and b b) (and b) (and) (or) (or b b b) (not b) (=> b b b) (xor b b b) (= i i i) (= b b) (distinct i i i)
(< i i i) (<= r r) (> i r) (>= i i) (ite b b b) (is_int r) ((_ divisible 3) i) (= a a) (= l l) (= c c) (= p p)
((_ is cons) l) (is-nil l) ((_ is red) c) (bvult 4 4) (bvsle 4 4) (bvsgt 4 4) (bvuge 4 4) (= 4 4)
(distinct c c c c) (implies b b) (iff b b) (bvnego 4) (bvsaddo 4 4) (bvuaddo 4 4) (bvsmulo 4 4) (bvumulo 4 4)
(bvssubo 4 4) (bvusubo 4 4) (bvsdivo 4 4) (exists ((z Int)) (and (= z i) (< z i)))
(forall ((z Col)) (or (= z c) (= c z))) (exists ((z (_ BitVec 4))) (= z (bvadd z 4))) (forall ((z Bool)) (or z b))
(= (bvcomp 4 4) #b1) (match l ((nil b) ((cons h t) b))) (= ((_ extract 2 1) 4) ((_ extract 1 0) 4))
(= (concat 4 4) ((_ zero_extend 4) 4)) (distinct 4 4) (! b :named nm) ((_ is pair) p)
(= ((_ sign_extend 2) 4) ((_ zero_extend 2) 4)) (let ((z b)) (xor z z)) (distinct b b) (xor b b) (=> b b) (= r i)
(exists ((z Lst)) (= l z))
""",
    "a": """
(store a i i) ((as const (Array Int Int)) i) (ite b a a) (store (store a i i) i i)
""",
    "l": """
nil (cons i l) (tl l) (ite b l l) (as nil Lst) (tl (cons i l)) (let ((z l)) (cons i z))
""",
    "c": """
red green blue (ite b c c) (match c ((red green) (green blue) (blue red)))
""",
    "p": """
(pair i r) (ite b p p) ((as pair (Pr Int Real)) i r)
""",
    "4": """
(bvadd 4 4) (bvadd 4 4 4) (bvadd 4) (bvsub 4 4) (bvsub 4 4 4) (bvmul 4 4 4) (bvudiv 4 4) (bvurem 4 4) (bvsdiv 4 4)
(bvsrem 4 4) (bvsmod 4 4) (bvand 4 4 4) (bvor 4 4) (bvxor 4 4 4) (bvxnor 4 4) (bvxnor 4 4 4) (bvnand 4 4)
(bvnor 4 4) (bvnot 4) (bvneg 4) (bvshl 4 4) (bvlshr 4 4) (bvashr 4 4) ((_ rotate_left 1) 4) ((_ rotate_right 3) 4)
((_ extract 3 0) (concat 4 4)) ((_ int2bv 4) i) ((_ nat2bv 4) i) (_ bv20 4) (_ bv3 4) ((_ repeat 1) 4) (ite b 4 4)
(bvudiv_i 4 4) (bvsmod_i 4 4) ((_ int_to_bv 4) i) ((_ extract 4 1) (concat 4 4)) ((_ rotate_left 5) 4)
(concat ((_ extract 1 0) 4) ((_ extract 3 2) 4)) ((_ zero_extend 0) 4) ((_ sign_extend 1) ((_ extract 2 0) 4))
""",
}
GROUND = {
    "i": ["0", "1", "2", "(- 1)", "(- 7)", "3"],
    "r": ["0.0", "1.5", "(- 0.5)", "(/ 1.0 3.0)"],
    "b": ["true", "false"],
    "a": ["((as const (Array Int Int)) 0)", "((as const (Array Int Int)) 1)"],
    "l": ["nil", "(cons 1 nil)"],
    "c": ["red", "green", "blue"],
    "p": ["(pair 1 0.5)", "(pair 0 1.5)"],
    "4": ["#b0000", "#b0001", "#b1000", "#b1111", "#xa", "(_ bv5 4)"],
}


def forms(text: str) -> list[list[str]]:
    """The forms of a sort, each as its words."""
    found, depth, here = list[list[str]](), 0, list[str]()
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        here.append(word)
        depth += {"(": 1, ")": -1}.get(word, 0)
        if depth == 0:
            found.append(here)
            here = []
    return found


READ = {sort: forms(text) for sort, text in FORMS.items()}


def term(dice: random.Random, sort: str, depth: int) -> str:
    """A random closed term."""
    if depth == 0:
        return dice.choice(GROUND[sort])
    words = dice.choice(READ[sort])
    out = list[str]()
    for before, word in zip(["", *words], words, strict=False):
        # The number after `_ name` is an index, and a letter in a binding is a name.
        is_hole = word in GROUND and before != "_" and not before.startswith(("extract", "rotate", "repeat"))
        out.append(term(dice, word, depth - 1) if is_hole and not is_index(words, len(out)) else word)
    return " ".join(out)


def is_index(words: list[str], at: int) -> bool:
    """Whether a word stands in `(_ name …)` or in `(_ BitVec 4)`."""
    open_ = [i for i in range(at) if words[i] == "("]
    while open_:
        start = open_.pop()
        inner = words[start:at]
        if inner.count("(") > inner.count(")"):
            return words[start + 1] == "_"
    return False


def forged(dice: random.Random) -> tuple[str, str, str]:
    """A script, a kind of evidence, and evidence that holds or not as the formula does."""
    text = term(dice, "b", dice.choice([1, 2, 2, 3]))
    condition = text if dice.random() < 0.5 else f"(not {text})"
    kind = dice.randrange(4)
    head = f"(set-logic HORN)\n{DATATYPES}(declare-fun P (Int) Bool)\n"
    if kind == 0:
        script = f"{head}(assert (P 0))\n(assert (=> (and (P 0) {condition}) false))\n(check-sat)\n"
        return script, "solution", "((define-fun P ((x0 Int)) Bool true))\n"
    if kind == 1:
        script = f"{head}(assert (=> {condition} (P 0)))\n(assert (=> (P 0) false))\n(check-sat)\n"
        return script, "solution", "((define-fun P ((x0 Int)) Bool false))\n"
    if kind == 2:
        script = f"{head}(assert (P 0))\n(assert (=> (P 1) false))\n(check-sat)\n"
        body = f"(or (= x0 0) (and (= x0 1) {condition}))"
        return script, "solution", f"((define-fun P ((x0 Int)) Bool {body}))\n"
    script, data = gadgets.derived(dice, "P", condition, DATATYPES)
    return script, "derivation", derivation_changes.written(data)
