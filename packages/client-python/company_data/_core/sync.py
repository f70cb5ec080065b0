"""One sync: lists the statements, keeps them, and compares them with everything that the customer has."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any, TypedDict, TypeVar

from company_data._core import heads, notes, operations
from company_data._core.call import Dealing, answered, call
from company_data._core.effects import Request, Steps, do
from company_data._core.faults import StatementsError
from company_data._core.own_results import OwnResults
from company_data._core.reader import Reader, is_old, new_policy, vkey_told
from company_data._core.receipts import Checked, Promise, check_files, promise_of
from company_data._core.shape import count_in, field_of, unexpected
from company_data._core.timestamp import stamped
from company_data._kept import Kept, signed_head, sum_of
from company_data.checker import verify_statement as checker

T = TypeVar("T")
_MAX_MONTHS = 1_200
_MAX_STATEMENT = 2**34
_IS_LISTED = checker.exactly(
    month=checker.is_month,
    state=checker.like("complete"),
    issued_at=checker.is_time,
    sha256=checker.or_null(checker.is_hash),
)


class SyncOptions(TypedDict, total=False):
    """What a sync is told. The folder remembers the key and the witnesses."""

    checkpoint_key: str | None
    """The verifier key (C2SP) that you trust; by default the one that the service names at the first sync."""
    witnesses: Sequence[str] | None
    """Verifier keys of those who must have signed the checkpoint."""
    witnesses_needed: int | None
    """How many of them; by default all."""
    results: Sequence[str]
    """Files of `save` or of the command line. Their receipts lie beside them."""
    all_results: bool
    """A charge without a result is an error."""
    receipts: Sequence[str]
    """More files of receipts."""
    check_timestamp: Callable[[bytes, bytes], str] | None
    """Gives the time in an RFC 3161 token over this text, and raises where you don't believe it. By default
    none is asked for."""
    accept_origin: bool | str
    """The log's new name, or True for any: a person has asked what happened."""
    accept_key: str | None
    """The new checkpoint key, where the old one was lost: a person has asked."""


@dataclass
class Synced:
    """What a sync found, all of it in order."""

    entries: int = 0
    """Of the log of heads."""
    checkpoint_key: str = ""
    """The key that the folder trusts: compare it with somebody else."""
    months: list[str] = field(default_factory=list)
    """Of all statements that are kept."""
    new: list[str] = field(default_factory=list)
    """Those that came with this sync."""
    waiting: list[str] = field(default_factory=list)
    """Those that are younger than two hours and have no proof yet."""
    lost: list[str] = field(default_factory=list)
    """Entries that were kept and are gone since the log goes by another name that you accepted."""
    timestamp: str | None = None
    """The time of the log's newest time stamp, where it was checked."""
    receipts: Checked = field(default_factory=Checked)
    promises: int = 0
    """Those that a statement keeps."""


def _account(dealing: Dealing) -> Steps[int]:
    """The account of the key."""
    caller = field_of((yield from call(operations.whoami(), dealing)), "account")
    return count_in(caller, "id", "the key's account", 1)


