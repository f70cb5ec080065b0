"""How a list is cut into jobs."""

from __future__ import annotations

from dataclasses import dataclass

SMALL_JOB_ROWS = 10
"""A job of so few rows asks live sources, a larger one does not. So no job of a longer list may be as small:
its rows would be answered differently from the others."""
_LEAST = SMALL_JOB_ROWS + 1
EASILY_CUT_ROWS = 2 * _LEAST - 1
"""From this size on, any longer list can be cut into jobs of 11 to so many rows."""


@dataclass(frozen=True)
class Cut:
    rows_per_job: int
    most_rows: int | None
    """The most rows that the key may send in one job; None: the last job is as small as it comes, as earlier
    versions cut lists."""

    @property
    def is_small(self) -> bool:
        return self.most_rows is not None and self.rows_per_job < _LEAST

    @property
    def rows_ahead(self) -> int:
        """Rows beyond a full job that must be known before it is cut off: the rest can then be cut well."""
        if self.most_rows is None:
            return 0
        if self.is_small:
            return _LEAST - self.rows_per_job
        # With 12 rows a job, every list of at least 110 rows can be cut well; with more, shorter lists too.
        return _LEAST * SMALL_JOB_ROWS if self.rows_per_job < EASILY_CUT_ROWS else _LEAST

    def sizes(self, count: int) -> list[int]:
        """Of the last jobs, for `count` rows of which all are known."""
        jobs = -(-count // self.rows_per_job)
        rest = count - (jobs - 1) * self.rows_per_job
        plain = [self.rows_per_job] * (jobs - 1) + [rest] if jobs else []
        if self.most_rows is None or self.is_small or jobs < 2 or rest >= _LEAST:
            return plain
        if count >= jobs * _LEAST:
            return _shared(count, jobs)
        # Too few for so many jobs: the others take up the rest, if the key may send that many.
        return _shared(count, jobs - 1) if -(-count // (jobs - 1)) <= self.most_rows else plain


def _shared(count: int, jobs: int) -> list[int]:
    return [count // jobs + (1 if job < count % jobs else 0) for job in range(jobs)]
