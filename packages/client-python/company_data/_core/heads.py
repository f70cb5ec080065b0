"""The log of heads (docs/log-of-heads.md) as far as it was read: its tree, and what its entries say."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

from company_data._core import notes
from company_data._core.faults import StatementsError
from company_data.checker import verify_statement as checker

_FORMS: Mapping[str, Any] = {
    "key_set": {
        "keys": checker.list_of(
            checker.exactly(use=checker.like("checkpoint|statement|receipt"), vkey=checker.is_text)
        ),
        "signed_by": checker.or_null(checker.is_text),
    },
    "month_key": {"month": checker.is_month, "sha256": checker.is_hash},
    "statement": {"head": checker.is_hash, "month": checker.is_month, "slot": checker.is_hash},
    "seal": {"last_event": checker.is_text, "leaves": checker.whole(0), "root": checker.is_hash},
    "origin": {
        "root": checker.is_hash,
        "size": checker.whole(0),
        "was": checker.is_text,
        "why": checker.is_text,
    },
}
_IS_ENTRY = {
    kind: checker.exactly(kind=checker.like(kind), time=checker.is_time, **forms)
    for kind, forms in _FORMS.items()
}


def leaf_of(text: bytes) -> bytes:
    leaf: bytes = checker.sha256(b"\x00" + text)
    return leaf


class Log:
    """Entries are added one by one. The first that must be refused is kept in `fault` until all are there: a
    fault is told only if the entries make the tree that the service signed."""

    def __init__(self) -> None:
        self.tree = checker.Tree()
        self.fault: StatementsError | None = None
        self.months: dict[str, str] = {}
        """The SHA-256 of each month's key."""
        self.slots: dict[str, tuple[int, str]] = {}
        """Of each statement its index, and its entry's head."""
        self.seals: set[tuple[int, str]] = set()
        """The leaves and the root of each seal."""
        self.leaves: dict[int, bytes] = {}
        """Of statements and seals, by their index."""
        self.chain: list[notes.Key] = []
        """Checkpoint keys, each signed by the one before; the last one signs."""
        self.before_loss: list[notes.Key] = []
        """Those before the last key that nobody signed."""
        self.origins: set[str] = set()
        """The names that the log went by before."""
        self.statement_keys: dict[str, bytes] = {}
        self.receipt_keys: dict[str, notes.Key] = {}

    @property
    def size(self) -> int:
        size: int = self.tree.size
        return size

    def root(self) -> bytes:
        root: bytes = self.tree.root()
        return root

    def add(self, text: bytes) -> None:
        leaf = leaf_of(text)
        try:
            if self.fault is None:
                self._state(checker.parse(text), leaf)
        except StatementsError as fault:
            self.fault = StatementsError(fault.code, f"entry {self.size} of the log")
        self.tree.push(leaf)

    def _state(self, entry: Any, leaf: bytes) -> None:
        kind = entry.get("kind") if entry is not None else None
        if not isinstance(kind, str) or kind not in _IS_ENTRY or not _IS_ENTRY[kind](entry):
            raise StatementsError("entry_wrong")
        if self.size == 0 and kind != "key_set":
            raise StatementsError("entry_wrong")
        getattr(self, f"_add_{kind}")(entry, leaf)

    def _add_key_set(self, entry: Any, _leaf: bytes) -> None:
        try:
            keys = [(each["use"], notes.key_of(each["vkey"])) for each in entry["keys"]]
        except ValueError as error:
            raise StatementsError("entry_wrong") from error
        now = [key for use, key in keys if use == "checkpoint"]
        if len(now) != 1:
            raise StatementsError("entry_wrong")
        if not self.chain:
            self.chain = now
        elif entry["signed_by"] is not None:
            self._require_signed(entry)
            self.chain += now
        elif now[0] == self.chain[-1]:
            raise StatementsError("key_set_unsigned")
        else:
            self.before_loss += self.chain
            self.chain = now
        for use, key in keys:
            if use == "statement":
                self.statement_keys[checker.key_id(key.public)] = key.public
            elif use == "receipt":
                self.receipt_keys[key.vkey] = key

    def _require_signed(self, entry: Any) -> None:
        unsigned = {name: value for name, value in entry.items() if name != "signed_by"}
        text: bytes = checker.canonical(unsigned) + b"\n"
        try:
            good = notes.is_signed(notes.note_of(text + f"\n{entry['signed_by']}\n".encode()), self.chain[-1])
        except ValueError:
            good = False
        if not good:
            raise StatementsError("key_set_unsigned")

    def _add_month_key(self, entry: Any, _leaf: bytes) -> None:
        if entry["month"] in self.months:
            raise StatementsError("month_key_twice")
        self.months[entry["month"]] = entry["sha256"]

    def _add_statement(self, entry: Any, leaf: bytes) -> None:
        if entry["month"] not in self.months:
            raise StatementsError("month_key_missing")
        if entry["slot"] in self.slots:
            raise StatementsError("slot_twice")
        self.slots[entry["slot"]] = self.size, entry["head"]
        self.leaves[self.size] = leaf

    def _add_seal(self, entry: Any, leaf: bytes) -> None:
        self.seals.add((entry["leaves"], entry["root"]))
        self.leaves[self.size] = leaf

    def _add_origin(self, entry: Any, _leaf: bytes) -> None:
        told = entry["was"], entry["size"], entry["root"]
        if told != (self.chain[-1].name, self.size, self.root().hex()):
            raise StatementsError("entry_wrong")
        self.origins.add(entry["was"])

    def has_signed(self, note: notes.Note, pinned: str, accepted: str | None) -> None:
        """@raises StatementsError where neither the pinned nor the accepted key leads to the note's key"""
        now, known = self.chain[-1], [key.vkey for key in self.chain]
        if pinned not in known and now.vkey != accepted:
            lost = pinned in [key.vkey for key in self.before_loss]
            raise StatementsError("key_lost" if lost else "checkpoint_signature", now.vkey if lost else "")
        if notes.checkpoint_of(note).origin != now.name or not notes.is_signed(note, now):
            raise StatementsError("checkpoint_signature")

    def holds(self, proof: Mapping[str, Any]) -> bool:
        """Whether the entry of a proof stands in its place, and the proof's own path and checkpoint fit."""
        leaf, index = leaf_of(checker.canonical(proof["entry"])), proof["index"]
        try:
            note = notes.note_of(proof["checkpoint"].encode())
            told = notes.checkpoint_of(note)
        except ValueError:
            return False
        path = [bytes.fromhex(each) for each in proof["path"]]
        return (
            self.leaves.get(index) == leaf
            and bool(checker.includes(leaf, index, told.size, told.root, path))
            and (told.size != self.size or told.root == self.root())
            and any(notes.is_signed(note, key) for key in self.chain)
        )


