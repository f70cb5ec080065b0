"""A list of any length: cut into jobs, submitted, and read in order."""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from company_data import _files
from company_data._core import operations
from company_data._core.call import Dealing, call
from company_data._core.cut import EASILY_CUT_ROWS, SMALL_JOB_ROWS, Cut
from company_data._core.effects import Append, Emit, Pull, Save, Steps
from company_data._core.pages import Place, all_errors, next_rows
from company_data._core.shape import MAX_ROWS, count_in, field_of, text_in, unexpected
from company_data._core.state import Part, State
from company_data.errors import SmallJobsError, StateError
from company_data.types import Row

if TYPE_CHECKING:
    from company_data.types import BlockKey, Job, Options

_AHEAD = 2
"""Jobs under way at once: while one is read the service works on the next."""
_PATIENCE = 3_600.0
"""Seconds that a run waits for a service that can't be reached."""


class Result(Row):
    """A row of a run."""

    row: int
    """Its index in the whole list, from 0."""
    job_id: str
    job_row: int
    """Its place in that job, from 0: the `row` of its charge in a statement."""


@dataclass(frozen=True)
class Progress:
    """Rows of the whole list."""

    submitted: int
    processed: int
    """By the service, of jobs that are read or were."""
    taken: int


@dataclass(frozen=True)
class Order:
    """What is asked of each row, and how."""

    blocks: Sequence[BlockKey]
    options: Options | None
    source: Any
    """An iterator of rows; the driver knows its kind."""
    state_file: str | None = None
    on_progress: Callable[[Progress], None] = lambda progress: None


@dataclass(frozen=True)
class _Read:
    results: list[Result]
    after: Place | None
    """None: the part ends here."""


