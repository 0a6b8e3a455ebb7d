#!/usr/bin/env python3
"""Checks a certificate that `alphorn certify` wrote, without any part of Alphorn.

    scripts/check_certificate.py DIR FILE [--with "cvc5 --incremental"] [--timeout SECONDS]

It reads FILE and the evidence in DIR, makes by itself what has to be shown, compares every file in DIR with it, and asks an
SMT-LIB solver that reads standard input: `z3` if there is one on the path, or else that of third_party. Exit code 0 if all is
confirmed, 1 if a part is not, 2 if the certificate is not accepted.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

from certificate.evidence import derivation, fields, natural, solution
from certificate.sexpr import Wrong
from certificate.script import Script

KINDS = {"solution": ("model.smt2", solution), "derivation": ("derivation.json", derivation)}

MEANINGS = {
    "solution": (
        "*false* cannot be derived from the clauses",
        "`model.smt2` gives each predicate a formula",
        "Each obligation is one clause with these formulas put in for the predicates, its variables named and negated: "
        "`unsat` means that the clause holds.",
    ),
    "derivation": (
        "*false* can be derived from the clauses",
        "`derivation.json` gives the steps, each with the clause, the values of its variables and the earlier steps that "
        "it follows from",
        "Each obligation is one step: the clause's instance, the facts before it, and the negation of the fact after it. "
        "`unsat` means that the step is right, whatever the predicates mean. The last step derives *false*.",
    ),
}


def readme(manifest):
    """The page that people read."""
    verdict, count = manifest["verdict"], len(manifest["obligations"])
    name, digest = manifest["input"]["name"], manifest["input"]["sha256"]
    claim, evidence, meaning = MEANINGS[manifest["evidence"]["kind"]]
    return f"""# Certificate: `{verdict}`

The claim: {claim} of `{name}` (SHA-256 `{digest}`) that are in force at byte {manifest["question"]}, so that the answer there is \
`{verdict}`.

The evidence: {evidence}.

{meaning}

## Checking it

Any SMT-LIB solver answers `unsat` to each of the {count} scripts in `obligations/`:

    for f in obligations/*.smt2; do z3 "$f"; done

That the scripts are about the input and not about something else is checked by

    alphorn verify DIR FILE --with "cvc5 --incremental"

or, without any program of ours that has solved it, by `scripts/check_certificate.py DIR FILE`, which reads the input \
and the evidence and makes the obligations again by itself.
"""


def make(source, name, question, kind, evidence):
    """The manifest, and all files of a certificate with their names."""
    script = Script(source, question)
    questions, printer = KINDS[kind][1](script, evidence)
    data, entries, files = source.encode(), [], {}
    for number, one in enumerate(questions):
        line = data[: one.assertion.offset].count(b"\n") + 1
        file = f"obligations/{one.place.split()[0]}-{number:04}.smt2"
        entries.append({"about": one.place, "expect": "unsat", "file": file, "line": line})
        head = f"; {one.place}, line {line}: {one.assertion.text.replace('|', '')}\n; expected: unsat\n"
        files[file] = f"{head}{printer.prelude(one.uses)}{one.constants}(assert {one.formula})\n(check-sat)\n"
    # A derivation answers `unsat` to (check-sat), and `sat` to (query …); a solution the other way around.
    manifest = {
        "format": "alphorn-certificate",
        "version": 2,
        "input": {"name": name, "sha256": hashlib.sha256(data).hexdigest()},
        "question": question,
        "verdict": "sat" if (kind == "derivation") == script.is_query else "unsat",
        "evidence": {"kind": kind, "file": KINDS[kind][0]},
        "obligations": entries,
    }
    files[KINDS[kind][0]] = evidence
    files["README.md"] = readme(manifest)
    files["manifest.json"] = json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return manifest, files


def check_files(folder, file):
    """The manifest and the scripts of a certificate, all of whose files are as the input and the evidence make them."""
    text = lambda name: (folder / name).read_bytes().decode()
    stated = json.loads(text("manifest.json"))
    if not isinstance(stated, dict) or stated.get("format") != "alphorn-certificate" or stated.get("version") != 2:
        raise Wrong("not a certificate of a version that is known")
    data = file.read_bytes()
    name, digest = fields(stated.get("input"), "name sha256")
    if hashlib.sha256(data).hexdigest() != digest:
        raise Wrong("the certificate is about another input")
    if name != file.name:
        raise Wrong(f"the certificate is about {name}")
    _, kind = fields(stated.get("evidence"), "file kind")
    if kind not in KINDS:
        raise Wrong("no kind of evidence that is known")
    manifest, files = make(data.decode(), name, natural(stated.get("question")), kind, text(KINDS[kind][0]))
    for name, right in files.items():
        if text(name) != right:
            raise Wrong(f"{name} is not what the input and the evidence give")
    for path in (folder / "obligations").iterdir():
        if f"obligations/{path.name}" not in files:
            raise Wrong(f"{path} is no part of the certificate")
    return manifest, {name: files[name] for name in files if name.startswith("obligations/")}


def default_solver():
    """A Z3: the one on the path, or else that of third_party."""
    own = pathlib.Path(__file__).resolve().parent.parent / "third_party/z3/bin/z3"
    program = shutil.which("z3") or (str(own) if own.exists() else None)
    if program is None:
        raise Wrong("there is no z3 on the path and none in third_party: choose a solver by --with")
    return [program, "-in"]


def ask(command, timeout, script):
    """Nothing if the solver answers `unsat`; otherwise what it says."""
    try:
        run = subprocess.run(command, input=script + "(exit)\n", capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return "timeout"
    answer = run.stdout.strip()
    return "" if answer == "unsat" else answer[:200] or run.stderr.strip()[:200] or "no answer"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--with", "--solver", dest="solver", metavar="SOLVER", help="a solver that reads standard input")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each question")
    args = parser.parse_args()
    manifest, scripts = check_files(args.folder, args.file)
    command = args.solver.split() if args.solver else default_solver()
    about = [f"{entry['about']} (line {entry['line']})" for entry in manifest["obligations"]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda script: ask(command, args.timeout, script), scripts.values()))
    for place, answer in zip(about, answers):
        if answer:
            print(f"{place}: {answer}")
    confirmed, kind = answers.count(""), manifest["evidence"]["kind"]
    result = "verified" if confirmed == len(answers) else "not verified"
    line = args.file.read_bytes()[: manifest["question"]].count(b"\n") + 1
    asked = f"{manifest['input']['name']}, line {line}"
    counts = f"{asked}: {manifest['verdict']}, by a {kind} of {len(answers)} parts, {confirmed} confirmed"
    print(f"{counts} by {' '.join(command)}: {result}")
    return 0 if result == "verified" else 1


if __name__ == "__main__":
    sys.setrecursionlimit(20000)
    try:
        sys.exit(main())
    except (Wrong, OSError, LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
        print(f"not verified: {error or type(error).__name__}")
        sys.exit(2)
