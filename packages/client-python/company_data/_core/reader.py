"""Reads the log of heads and holds it against what was kept of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from company_data._core import heads, notes
from company_data._core.call import Dealing, answered
from company_data._core.effects import Request, Response, Sleep, Steps, do
from company_data._core.faults import StatementsError
from company_data._kept import Kept
from company_data.errors import NotFoundError, UnavailableError

_TILE = 256
_LEAST_ENTRY = 64
_MAX_NEW_BYTES = 2**28
_MAX_BUNDLE = _TILE * (2 + 2**16)
_STALE_SECONDS = 6.0
"""A cache may give an older checkpoint for five seconds."""
_WITNESS_SECONDS = 20.0
_WITNESS_ROUNDS = 4
"""Witnesses sign a new checkpoint within a minute."""
PATIENT_SECONDS = 7_200.0
"""What is younger than this and has no proof yet is no failure."""


def new_policy(account: int, checkpoint_key: str) -> dict[str, Any]:
    """Whom a sync believes; the content of `policy.json`."""
    return {"account_id": account, "checkpoint_key": checkpoint_key, "witnesses": [], "witnesses_needed": 0}


def is_old(told: str) -> bool:
    """@param told: a time as the service writes it"""
    return datetime.fromisoformat(told.replace("Z", "+00:00")).timestamp() < time.time() - PATIENT_SECONDS


class Reader:
    def __init__(self, kept: Kept, policy: dict[str, Any], dealing: Dealing) -> None:
        try:
            self._witnesses = [notes.key_of(each, notes.WITNESS) for each in policy["witnesses"]]
        except ValueError as error:
            raise StatementsError("kept_damaged", "policy.json") from error
        self.dealing = dealing
        self.accept_origin: bool | str = False
        self.accept_key: str | None = None
        self.lost: list[str] = []
        """Entries that were kept and are not in the log since it goes by another name."""
        self._store, self.policy = kept, policy
        self.log = heads.Log()
        self._kept: notes.Checkpoint | None = None
        self._is_read = False

    def update(self) -> Steps[None]:
        """Reads what is new. @raises StatementsError"""
        if not self._is_read:
            self.log, self._kept = yield from do(self._store.log)
            self._is_read = True
        for rounds in range(1, _WITNESS_ROUNDS + 1):
            data, note, told = yield from self._checkpoint()
            needed = int(self.policy["witnesses_needed"])
            if notes.cosigners(note, self._witnesses) >= needed:
                break
            if rounds == _WITNESS_ROUNDS:
                raise StatementsError("witnesses_missing", f"{needed} needed", {"checkpoint": data})
            yield Sleep(_WITNESS_SECONDS)
        kept = self._kept
        is_other = kept is not None and kept.origin != told.origin
        if kept is not None and not is_other and told.size < kept.size:
            signed = any(notes.is_signed(note, key) for key in self.log.chain)
            code = "log_shrunk" if signed else "checkpoint_signature"
            raise StatementsError(code, f"{told.size} of {kept.size}", {"checkpoint": data})
        first = 0 if is_other else self.log.size
        texts: list[bytes] = []
        try:
            texts = yield from self._entries(first, told.size)
            yield from self._add(first, texts, note, told)
        except StatementsError as fault:
            fault.refused = {"checkpoint": data, "entries.ndjson": b"".join(text + b"\n" for text in texts)}
            raise
        self._kept = told
        if self.accept_key == self.log.chain[-1].vkey:
            self.policy["checkpoint_key"] = self.accept_key
        yield from do(lambda: self._store.keep_policy(self.policy))
        if is_other and kept is not None:
            size = kept.size
            yield from do(lambda: self._store.set_aside(size))
        if texts or kept is None:
            yield from do(lambda: self._store.keep_log(first, texts, data))

    def _checkpoint(self) -> Steps[tuple[bytes, notes.Note, notes.Checkpoint]]:
        stale = True
        while True:
            try:
                data = (yield from self._public("/log/checkpoint", 2**16)).body
            except NotFoundError as error:
                raise StatementsError("no_log") from error
            try:
                note = notes.note_of(data)
                told = notes.checkpoint_of(note)
            except ValueError as error:
                raise StatementsError("checkpoint_wrong", "", {"checkpoint": data}) from error
            is_smaller = self._kept is not None and told.size < self._kept.size
            if not (stale and is_smaller):
                return data, note, told
            stale = False
            yield Sleep(_STALE_SECONDS)

    def _add(
        self, first: int, texts: Sequence[bytes], note: notes.Note, told: notes.Checkpoint
    ) -> Steps[None]:
        kept, keys = self._kept, list(self.log.chain)
        log = self.log if first == self.log.size else heads.Log()

        def add() -> None:
            for text in texts:
                log.add(text)

        yield from do(add)
        if (log.size, log.root()) != (told.size, told.root):
            if first > 0 and not any(notes.is_signed(note, key) for key in keys):
                raise StatementsError("checkpoint_signature")
            is_fork = first > 0 and (first == told.size or (yield from self._makes_a_tree(told)))
            raise StatementsError("log_forked" if is_fork else "entries_wrong")
        if log.fault is not None:
            raise log.fault
        if kept is not None and kept.origin != told.origin:
            yield from self._require_succession(log, texts, kept, told)
        log.has_signed(note, self.policy["checkpoint_key"], self.accept_key)
        self.log = log

    def _makes_a_tree(self, told: notes.Checkpoint) -> Steps[bool]:
        """Whether the served log is one of its own, and not that which was kept."""
        log = heads.Log()
        for text in (yield from self._entries(0, told.size)):
            log.add(text)
        return log.root() == told.root

    def _require_succession(
        self, log: heads.Log, texts: Sequence[bytes], kept: notes.Checkpoint, told: notes.Checkpoint
    ) -> Steps[None]:
        """A log of another name has the entries of the kept one, up to the entry that says so."""
        size = kept.size
        before = yield from do(lambda: self._store.entries(size))
        same = next((at for at, (a, b) in enumerate(zip(before, texts, strict=False)) if a != b), None)
        left = min(len(before), len(texts)) if same is None else same
        self.lost = [text.decode("utf-8", "replace") for text in before[left:]]
        if self.accept_origin is not True and self.accept_origin != told.origin:
            fault = StatementsError("origin_changed", told.origin)
            fault.lost = self.lost
            raise fault
        entry = heads.json_of(texts[left]) if left < len(texts) else None
        is_named = self.lost == [] or (isinstance(entry, dict) and entry.get("kind") == "origin")
        if kept.origin not in log.origins or not is_named:
            raise StatementsError("log_forked")

    def _entries(self, first: int, size: int) -> Steps[list[bytes]]:
        texts: list[bytes] = []
        length = 0
        for tile in range(first // _TILE, (size + _TILE - 1) // _TILE if size > first else 0):
            width = min(_TILE, size - tile * _TILE)
            bundle = yield from self._bundle(tile, width)
            texts += bundle[first - tile * _TILE :] if first > tile * _TILE else bundle
            length += sum(len(text) + 1 for text in bundle)
            if length > _MAX_NEW_BYTES:
                raise StatementsError("entries_wrong", f"more than {_MAX_NEW_BYTES} bytes")
        return texts

    def _bundle(self, tile: int, width: int) -> Steps[list[bytes]]:
        digits = f"{tile:03}" if tile < 1_000 else f"{tile:0{-(-len(str(tile)) // 3) * 3}}"
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        place = "/log/tile/entries/" + "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        try:
            try:
                answer = yield from self._public(
                    f"{place}.p/{width}" if width < _TILE else place, _MAX_BUNDLE
                )
            except NotFoundError:
                if width == _TILE:
                    raise
                # A partial tile may be gone once the full one is there.
                answer = yield from self._public(place, _MAX_BUNDLE)
        except NotFoundError as error:
            raise StatementsError("entries_wrong", f"no entries {tile}") from error
        texts: list[bytes] = []
        at, body = 0, answer.body
        while at < len(body) and len(texts) < width:
            end = at + 2 + int.from_bytes(body[at : at + 2], "big")
            texts.append(body[at + 2 : end])
            at = end
        # Every entry has a length, so that an endless log of empty ones is not read to its end.
        if at > len(body) or len(texts) < width or any(len(text) < _LEAST_ENTRY for text in texts):
            raise StatementsError("entries_wrong", f"entries {tile}")
        return texts

    def reach(self, size: int) -> Steps[None]:
        """Reads on where a proof stands on a longer log than was read; a few times at most."""
        for _ in range(3):
            if size <= self.log.size:
                return
            yield from self.update()
            if size > self.log.size:
                yield Sleep(_STALE_SECONDS)

    def _public(self, path: str, most: int) -> Steps[Response]:
        request: Request[Any] = Request("GET", path, outside=True, allowances=(), most=most)
        return (yield from answered(request, self.dealing))

    def own(self, path: str) -> Steps[Response | None]:
        """What only the customer is told; None where the service doesn't have it at all, or not yet after the
        usual tries."""
        request: Request[Any] = Request("GET", path, outside=True, most=2**20)
        try:
            return (yield from answered(request, self.dealing))
        except NotFoundError:
            return None
        except UnavailableError as error:
            if error.code != "unavailable":
                raise
            return None


def vkey_told(dealing: Dealing) -> Steps[str]:
    """The key that the service names. @raises StatementsError where it names none"""
    request: Request[Any] = Request("GET", "/log/vkey", outside=True, allowances=(), most=2**12)
    try:
        answer = yield from answered(request, dealing)
    except NotFoundError as error:
        raise StatementsError("no_log") from error
    try:
        return notes.key_of(answer.body.decode("utf-8").strip()).vkey
    except ValueError as error:
        raise StatementsError("checkpoint_signature", "/log/vkey") from error
