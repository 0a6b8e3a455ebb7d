"""A solver process that answers many scripts."""

from __future__ import annotations

import os
import select
import subprocess
import time
from pathlib import Path

END = "@@end"


class Smt:
    """A long-lived Z3. It is started again when it dies or does not answer in time."""

    def __init__(self, binary: Path) -> None:
        self.binary = binary
        self.process: subprocess.Popen[bytes] | None = None
        self.served = 0

    def start(self) -> subprocess.Popen[bytes]:
        # Memory that a long life collects is given back by a new one.
        if self.process is not None and (self.process.poll() is not None or self.served > 2000):
            self.stop()
        if self.process is None:
            self.process = subprocess.Popen(
                [str(self.binary), "-in", "-memory:2000"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self.served = 0
        self.served += 1
        return self.process

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def ask(self, script: str, seconds: float) -> str:
        """What a script prints, or nothing if the process dies or takes too long."""
        process = self.start()
        assert process.stdin is not None and process.stdout is not None
        text = f'(reset)\n{script}\n(echo "{END}")\n'.encode()
        try:
            process.stdin.write(text)
            process.stdin.flush()
        except BrokenPipeError:
            self.stop()
            return ""
        end, data = time.monotonic() + seconds, b""
        while not data.endswith(END.encode() + b"\n"):
            left = end - time.monotonic()
            if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                self.stop()
                return ""
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece:
                self.stop()
                return ""
            data += piece
        return data.decode(errors="replace")[: -len(END) - 1]
