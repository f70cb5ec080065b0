"""A job's rows and errors, page by page, and its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from company_data._core import operations
from company_data._core.call import Dealing, call
from company_data._core.effects import Emit, Sleep, Steps

if TYPE_CHECKING:
    from company_data.types import Job, Row

ROWS_OF_A_PAGE = 1_000
_PAUSE_MS = 1_000


@dataclass(frozen=True)
class Place:
    """Where reading stands: in the page of this cursor, before the row of this index."""

    cursor: str | None = None
    row: int = 0


def next_rows(
    job_id: str, place: Place, dealing: Dealing, on_job: Callable[[Job], None] = lambda job: None
) -> Steps[tuple[list[Row], Place | None]]:
    """The rows from a place on that are done, in order, and the place after them; None after the last. Waits
    for the first of them; `on_job` hears how the job stands meanwhile."""
    while True:
        page = yield from call(operations.results(job_id, place.cursor, ROWS_OF_A_PAGE), dealing)
        rows: list[Row] = page["results"]
        done = len(rows) if page["results_ready"] else _done_of(rows)
        if done == len(rows):
            after = page["next_cursor"]
            return rows[place.row :], None if after is None else Place(after)
        if done > place.row:
            return rows[place.row : done], Place(place.cursor, done)
        yield from _awaited(job_id, dealing, on_job)


def _done_of(rows: list[Row]) -> int:
    return next((index for index, row in enumerate(rows) if row["status"] == "pending"), len(rows))


def all_rows(job_id: str, dealing: Dealing) -> Steps[None]:
    place: Place | None = Place()
    while place is not None:
        rows, place = yield from next_rows(job_id, place, dealing)
        yield Emit(rows)


def first_row(job_id: str, dealing: Dealing) -> Steps[Row]:
    """Of a resolve, once its blocks are there."""
    rows, _ = yield from next_rows(job_id, Place(), dealing)
    return rows[0]


def all_errors(job_id: str, dealing: Dealing, first: int = 0) -> Steps[None]:
    """Complete where the job has ended. `first`: the index of its first row in the whole list."""
    cursor: str | None = None
    while True:
        page = yield from call(operations.errors(job_id, cursor, ROWS_OF_A_PAGE), dealing)
        yield Emit([{**entry, "row": first + entry["row"]} for entry in page["errors"]])
        cursor = page["next_cursor"]
        if cursor is None:
            return


def ended(job_id: str, dealing: Dealing, on_job: Callable[[Job], None] = lambda job: None) -> Steps[Job]:
    """The job, once it has ended."""
    while True:
        job = yield from _awaited(job_id, dealing, on_job)
        if job["results_ready"]:
            return job


def _awaited(job_id: str, dealing: Dealing, on_job: Callable[[Job], None]) -> Steps[Job]:
    """Asks for the job, and waits as long as it says where it goes on."""
    job = yield from call(operations.job(job_id), dealing)
    on_job(job)
    if not job["results_ready"]:
        yield Sleep(job.get("retry_after_ms", _PAUSE_MS) / 1_000)
    return job
