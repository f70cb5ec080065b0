"""A list of any length: cut into jobs, submitted, and read in order."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from company_data._core import operations
from company_data._core.call import Dealing, call
from company_data._core.effects import Append, Emit, Pull, Save, Steps
from company_data._core.pages import Place, all_errors, next_rows
from company_data._core.state import Part, State
from company_data.errors import StateError, UnexpectedAnswerError
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
        before it noted them are cut off first."""
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
                yield from all_errors(part.job_id, self._dealing, self.state.first_row(number))

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
        results: list[Result] = [
            {**row, "row": state.taken + number, "job_id": job_id} for number, row in enumerate(rows)
        ]
        return _Read(results, after)

    def _take(self, read: _Read) -> Steps[None]:
        state = self.state
        state.taken += len(read.results)
        if read.after is None:
            state.part, state.place = state.part + 1, Place()
            if state.taken != state.first_row(state.part):
                raise UnexpectedAnswerError(f"{state.taken} results for {state.first_row(state.part)} rows")
        else:
            state.place = read.after
        yield from self._save()
        self._tell()

    def _is_wanted(self, number: int) -> bool:
        """Whether so many parts are not under way yet, and can be."""
        parts = self.state.parts[:number]
        return any(part.job_id is None for part in parts) or (len(parts) < number and not self.state.whole)

    def _submit_next(self) -> Steps[None]:
        rows = yield Pull(self._order.source, (yield from self._rows_per_job()))
        number, state = self._pulled, self.state
        self._pulled += 1
        state.whole = state.whole or len(rows) < (state.rows_per_job or 0)
        if not rows and number == len(state.parts):
            return (yield from self._save())
        body = operations.job_body(rows, self._order.blocks, self._order.options)
        digest = hashlib.sha256(body).hexdigest()
        if number == len(state.parts):
            state.parts.append(Part(len(rows), digest))
        if state.parts[number].digest != digest:
            raise StateError(
                f"the list is not the one of this run: rows from {state.first_row(number)} on differ"
            )
        if state.parts[number].job_id is None:
            # Noted before it is sent: if this process dies, the next one sends the same under the same key.
            yield from self._save()
            job = yield from call(operations.submit(body, state.key(number)), self._dealing)
            state.parts[number].job_id = job["job_id"]
            yield from self._save()
            self._tell()

    def _rows_per_job(self) -> Steps[int]:
        if self.state.rows_per_job is None:
            caller = yield from call(operations.whoami(), self._dealing)
            self.state.rows_per_job = caller["limits"]["max_rows_per_job"]
        return self.state.rows_per_job

    def _save(self) -> Steps[None]:
        if self._order.state_file is not None:
            yield Save(self._order.state_file, self.state.text())

    def _tell(self, job: Job | None = None) -> None:
        state = self.state
        processed = state.first_row(state.part) + job["counts"]["processed"] if job else 0
        self._processed = max(self._processed, processed, state.taken)
        self._order.on_progress(Progress(state.submitted, self._processed, state.taken))
