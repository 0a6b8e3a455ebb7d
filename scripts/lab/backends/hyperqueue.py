"""HyperQueue: the shards as tasks of one job, on a server that runs or on one started here."""

import contextlib
import tempfile
from pathlib import Path

from .shards import Shards


def submit(shards: Shards, server: Path | None, workers: int) -> str:
    """Runs the shards to their end; what went wrong, if anything.

    With `workers` a server with so many one-core workers is started for the time.
    """
    # Only the lab's own Python has the library.
    from hyperqueue import Client, Job, LocalCluster  # type: ignore[import-untyped]
    from hyperqueue.cluster import WorkerConfig  # type: ignore[import-untyped]

    shards.folder.mkdir(parents=True, exist_ok=True)
    job = Job(name="alphorn-bench", max_fails=None)
    for index in range(shards.count):
        log = str(shards.folder / f"{index}.log")
        job.program(shards.words(index), stdout=log, stderr=log)
    try:
        with contextlib.ExitStack() as stack:
            if workers:
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                cluster = stack.enter_context(LocalCluster(server_dir=folder))
                for _ in range(workers):
                    cluster.start_worker(WorkerConfig(cores=1))
                client = cluster.client()
            else:
                client = Client(server)
            ended_well = client.wait_for_jobs([client.submit(job)], raise_on_error=False)
    except RuntimeError as error:
        # The library's word for all that ails a server; its first line is for people, the others are a backtrace.
        return f"HyperQueue: {str(error).partition(chr(10))[0]}"
    return "" if ended_well else "HyperQueue: a shard failed"
