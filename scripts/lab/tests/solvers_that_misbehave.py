"""Small programs that do what a runner must survive. Each is the text of a Python script."""

HONEST = "print('sat')"

LIAR = "print('unsat')"

GARBAGE = "print('I think it is satisfiable')"

SILENT_ABORT = "import os; os.abort()"

FAILS = "import sys; print('(error \"line 1: no\")'); sys.exit(1)"

PRINTS_FOR_EVER = """
import sys
while True:
    sys.stdout.write('x' * 65536)
"""

EATS_MEMORY = """
import time
blocks = []
while True:
    blocks.append(bytearray(b'x' * (8 << 20)))
    time.sleep(0.002)
"""

CHILDREN_EAT_MEMORY = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        block = bytearray(b'x' * (40 << 20))
        time.sleep(60)
time.sleep(60)
"""

BURNS = """
while True:
    pass
"""

SLEEPS = "import time; time.sleep(60)"

IGNORES_SIGTERM = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    pass
"""

SAYS_GOODBYE = """
import signal, sys
def end(*_):
    print('{"steps": 7}', file=sys.stderr)
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
while True:
    pass
"""

# The work is done by a grandchild in a session of its own, whose parent has ended: no process group finds it.
HIDES_IN_A_DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), file=sys.stderr, flush=True)
        while True:
            pass
    os._exit(0)
time.sleep(60)
"""

# Answers, and leaves a process behind that holds its output open.
LEAVES_A_CHILD = """
import os, sys, time
child = os.fork()
if child == 0:
    time.sleep(60)
    os._exit(0)
print(child, file=sys.stderr)
print('sat')
"""

COUNTS = """
import sys
print('unsat')
print('noise {', file=sys.stderr)
print('{"checked-obligations": 3, "smt-calls": 12}', file=sys.stderr)
"""

EVIDENCE_FAILS = "import sys; print('unknown'); sys.exit(3)"