_IS_STATEMENT_PROOF = checker.exactly(
    entry=_IS_ENTRY["statement"],
    index=checker.whole(0),
    salt=checker.is_hash,
    month_key=checker.is_hash,
    path=checker.list_of(checker.is_hash),
    checkpoint=checker.is_text,
)
IS_SEAL = _IS_ENTRY["seal"]


def json_of(data: bytes) -> Any:
    """The value of a JSON text that every reader reads alike; None for all others."""
    try:
        return checker.plain(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def size_told(proof: Any) -> int:
    """The size of a proof's checkpoint, of which nothing is verified; 0 where there is none."""
    try:
        return notes.checkpoint_of(notes.note_of(proof["checkpoint"].encode())).size
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0


def check_proof(log: Log, head: Mapping[str, Any], proof: Any) -> None:
    """@param head of the statement. @raises StatementsError"""
    if not _IS_STATEMENT_PROOF(proof):
        raise StatementsError("proof_wrong")
    entry, month_key = proof["entry"], bytes.fromhex(proof["month_key"])
    month = head["month"]
    if entry["month"] != month or log.months.get(month) != checker.sha256(month_key).hex():
        raise StatementsError("proof_wrong")
    if entry["slot"] != hmac.new(month_key, f"{head['account_id']}/{month}".encode(), "sha256").hexdigest():
        raise StatementsError("slot_wrong")
    index, logged = log.slots.get(entry["slot"], (-1, ""))
    salted = checker.sha256(bytes.fromhex(proof["salt"]) + checker.canonical(head)).hex()
    if entry["head"] != salted or (index >= 0 and logged != salted):
        raise StatementsError("head_wrong")
    if index != proof["index"] or not log.holds(proof):
        raise StatementsError("proof_wrong")
