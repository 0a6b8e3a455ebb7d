"""Slurm: the shards as one array job."""

import math
import shutil
import subprocess
from pathlib import Path

from .shards import Shards

OVERHEAD = 512
"""Megabytes for the runner beside the solver."""


def script(shards: Shards) -> str:
    """The text of the job script."""
    minutes = math.ceil(shards.seconds / 60)
    return f"""#!/bin/sh
#SBATCH --job-name=alphorn-bench
#SBATCH --array=0-{shards.count - 1}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem={shards.megabytes + OVERHEAD}M
#SBATCH --time={minutes}
#SBATCH --output={shards.folder}/%a.log
#SBATCH --requeue
exec {shards.line("SLURM_ARRAY_TASK_ID")}
"""


def write(shards: Shards) -> Path:
    """Writes the job script beside the tables of the shards."""
    shards.folder.mkdir(parents=True, exist_ok=True)
    path = shards.folder / "job.sh"
    path.write_text(script(shards))
    return path


def is_here() -> bool:
    """Whether there is a Slurm to submit to."""
    return shutil.which("sbatch") is not None


def submit(shards: Shards) -> str:
    """Submits the job and waits for its end; what went wrong, if anything."""
    code = subprocess.run(["sbatch", "--wait", str(write(shards))], check=False).returncode
    return f"sbatch ended with {code}" if code else ""
