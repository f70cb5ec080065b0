"""When a call is tried again, and after how long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

_LONGEST_SPREAD_SECONDS = 1.0
_LONGEST_ASKED_SECONDS = 86_400.0
"""The most that is waited at a time because the service asks for it."""


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
    longest = min(retries.first_pause * 2.0 ** min(failures - 1, 64), retries.longest_pause)
    own = longest * (0.5 + chance / 2)
    if retry_after is None:
        return own
    told = retry_after + chance * min(_LONGEST_SPREAD_SECONDS, 0.1 + retry_after / 4)
    # Whoever wants to be asked at once is asked ever more seldom.
    return max(told, own) if retry_after < retries.first_pause else told


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds; a date, as proxies write it, is held against the answer's own."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+", text):
        return min(float(text[:16]), _LONGEST_ASKED_SECONDS)
    until, sent = _date(text), _date(headers.get("date", ""))
    if until is None or sent is None:
        return None
    return min(max((until - sent).total_seconds(), 0.0), _LONGEST_ASKED_SECONDS)


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError, OverflowError, IndexError):
        return None
    # A date of "-0000" has no zone, and can't be held against one that has.
    return date if date.tzinfo else date.replace(tzinfo=timezone.utc)
