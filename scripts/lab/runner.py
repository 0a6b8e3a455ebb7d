"""The tasks of a run, several at a time on this machine; what a table has already is not run again."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from . import proctree
from .label import judge
from .limited import Limits, run_limited
from .problems import Problem
from .progress import Progress
from .results import ResultsError, Row, Table
from .solvers import Solver

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Task:
    """One solver on one problem under limits; `identity` and `stamp` say which build of the solver it is."""

    solver: Solver
    identity: str
    stamp: tuple[int, int]
    problem: Problem
    limits: Limits

    @property
    def key(self) -> tuple[str, str]:
        """The key of the row that this task makes."""
        return self.solver.name, self.problem.path

    def run(self) -> Row:
        """Runs the task in this process, which must have no other children."""
        outcome = run_limited(self.solver.command_for(self.problem.file), self.solver.environment, self.limits)
        if self.solver.stamp() != self.stamp:
            raise ResultsError(f"{self.solver.name} was built again during the run; what it did before is kept")
        judged = judge(outcome, self.problem.expected)
        return Row(
            solver=self.solver.name,
            set=self.problem.set,
            track=self.problem.track,
            path=self.problem.path,
            expected=self.problem.expected,
            label=judged.label,
            answers=judged.answers,
            cpu=outcome.cpu,
            wall=outcome.wall,
            memory=outcome.memory / MEGABYTE,
            exit=outcome.exit,
            evidence=judged.evidence,
            cpu_limit=self.limits.cpu,
            wall_limit=self.limits.wall,
            memory_limit=self.limits.memory / MEGABYTE,
            identity=self.identity,
            statistics=judged.statistics,
        )


def plan(solvers: Sequence[Solver], problems: Sequence[Problem], limits: Limits) -> list[Task]:
    """All tasks, file by file: the solvers run on a file at about the same time, under the same load."""
    builds = {solver.name: (solver.identity(), solver.stamp()) for solver in solvers}
    return [Task(solver, *builds[solver.name], problem, limits) for problem in problems for solver in solvers]


def remaining(tasks: Sequence[Task], done: Sequence[Row]) -> list[Task]:
    """The tasks that have no row yet. Rows of another build or other limits are no reason to mix: they are an error."""
    rows = {row.key: row for row in done}
    for task in tasks:
        row = rows.get(task.key)
        if row is None:
            continue
        if row.identity != task.identity:
            raise ResultsError(f"the table has runs of {row.solver} {row.identity}, this is {task.identity}")
        if (row.cpu_limit, row.memory_limit) != (task.limits.cpu, task.limits.memory / MEGABYTE):
            raise ResultsError(f"the table has runs under {row.cpu_limit:g} s and {row.memory_limit:g} MB")
    return [task for task in tasks if task.key not in rows]


def run_table(tasks: Sequence[Task], jobs: int, out: Path) -> list[Row]:
    """Continues a table until it has a row for every task; all its rows."""
    with Table(out) as table:
        todo = remaining(tasks, table.rows)
        progress = Progress(len(tasks), len(tasks) - len(todo))
        try:
            run_all(todo, jobs, table, progress)
        finally:
            progress.close()
        return table.rows


def run_all(tasks: Sequence[Task], jobs: int, table: Table, progress: Callable[[Row], None]) -> None:
    """Runs the tasks and appends a row for each as it ends, in any order."""
    context = get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(os.getpid(),)) as pool:
        waiting = iter(tasks)
        running: set[Future[Row]] = set()
        try:
            while _fill(pool, running, waiting, jobs):
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    row = future.result()
                    table.add(row)
                    progress(row)
        except BrokenProcessPool as error:
            raise ResultsError("a worker was killed; the same command goes on from here") from error
        except BaseException:
            # Ctrl-C, or a full disk: the runs under way are given up, and what is on the disk stays.
            for process in list((pool._processes or {}).values()):
                process.terminate()
            raise


def _fill(pool: ProcessPoolExecutor, running: set[Future[Row]], waiting: Iterator[Task], jobs: int) -> bool:
    """Keeps all workers busy; says whether anything runs."""
    while len(running) < jobs and (task := next(waiting, None)):
        running.add(pool.submit(task.run))
    return bool(running)


def _start_worker(parent: int) -> None:
    """A worker ends when the runner ends, however that comes about, and takes what it started with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_worker)
    proctree.adopt_orphans()
    proctree.prctl(proctree.PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        _end_worker(signal.SIGTERM, None)


def _end_worker(_number: int, _frame: object) -> None:
    proctree.kill_descendants()
    os._exit(1)
