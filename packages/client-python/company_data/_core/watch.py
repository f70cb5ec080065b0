"""A list that is asked again and again: what is known not to have changed is neither asked nor paid for. Only
blocks that follow from a company's own records can be known to be equal; all others are asked each time."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company_data import _files
from company_data._core import operations
from company_data._core.call import Dealing, call
from company_data._core.changes import Changes, Index, changes_index, time_of
from company_data._core.effects import Emit, Save, Steps, do
from company_data._core.run import ListRun, Order, Result
from company_data._core.shape import count_in, field_of
from company_data._core.state import State
from company_data.errors import StateError

if TYPE_CHECKING:
    from company_data.types import AskedRow, BlockKey, Options

_VERSION = 1
_FIRST = "It is the first run."
_OPTIONS = "The options or the account are others than in the last run."
_UNSERVED = "The service tells of no changes."


@dataclass(frozen=True)
class Skipped:
    why: str
    """`unchanged`: the company's own records are the same since it was paid for. `within_max_age`: it may
    have changed, and `max_age` says not to ask."""
    asked_at: str
    """When the answer that you have was given."""


@dataclass(frozen=True)
class Watched:
    """An answer, or what a row was not asked. A row may come twice: its blocks are asked in two jobs."""

    row: int
    """Its index in the list, from 0."""
    result: Result | None = None
    """None: this tells what was skipped."""
    skipped: Mapping[str, Skipped] = field(default_factory=dict)


@dataclass(frozen=True)
class WatchReport:
    """What a run does, once it has begun."""

    as_of: str
    """Answers are known to be equal up to this time, by the service's clock."""
    follow: list[str]
    """Blocks that are asked again only where the company's own records may have changed."""
    each_time: list[str]
    """Blocks that also depend on something else: asked each time, or after `max_age`."""
    everything: str | None
    """Why nothing is known to be equal; None: it is known of some."""
    days: list[str]
    """Those whose changes were read."""
    missing_days: list[str]
    """Those without a file: what was answered before is asked again."""
    wholly_changed: list[dict[str, str]]
    """The sources that changed as a whole: blocks that read them are asked again. Day, source and why."""
    asked: int
    """Blocks of rows."""
    skipped: int


@dataclass(frozen=True)
class WatchOrder:
    rows: Sequence[AskedRow]
    blocks: Sequence[BlockKey]
    state: str
    max_age: timedelta
    options: Options | None
    rows_per_job: int | None


@dataclass
class _Group:
    """Rows that are asked for the same blocks, by their places in the list."""

    blocks: list[str]
    rows: list[int]


@dataclass
class _Plan:
    """A run that has begun: another process goes on with it and asks for the same."""

    run: str
    as_of: str
    digest: str
    """SHA-256 of the list and of what is asked."""
    groups: list[_Group]
    follow: list[str]
    everything: str | None
    days: list[str]
    missing_days: list[str]
    wholly_changed: list[dict[str, str]]


@dataclass
class _State:
    account: int
    options: str
    rows: dict[str, dict[str, Any]]
    """By the JSON of the row: its `company_number`, and of `blocks` when each was asked for, and until when
    its answer is known to be equal."""
    under_way: _Plan | None = None

    def text(self) -> str:
        return json.dumps({"version": _VERSION, **asdict(self)})


def _state_of(text: str, file: str) -> _State:
    try:
        kept = json.loads(text)
        if kept.pop("version") != _VERSION:
            raise StateError(f"{file} is of another version of this client")
        plan = kept.pop("under_way")
        if plan is not None:
            plan = _Plan(**{**plan, "groups": [_Group(**group) for group in plan["groups"]]})
        state = _State(**kept, under_way=plan)
        for row in state.rows.values():
            times = [time for pair in row["blocks"].values() for time in pair]
            if not isinstance(row["company_number"], str) or None in map(time_of, times):
                raise ValueError("a row of another form")
        return state
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StateError(f"{file} is not the state of a watch: {error}") from error


