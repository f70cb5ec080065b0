"""When a call is tried again, and after how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

_LONGEST_SPREAD_SECONDS = 1.0


@dataclass(frozen=True)
class Retries:
    """A call that failed for a moment is tried again, each time after about twice as long."""

    attempts: int = 8
    """Sendings of one call. A spent allowance (429) is no failure and isn't counted."""
    first_pause: float = 0.5
    longest_pause: float = 30.0
    patience: float = 600.0
    """Seconds that one call waits in all, a spent allowance included; then its last error is raised."""


def pause_after(failures: int, retry_after: float | None, retries: Retries, chance: float) -> float:
    """Seconds; `chance` (0 to 1) spreads clients that failed together. Never sooner than `Retry-After`."""
    if retry_after is not None:
        return retry_after + chance * min(_LONGEST_SPREAD_SECONDS, 0.1 + retry_after / 4)
    longest = min(retries.first_pause * 2.0 ** (failures - 1), retries.longest_pause)
    return longest * (0.5 + chance / 2)


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds; a date, as proxies write it, is held against the answer's own."""
    text = headers.get("retry-after", "").strip()
    if text.isdigit():
        return float(text)
    until, sent = _date(text), _date(headers.get("date", ""))
    return max((until - sent).total_seconds(), 0.0) if until and sent else None


def _date(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
