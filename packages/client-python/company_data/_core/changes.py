"""Which companies' own records changed, by the service's file of each day. Reading them is free."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from typing import Any

from company_data._core.call import Dealing, answered
from company_data._core.effects import Request, Steps
from company_data._core.shape import field_of
from company_data.errors import ApiError

_LATE = {"editions": 900_000, "program": 900_000}
"""Milliseconds that are waited for where the service doesn't say."""
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Index:
    """What the service says before any file."""

    as_of: str
    """ISO 8601, by the service's clock."""
    first_day: date
    today: date
    own_records: Mapping[str, Sequence[str]]
    """The blocks that follow from a company's own records, each with the kinds of facts that it reads."""
    late: Mapping[str, timedelta]
    """For how long rows may still be answered as before a change, by what changed."""


@dataclass(frozen=True)
class _Day:
    program_at: str | None
    sources: Mapping[str, Sequence[Mapping[str, Any]]]
    """Each switch of a source, or one entry of a source without any."""
    companies: Mapping[str, Mapping[str, Any]]


def time_of(text: Any) -> datetime | None:
    """None for what is no time."""
    try:
        time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=timezone.utc)


def changes_index(dealing: Dealing) -> Steps[Index | None]:
    """None: the service tells of no changes."""
    body = yield from _served("/changes", dealing)
    told = None if body is None else _json_of(body)
    try:
        first_day, today = (date.fromisoformat(field_of(told, name)) for name in ("first_day", "today"))
    except (TypeError, ValueError):
        return None
    as_of = field_of(told, "as_of")
    if not isinstance(as_of, str) or time_of(as_of) is None:
        return None
    blocks = field_of(told, "own_records")
    own = {block: kinds for block, kinds in _items(blocks) if _is_texts(kinds)}
    late: dict[str, timedelta] = {}
    for cause, usual in _LATE.items():
        told_ms = field_of(field_of(told, "late_ms"), cause)
        is_count = type(told_ms) is int and told_ms >= 0
        late[cause] = timedelta(milliseconds=told_ms if is_count else usual)
    return Index(as_of, first_day, today, own, late)


def _served(path: str, dealing: Dealing) -> Steps[bytes | None]:
    """None where it isn't there, or no longer."""
    request: Request[Any] = Request("GET", path, outside=True)
    try:
        return (yield from answered(request, dealing)).body
    except ApiError as error:
        if error.status in (404, 410):
            return None
        raise


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _items(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, Mapping) else []


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(one, str) and one for one in value)


@dataclass
class Changes:
    """The changes from the day of a time on."""

    index: Index
    days: list[str] = field(default_factory=list)
    """Those whose file was read."""
    missing: list[str] = field(default_factory=list)
    """Those without a file: nothing that was answered on or before them is known to be equal."""
    _files: dict[date, _Day | None] = field(default_factory=dict)

    def read(self, since: str, companies: Collection[str], dealing: Dealing) -> Steps[None]:
        """`since`: the oldest answer. `companies`: the numbers that are watched."""
        for day in self._days_from(since):
            body = None
            if day >= self.index.first_day:
                body = yield from _served(f"/changes/{day.isoformat()}.ndjson", dealing)
            read = None if body is None else _day_of(body, companies)
            self._files[day] = read
            (self.missing if read is None else self.days).append(day.isoformat())

    def wholly(self, sources: Collection[str], since: str) -> list[dict[str, str]]:
        """The sources among these that changed after a time as a whole."""
        return [
            {"day": day.isoformat(), "source": source, "why": str(one.get("why", "unknown"))}
            for day, read in self._files.items()
            for source, switches in (read.sources if read else {}).items()
            for one in switches
            if source in sources and not _is_told(one) and self._is_after(one.get("switched_at"), since)
        ]

    def may_have_changed(self, company: str, kinds: Sequence[str], since: str) -> bool:
        """Whether one of these kinds of facts about a company may have changed after a time."""
        for day in self._days_from(since):
            read = self._files.get(day)
            if read is None or (read.program_at and self._is_after(read.program_at, since, "program")):
                return True
            if any(self._changed_in(read, company, kind, since) for kind in kinds):
                return True
        return False

    def _days_from(self, since: str) -> Iterator[date]:
        time = time_of(since)
        if time is None:
            raise ValueError(f"{since!r} is no time")
        day = (time - max(self.index.late.values())).astimezone(timezone.utc).date()
        while day <= self.index.today:
            yield day
            day += _DAY

    def _changed_in(self, read: _Day, company: str, kind: str, since: str) -> bool:
        switches = read.sources.get(kind.partition(".")[0], ())
        causes = read.companies.get(company, {}).get(kind, [])
        if not switches or not isinstance(causes, list):
            return True
        return any(
            not _is_told(one) and self._is_after(one.get("switched_at"), since) for one in switches
        ) or any(self._is_after(field_of(told, "at"), since) for told in causes)

    def _is_after(self, at: Any, since: str, cause: str = "editions") -> bool:
        """Whether what came into force then may lack in an answer of this time. Also where nobody knows when
        it did."""
        time, answered_at = time_of(at), time_of(since)
        return time is None or answered_at is None or time > answered_at - self.index.late[cause]


def _is_told(switch: Mapping[str, Any]) -> bool:
    return switch.get("changes") in ("none", "listed")


def _day_of(body: bytes, watched: Collection[str]) -> _Day | None:
    """None for a file that is not as it is promised."""
    sources: dict[str, list[Mapping[str, Any]]] = {}
    companies: dict[str, Mapping[str, Any]] = {}
    head: Mapping[str, Any] | None = None
    for text in body.splitlines():
        line = _json_of(text)
        number, source = field_of(line, "company_number"), field_of(line, "source")
        if isinstance(number, str):
            if number in watched:
                companies[number] = dict(_items(line["changes"]))
        elif isinstance(source, str):
            sources.setdefault(source, []).append(line)
        elif head is None and isinstance(field_of(line, "from"), str):
            head = line
        else:
            return None
    return None if head is None else _Day(head.get("program_changed_at"), sources, companies)