class WatchRun:
    def __init__(self, order: WatchOrder, dealing: Dealing) -> None:
        self._order, self._dealing = order, dealing
        self._keys = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in order.rows]
        self.report: WatchReport | None = None

    def run(self) -> Steps[None]:
        """Hands out what was skipped, then the answers. The watch is kept once all of them were taken."""
        state, plan = yield from self._begin()
        kept: dict[str, dict[str, Any]] = {}
        yield Emit(self._skipped(state, plan, kept))
        for number, group in enumerate(plan.groups):
            yield from self._answers(plan, number, group, kept)
        yield Save(self._order.state, replace(state, rows=kept, under_way=None).text())
        for number in range(len(plan.groups)):
            yield from do(partial(_remove, self._list_file(number)))

    def _skipped(self, state: _State, plan: _Plan, kept: dict[str, dict[str, Any]]) -> list[Watched]:
        asked = {(row, block) for group in plan.groups for row in group.rows for block in group.blocks}
        told: list[Watched] = []
        for row, key in enumerate(self._keys):
            held = state.rows.get(key)
            skipped: dict[str, Skipped] = {}
            for block in self._order.blocks:
                if held is None or block not in held["blocks"] or (row, block) in asked:
                    continue
                asked_at, equal = held["blocks"][block]
                follows = block in plan.follow
                skipped[block] = Skipped("unchanged" if follows else "within_max_age", asked_at)
                until = plan.as_of if follows else equal
                _keep(kept, key, held["company_number"], block, [asked_at, until])
            if skipped:
                told.append(Watched(row, skipped=skipped))
        return told

    def _answers(
        self, plan: _Plan, number: int, group: _Group, kept: dict[str, dict[str, Any]]
    ) -> Steps[None]:
        asked = [self._order.rows[row] for row in group.rows]
        file = self._list_file(number)
        order = Order(group.blocks, self._order.options, iter(asked), file)  # type: ignore[arg-type]
        state = yield from do(lambda: self._list_state(file, f"{plan.run}-{number}"))
        inner, reply = ListRun(order, state, self._dealing).rows(0), None
        while True:
            try:
                effect = inner.send(reply)
            except StopIteration:
                return
            if isinstance(effect, Emit):
                for result in effect.items:
                    self._note(plan, self._keys[group.rows[result["row"]]], result, kept)
                effect = Emit([_placed(result, group.rows[result["row"]]) for result in effect.items])
            reply = yield effect

    def _note(self, plan: _Plan, key: str, result: Result, kept: dict[str, dict[str, Any]]) -> None:
        number = field_of(field_of(result, "matched"), "company_number")
        blocks = field_of(result, "blocks")
        for block, envelope in blocks.items() if isinstance(blocks, Mapping) else ():
            if isinstance(number, str) and field_of(envelope, "status") == "available":
                _keep(kept, key, number, block, [plan.as_of, plan.as_of])

    def _list_file(self, number: int) -> str:
        return f"{self._order.state}.{number}"

    def _list_state(self, file: str, run: str) -> State:
        if Path(file).exists():
            state = _files.state_of_run(file, self._order.rows_per_job)
            if state.run == run:
                return state
        return State(run, self._order.rows_per_job)

    def _begin(self) -> Steps[tuple[_State, _Plan]]:
        """Plans a run and keeps the plan, or goes on with the one that is under way."""
        order = self._order
        text = yield from do(lambda: _text_of(order.state))
        kept = None if text is None else _state_of(text, order.state)
        caller = field_of((yield from call(operations.whoami(), self._dealing)), "account")
        account = count_in(caller, "id", "the key's account", 1)
        options = json.dumps(order.options, sort_keys=True)
        digest = hashlib.sha256(json.dumps([self._keys, list(order.blocks), options]).encode()).hexdigest()
        if kept is not None and kept.under_way is not None:
            if kept.under_way.digest != digest or kept.account != account:
                raise StateError(
                    "a run of this watch is under way with another list, other blocks or options, or another "
                    "account: go on with those, or remove its state, which asks and pays anew"
                )
            self.report = self._report_of(kept.under_way)
            return kept, kept.under_way
        is_other = kept is not None and (kept.account, kept.options) != (account, options)
        rows = {} if kept is None or is_other else kept.rows
        because = _FIRST if kept is None else _OPTIONS if is_other else None
        plan = yield from self._plan(rows, digest, because)
        self.report = self._report_of(plan)
        state = _State(account, options, rows, plan)
        yield Save(order.state, state.text())
        return state, plan

    def _plan(self, held: dict[str, dict[str, Any]], digest: str, because: str | None) -> Steps[_Plan]:
        index = yield from changes_index(self._dealing)
        blocks = list(self._order.blocks)
        if index is None:
            now = datetime.now(timezone.utc).isoformat()
            everyone = [_Group([str(block) for block in blocks], list(range(len(self._keys))))]
            groups = everyone if self._keys and blocks else []
            return _Plan(_new_run(), now, digest, groups, [], because or _UNSERVED, [], [], [])
        numbered = [held[key] for key, row in self._rows() if key in held and _is_by_number(row)]
        own = index.own_records
        times = [row["blocks"][block][1] for row in numbered for block in row["blocks"] if block in own]
        since = min([*times, index.as_of])
        changes = Changes(index)
        yield from changes.read(since, {row["company_number"] for row in numbered}, self._dealing)
        follow = [block for block in blocks if block in index.own_records]
        others = [block for block in blocks if block not in index.own_records]
        groups_by_blocks: dict[tuple[str, ...], _Group] = {}
        for place, (key, row) in enumerate(self._rows()):
            # Apart: a job of few rows asks live sources, which these blocks don't read.
            for some in (others, follow):
                due = tuple(b for b in some if self._is_due(held.get(key), row, b, index, changes))
                if due:
                    groups_by_blocks.setdefault(due, _Group(list(due), [])).rows.append(place)
        sources = {kind.partition(".")[0] for block in follow for kind in index.own_records[block]}
        return _Plan(
            _new_run(),
            index.as_of,
            digest,
            list(groups_by_blocks.values()),
            [str(block) for block in follow],
            because,
            changes.days,
            changes.missing,
            changes.wholly(sources, since),
        )

    def _is_due(
        self, held: dict[str, Any] | None, row: AskedRow, block: str, index: Index, changes: Changes
    ) -> bool:
        answered = None if held is None else held["blocks"].get(block)
        if held is None or answered is None:
            return True
        kinds = index.own_records.get(block)
        if kinds is None:
            now, asked = time_of(index.as_of), time_of(answered[0])
            return now is None or asked is None or now - asked >= self._order.max_age
        # By its number a row always means the same company; a name may come to mean another.
        return not _is_by_number(row) or changes.may_have_changed(held["company_number"], kinds, answered[1])

    def _rows(self) -> list[tuple[str, AskedRow]]:
        return list(zip(self._keys, self._order.rows, strict=True))

    def _report_of(self, plan: _Plan) -> WatchReport:
        blocks = self._order.blocks
        asked = sum(len(group.blocks) * len(group.rows) for group in plan.groups)
        return WatchReport(
            plan.as_of,
            plan.follow,
            [str(block) for block in blocks if block not in plan.follow],
            plan.everything,
            plan.days,
            plan.missing_days,
            plan.wholly_changed,
            asked,
            len(self._keys) * len(blocks) - asked,
        )


def _keep(kept: dict[str, dict[str, Any]], key: str, number: str, block: str, answered: list[str]) -> None:
    kept.setdefault(key, {"company_number": number, "blocks": {}})["blocks"][block] = answered


def _placed(result: Result, row: int) -> Watched:
    return Watched(row, {**result, "row": row})


def _is_by_number(row: AskedRow) -> bool:
    names = [name for name in ("company_number", "company_name", "domain") if row.get(name) is not None]
    return names == ["company_number"]


def _new_run() -> str:
    return str(uuid.uuid4())


def _text_of(file: str) -> str | None:
    try:
        return Path(file).read_text()
    except FileNotFoundError:
        return None


def _remove(file: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(file)