class Sync:
    def __init__(self, folder: str, options: SyncOptions, dealing: Dealing) -> None:
        if unknown := set(options) - set(SyncOptions.__annotations__):
            raise TypeError(f"sync takes no {', '.join(sorted(unknown))}")
        self._folder, self._options, self._dealing = folder, options, dealing
        self._synced = Synced()
        self._kept: Kept
        self._reader: Reader
        self._account = 0

    def run(self) -> Steps[Synced]:
        """@raises StatementsError at the first failure; the folder then has what was refused"""
        self._kept = yield from do(lambda: Kept(self._folder))
        yield from _with_evidence(self._compared(), self._kept)
        self._synced.entries, self._synced.lost = self._reader.log.size, self._reader.lost
        self._synced.checkpoint_key = self._reader.policy["checkpoint_key"]
        return self._synced

    def _compared(self) -> Steps[None]:
        yield from self._begin()
        yield from self._reader.update()
        if (check := self._options.get("check_timestamp")) is not None:
            self._synced.timestamp = yield from stamped(self._reader, self._kept, check)
        yield from self._statements((yield from self._listed()))
        yield from self._own_things()

    def _begin(self) -> Steps[None]:
        given = self._options
        for witness in given.get("witnesses") or ():
            notes.key_of(witness, notes.WITNESS)
        self._account = yield from _account(self._dealing)
        policy = yield from do(self._kept.policy)
        if policy is None:
            key = given.get("checkpoint_key")
            key = notes.key_of(key).vkey if key is not None else (yield from vkey_told(self._dealing))
            policy = new_policy(self._account, key)
        if policy["account_id"] != self._account:
            raise StatementsError("account_differs", f"{self._account}, and kept {policy['account_id']}")
        if given.get("checkpoint_key") not in (None, policy["checkpoint_key"]):
            raise StatementsError("policy_differs")
        if (witnesses := given.get("witnesses")) is not None:
            policy |= {"witnesses": list(witnesses), "witnesses_needed": len(witnesses)}
        if (needed := given.get("witnesses_needed")) is not None:
            policy["witnesses_needed"] = needed
        if not 0 <= policy["witnesses_needed"] <= len(policy["witnesses"]):
            raise ValueError(f"witnesses_needed is at most the number of witnesses: {policy['witnesses']}")
        self._reader = Reader(self._kept, policy, self._dealing)
        self._reader.accept_origin = given.get("accept_origin", False)
        self._reader.accept_key = given.get("accept_key")

    def _listed(self) -> Steps[dict[str, Mapping[str, Any]]]:
        request: Request[Any] = Request("GET", "/statements", outside=True, most=2**20)
        listed = field_of((yield from call(request, self._dealing)), "statements")
        if not checker.list_of(_IS_LISTED)(listed) or len(listed) > _MAX_MONTHS:
            raise unexpected("a list of statements of another form")
        months = {each["month"]: each for each in listed}
        if len(months) < len(listed):
            raise unexpected("a list with two statements of a month")
        return months

    def _statements(self, listed: Mapping[str, Mapping[str, Any]]) -> Steps[None]:
        kept = yield from do(self._kept.months)
        for month in sorted(kept - set(listed)):
            if not (yield from self._is_lost(month)):
                raise StatementsError("statement_missing", month)
        earlier = checker.Earlier() if set(listed) - kept else None
        for month in sorted(kept | set(listed)):
            if month not in kept:
                yield from self._fetch(month, listed[month])
            elif month in listed:
                yield from self._compare(month, listed[month])
            if earlier is not None:
                yield from self._check(month, month not in kept, earlier)
            if month in listed:
                yield from self._prove(month, month not in kept, listed[month])
            self._synced.months.append(month)

    def _is_lost(self, month: str) -> Steps[bool]:
        """Whether its entry stood only in the log before that took the name which the customer accepted."""
        proof = heads.json_of((yield from do(lambda: self._kept.proof(month))) or b"")
        slot = field_of(field_of(proof, "entry"), "slot")
        return isinstance(slot, str) and slot not in self._reader.log.slots

    def _fetch(self, month: str, listed: Mapping[str, Any]) -> Steps[None]:
        coming = self._kept.coming(month)
        request: Request[Any] = Request(
            "GET", f"/statements/{month}", outside=True, most=_MAX_STATEMENT, into=coming
        )
        yield from answered(request, self._dealing)
        if listed["sha256"] not in (None, (yield from do(lambda: sum_of(coming)))):
            raise StatementsError("statement_changed", month, {f"{month}.ndjson": coming})
        head = yield from do(lambda: signed_head(coming))
        if head is None or (head["account_id"], head["month"], head["partial"]) != (
            self._account,
            month,
            False,
        ):
            raise StatementsError("statement_other", month, {f"{month}.ndjson": coming})
        if head["key_id"] not in self._reader.log.statement_keys:
            raise StatementsError("statement_key", month, {f"{month}.ndjson": coming})

    def _compare(self, month: str, listed: Mapping[str, Any]) -> Steps[None]:
        path = self._kept.statement(month)
        if listed["sha256"] in (None, (yield from do(lambda: sum_of(path)))):
            return
        faults = yield from do(lambda: checker.check_statement(path, self._reader.log.statement_keys))
        raise StatementsError("kept_damaged" if faults else "statement_changed", month)

    def _check(self, month: str, is_new: bool, earlier: Any) -> Steps[None]:
        """Checks a statement by itself and beside those before it."""
        path = self._kept.coming(month) if is_new else self._kept.statement(month)
        keys = self._reader.log.statement_keys
        faults = yield from do(lambda: checker.check_statement(path, keys, earlier))
        if not faults:
            return
        alone = yield from do(lambda: checker.check_statement(path, keys))
        line, what = (alone or faults)[0]
        where = f"{month}, {'file' if line is None else f'line {line}'} {what}"
        if not is_new:
            raise StatementsError("kept_damaged" if alone else "statements_differ", where)
        refused = {f"{month}.ndjson": path}
        raise StatementsError("statement_wrong" if alone else "statements_differ", where, refused)

    def _prove(self, month: str, is_new: bool, listed: Mapping[str, Any]) -> Steps[None]:
        """Proves that the statement is in the log, unless that was done, and keeps both."""
        path = self._kept.coming(month) if is_new else self._kept.statement(month)
        kept = yield from do(lambda: self._kept.proof(month))
        if not is_new and kept is not None:
            proof = heads.json_of(kept)
            slot = field_of(field_of(proof, "entry"), "slot")
            if not isinstance(slot, str):
                raise StatementsError("kept_damaged", f"proofs/{month}.json")
            if self._reader.log.slots.get(slot, (-1,))[0] == proof.get("index"):
                return
        head = yield from do(lambda: signed_head(path))
        if head is None:
            raise StatementsError("kept_damaged", month)
        answer = yield from self._reader.own(f"/statements/{month}/proof")
        refused: dict[str, bytes | str] = {f"{month}.ndjson": path} if is_new else {}
        if answer is None and is_old(head["issued_at"]):
            raise StatementsError("proof_missing", month, refused)
        if answer is None:
            self._synced.waiting.append(month)
        else:
            proof = heads.json_of(answer.body)
            yield from self._reader.reach(heads.size_told(proof))
            try:
                heads.check_proof(self._reader.log, head, proof)
            except StatementsError as fault:
                refused[f"{month}.json"] = answer.body
                raise StatementsError(fault.code, month, refused) from fault
        if is_new:
            yield from do(lambda: self._kept.keep_statement(month))
            self._synced.new.append(month)
        if answer is not None:
            body = answer.body
            yield from do(lambda: self._kept.keep_proof(month, body))

    def _own_things(self) -> Steps[None]:
        results, need_all = self._options.get("results", ()), self._options.get("all_results", False)
        if results or need_all:
            own = yield from do(lambda: OwnResults(results))
            for month in self._synced.months:
                yield from do(partial(own.check, self._kept.statement(month), month, need_all))
        files = [f"{file}.receipts" for file in results]
        self._synced.receipts = yield from check_files(files, self._reader)
        more = yield from check_files(self._options.get("receipts", ()), self._reader, is_needed=True)
        self._synced.receipts.proved += more.proved
        self._synced.receipts.waiting += more.waiting
        given = yield from do(self._kept.promises)
        keys = self._reader.log.receipt_keys
        promises = [promise_of(data, keys, name) for name, data in given.items()]
        if promises:
            self._synced.promises = yield from do(lambda: self._check_promises(promises))

    def _check_promises(self, promises: Sequence[Promise]) -> int:
        wanted = {promise.entry for promise in promises}
        found: dict[str, Any] = {}
        for month in self._synced.months:
            with open(self._kept.statement(month), "rb") as lines:
                for line in lines:
                    value = checker.parse(line[:-1]) or {}
                    fact = value.get("adjustment") or value.get("credit")
                    if fact and fact["adjustment_id"] in wanted:
                        found[fact["adjustment_id"]] = fact
        for promise in promises:
            fact, where = found.get(promise.entry), f"promises/{promise.name}"
            if promise.account != self._account:
                raise StatementsError("promise_wrong", where)
            if fact is None and any(month >= promise.time[:7] for month in self._synced.months):
                raise StatementsError("promise_broken", where)
            if fact is not None and not _is_kept(promise, fact):
                raise StatementsError("promise_differs", where)
        return sum(promise.entry in found for promise in promises)