class ListRun:
    def __init__(self, order: Order, state: State, dealing: Dealing) -> None:
        self.state = state
        self._order = order
        patience = max(_PATIENCE, dealing.retries.patience)
        self._dealing = replace(
            dealing, retries=replace(dealing.retries, attempts=sys.maxsize, patience=patience)
        )
        self._pulled = 0
        """Parts whose rows were drawn from the source."""
        self._processed = 0
        self._held: list[Any] = []
        """Rows that were drawn from the source and are in no part yet."""
        self._drawn = 0
        self._is_drained = False
        self._has_warned = False

    def rows(self, start: int | None = None) -> Steps[None]:
        """Hands out the rows, from the first that was not taken or from that of index `start` on."""
        if self.state.written:
            raise StateError("this run is written to a file: `save` goes on with it")
        if start is not None and start < self.state.taken:
            self.state.taken, self.state.part, self.state.place = 0, 0, Place()
        while (read := (yield from self._read())) is not None:
            wanted = read.results[max(start - self.state.taken, 0) :] if start is not None else read.results
            if wanted:
                yield Emit(wanted)
            yield from self._take(read)

    def saved(self, file: str) -> Steps[int]:
        """Writes the rows to a file, one JSON text a line; gives their number. Lines of a process that died
        before it noted them are cut off first. Receipts are kept beside the file."""
        self._dealing = replace(self._dealing, keep_receipt=partial(_files.add_line, f"{file}.receipts"))
        if self.state.taken and not self.state.written:
            raise StateError("rows of this run were taken otherwise than by `save`")
        while (read := (yield from self._read())) is not None:
            lines = "".join(json.dumps(result, ensure_ascii=False) + "\n" for result in read.results)
            self.state.written = yield Append(file, self.state.written, lines.encode())
            yield from self._take(read)
        return self.state.taken

    def errors(self) -> Steps[None]:
        """The rows of all jobs that could not be resolved at all."""
        for number, part in enumerate(self.state.parts):
            if part.job_id is not None:
                yield from all_errors(part.job_id, self._dealing, self.state.first_row(number), part.rows)

    def cancelled(self) -> Steps[list[Job]]:
        """Cancels what was submitted; nothing more will be."""
        self.state.whole = True
        jobs: list[Job] = []
        for job_id in self.state.job_ids:
            jobs.append((yield from call(operations.cancel(job_id), self._dealing)))
        yield from self._save()
        return jobs

    def _read(self) -> Steps[_Read | None]:
        """What comes next; None after the last row."""
        state = self.state
        while self._is_wanted(state.part + _AHEAD):
            yield from self._submit_next()
        job_id = state.parts[state.part].job_id if state.part < len(state.parts) else None
        if job_id is None:
            return None
        rows, after = yield from next_rows(job_id, state.place, self._dealing, self._tell)
        # Before a row too many is handed out: an endless job ends here.
        end = state.first_row(state.part + 1)
        if state.taken + len(rows) > end or (after is None and state.taken + len(rows) < end):
            raise unexpected(f"{state.taken + len(rows)} results for {end} rows")
        if not rows and after is not None:
            raise unexpected(f"a page of job {job_id} without rows that is not its last")
        first = state.taken - state.first_row(state.part)
        results: list[Result] = [
            {**row, "row": state.taken + number, "job_id": job_id, "job_row": first + number}
            for number, row in enumerate(rows)
        ]
        return _Read(results, after)

    def _take(self, read: _Read) -> Steps[None]:
        state = self.state
        state.taken += len(read.results)
        if read.after is None:
            state.part, state.place = state.part + 1, Place()
        else:
            state.place = read.after
        yield from self._save()
        self._tell()

    def _is_wanted(self, number: int) -> bool:
        """Whether so many parts are not under way yet, and can be."""
        parts = self.state.parts[:number]
        return any(part.job_id is None for part in parts) or (len(parts) < number and not self.state.whole)

    def _submit_next(self) -> Steps[None]:
        rows = yield from self._next_rows((yield from self._cut()))
        number, state = self._pulled, self.state
        self._pulled += 1
        state.whole = state.whole or (self._is_drained and not self._held)
        if not rows and number == len(state.parts):
            return (yield from self._save())
        body = operations.job_body(rows, self._order.blocks, self._order.options)
        digest = hashlib.sha256(body).hexdigest()
        if number == len(state.parts):
            state.parts.append(Part(len(rows), digest))
        if state.parts[number].digest != digest:
            raise StateError(
                f"the list is not the one of this run: rows from {state.first_row(number)} on differ. "
                "Nothing was submitted for them; another state file asks, and pays, anew"
            )
        if state.parts[number].job_id is None:
            # Noted before it is sent: if this process dies, the next one sends the same under the same key.
            yield from self._save()
            job = yield from call(operations.submit(body, state.key(number)), self._dealing)
            state.parts[number].job_id = text_in(job, "job_id", "a submission")
            yield from self._save()
            self._tell()

    def _cut(self) -> Steps[Cut]:
        state = self.state
        # A part, but no limit of the key: an earlier version began this run, and its cut holds.
        if state.most_rows is None and not state.parts:
            most = state.rows_per_job
            if most is None or most < EASILY_CUT_ROWS:
                caller = yield from call(operations.whoami(), self._dealing)
                limits = field_of(caller, "limits")
                most = min(count_in(limits, "max_rows_per_job", "the key's limits", 1), MAX_ROWS)
            state.most_rows = most
            state.rows_per_job = most if state.rows_per_job is None else state.rows_per_job
        return Cut(state.rows_per_job or 1, state.most_rows)

    def _next_rows(self, cut: Cut) -> Steps[list[Any]]:
        # Whether the list is a long one is known from its first rows on.
        full = cut.rows_per_job + (0 if cut.is_small and self._pulled > 0 else cut.rows_ahead)
        if not self._is_drained and len(self._held) < full:
            most = full - len(self._held)
            drawn = yield Pull(self._order.source, most)
            self._is_drained = len(drawn) < most
            self._held.extend(drawn)
            self._drawn += len(drawn)
        sizes = cut.sizes(len(self._held)) if self._is_drained else [cut.rows_per_job]
        self._judge(cut, sizes)
        size = sizes[0] if sizes else 0
        rows, self._held = self._held[:size], self._held[size:]
        return rows

    def _judge(self, cut: Cut, sizes: list[int]) -> None:
        """Before the first small job of a longer list."""
        is_long = self._drawn > SMALL_JOB_ROWS
        if cut.most_rows is None or not is_long or all(size > SMALL_JOB_ROWS for size in sizes):
            return
        # Without a choice a job has as many rows as the key may send.
        if cut.rows_per_job <= SMALL_JOB_ROWS and cut.rows_per_job != cut.most_rows:
            raise SmallJobsError(
                f"{cut.rows_per_job} rows a job are too few: jobs of {SMALL_JOB_ROWS} rows or fewer are "
                "answered differently (they ask live sources), so a longer list needs at least "
                f"{SMALL_JOB_ROWS + 1} rows a job"
            )
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(
                f"this key may send {cut.most_rows} rows a job, so some jobs of this list have "
                f"{SMALL_JOB_ROWS} rows or fewer. Such jobs ask live sources: their rows may be answered "
                "differently from those of one large job",
                stacklevel=2,
            )

    def _save(self) -> Steps[None]:
        if self._order.state_file is not None:
            yield Save(self._order.state_file, self.state.text())

    def _tell(self, job: Job | None = None) -> None:
        state = self.state
        processed = 0
        if job:
            rows = state.parts[state.part].rows
            done = count_in(field_of(job, "counts"), "processed", "the counts of a job", 0, rows)
            processed = state.first_row(state.part) + done
        self._processed = max(self._processed, processed, state.taken)
        self._order.on_progress(Progress(state.submitted, self._processed, state.taken))
