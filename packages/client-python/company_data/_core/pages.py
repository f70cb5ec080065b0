"""A job's rows and errors, page by page, and its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from company_data._core import operations
from company_data._core.call import Dealing, call
from company_data._core.effects import Emit, Sleep, Steps
from company_data._core.shape import MAX_ROWS, bounded, field_of, flag_in, unexpected

if TYPE_CHECKING:
    from company_data.types import Job, Row

ROWS_OF_A_PAGE = 1_000
_PAUSE_MS = 1_000
_LONGEST_PAUSE_MS = 600_000
_SHORT_PAGES = 100
"""Pages but the last that may hold fewer entries than were asked for. A server that goes on so never ends."""
_CONTRADICTIONS = 60
"""How often a page may call a job unfinished that has ended."""


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
    contradictions = 0
    while True:
        page = yield from call(operations.results(job_id, place.cursor, ROWS_OF_A_PAGE), dealing)
        rows: list[Row] = _entries(page, "results", place.cursor)
        done = len(rows) if flag_in(page, "results_ready", "a page of results") else _done_of(rows)
        if done == len(rows):
            after = page["next_cursor"]
            return rows[place.row :], None if after is None else Place(after)
        if done > place.row:
            return rows[place.row : done], Place(place.cursor, done)
        job = yield from _awaited(job_id, dealing, on_job)
        if job["results_ready"]:
            contradictions += 1
            if contradictions > _CONTRADICTIONS:
                raise unexpected(f"job {job_id} has ended, and its results never come")
            if contradictions > 1:
                yield Sleep(_PAUSE_MS / 1_000)


def _done_of(rows: list[Row]) -> int:
    return next((index for index, row in enumerate(rows) if row["status"] == "pending"), len(rows))


def _entries(page: Any, name: str, cursor: str | None) -> list[Any]:
    """Of a page whose form is as promised, and which doesn't lead to itself."""
    entries, after = field_of(page, name), field_of(page, "next_cursor")
    whole = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    if not whole or "next_cursor" not in page or not (after is None or (isinstance(after, str) and after)):
        raise unexpected(f"a page without {name}")
    if name == "results" and not all(isinstance(entry.get("status"), str) for entry in entries):
        raise unexpected("a row without status")
    if after is not None and after == cursor:
        raise unexpected(f"a page of {name} that leads to itself")
    return list(entries)


class _Bounds:
    """How much one job may give: a server that never ends is not read for ever."""

    def __init__(self) -> None:
        self._entries = 0
        self._short = 0

    def add(self, entries: int, is_last: bool) -> None:
        self._entries += entries
        self._short += 0 if is_last or entries == ROWS_OF_A_PAGE else 1
        if self._entries > MAX_ROWS or self._short > _SHORT_PAGES:
            raise unexpected("pages that do not end")


def all_rows(job_id: str, dealing: Dealing) -> Steps[None]:
    place: Place | None = Place()
    bounds, of_page = _Bounds(), 0
    while place is not None:
        cursor = place.cursor
        rows, place = yield from next_rows(job_id, place, dealing)
        of_page += len(rows)
        if place is None or place.cursor != cursor:
            bounds.add(of_page, place is None)
            of_page = 0
        yield Emit(rows)


def first_row(job_id: str, dealing: Dealing) -> Steps[Row]:
    """Of a resolve, once its blocks are there."""
    rows, _ = yield from next_rows(job_id, Place(), dealing)
    if not rows:
        raise unexpected(f"job {job_id} without its row")
    return rows[0]


def all_errors(job_id: str, dealing: Dealing, first: int = 0, rows: int = MAX_ROWS) -> Steps[None]:
    """Complete where the job has ended. `first`: the index of its first row in the whole list; `rows`: of the
    job."""
    cursor: str | None = None
    bounds, before = _Bounds(), -1
    while True:
        page = yield from call(operations.errors(job_id, cursor, ROWS_OF_A_PAGE), dealing)
        entries = _entries(page, "errors", cursor)
        for entry in entries:
            row = entry.get("row")
            if type(row) is not int or not before < row < rows:
                raise unexpected(f"the errors of job {job_id}")
            before = row
        cursor = page["next_cursor"]
        bounds.add(len(entries), cursor is None)
        yield Emit([{**entry, "row": first + entry["row"]} for entry in entries])
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
    is_ready = flag_in(job, "results_ready", f"job {job_id}")
    on_job(job)
    if not is_ready:
        yield Sleep(bounded(job.get("retry_after_ms"), _PAUSE_MS, 20, _LONGEST_PAUSE_MS) / 1_000)
    return job