def _is_kept(promise: Promise, fact: Mapping[str, Any]) -> bool:
    """Without prices nothing is promised of the amount."""
    units = sum(fact.get("units", {}).values())
    if promise.amount is None or promise.currency is None:
        return bool(units == promise.units)
    amount = None if fact["amount"] is None else Decimal(fact["amount"])
    return (units, amount, fact["currency"]) == (promise.units, promise.amount, promise.currency)


def _with_evidence(steps: Steps[T], kept: Kept) -> Steps[T]:
    """What the steps give. What they refuse is kept."""
    try:
        return (yield from steps)
    except StatementsError as fault:
        refused = fault.refused
        if refused:
            yield from do(lambda: kept.refuse(refused))
        raise


def checked_receipts(file: str, folder: str | None, dealing: Dealing) -> Steps[Checked]:
    """`folder`: that of a sync. Without one the log is read anew, and the key that it names is trusted."""
    with tempfile.TemporaryDirectory() as scratch:
        kept = yield from do(lambda: Kept(folder or scratch))
        return (yield from _with_evidence(_receipts_of(file, kept, folder is not None, dealing), kept))


def _receipts_of(file: str, kept: Kept, is_lasting: bool, dealing: Dealing) -> Steps[Checked]:
    policy = yield from do(kept.policy)
    if policy is None:
        account = (yield from _account(dealing)) if is_lasting else 1
        policy = new_policy(account, (yield from vkey_told(dealing)))
    reader = Reader(kept, policy, dealing)
    yield from reader.update()
    return (yield from check_files([file], reader, is_needed=True))
