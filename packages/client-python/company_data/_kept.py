"""The folder that a sync keeps: docs/statements.md, "The kept folder". Nothing outside of it is written."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Mapping
from typing import Any

from company_data import _files
from company_data._core import heads, notes
from company_data._core.faults import StatementsError
from company_data.checker import verify_statement as checker
from company_data.errors import StateError

_MONTH_FILE = re.compile(r"([1-9][0-9]{3}-(?:0[1-9]|1[0-2]))\.(?:ndjson|json)")
_MAX_PROMISE = 4_096
_IS_POLICY = checker.exactly(
    account_id=checker.whole(1),
    checkpoint_key=checker.is_text,
    witnesses=checker.list_of(checker.is_text),
    witnesses_needed=checker.whole(0),
)


class Kept:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        for name in ("", "log", "statements", "proofs", "promises"):
            os.makedirs(self.path(name), 0o700, exist_ok=True)

    def path(self, *names: str) -> str:
        return os.path.join(self.folder, *names)

    def policy(self) -> dict[str, Any] | None:
        data = self._bytes("policy.json")
        policy = None if data is None else heads.json_of(data)
        if data is not None and not _IS_POLICY(policy):
            raise StatementsError("kept_damaged", "policy.json")
        return policy

    def keep_policy(self, policy: Mapping[str, Any]) -> None:
        _files.replace(self.path("policy.json"), json.dumps(policy, ensure_ascii=False, indent=1) + "\n")

    def log(self) -> tuple[heads.Log, notes.Checkpoint | None]:
        """The log as it passed last, and its checkpoint; None before the first."""
        log, data = heads.Log(), self._bytes("log", "checkpoint")
        if data is None:
            return log, None
        try:
            kept = notes.checkpoint_of(notes.note_of(data))
        except ValueError as error:
            raise StatementsError("kept_damaged", "log/checkpoint") from error
        for text in self.entries(kept.size):
            log.add(text)
        if log.fault is not None or (log.size, log.root()) != (kept.size, kept.root):
            raise StatementsError("kept_damaged", "log/entries.ndjson")
        return log, kept

    def entries(self, size: int) -> list[bytes]:
        """The first of them."""
        return (self._bytes("log", "entries.ndjson", most=2**40) or b"").split(b"\n")[:-1][:size]

    def keep_log(self, size: int, texts: list[bytes], checkpoint: bytes) -> None:
        """Puts entries behind the first `size`, then the checkpoint of all."""
        at = sum(len(text) + 1 for text in self.entries(size)) if size > 0 else 0
        _files.append(self.path("log", "entries.ndjson"), at, b"".join(text + b"\n" for text in texts))
        _files.replace(self.path("log", "checkpoint"), checkpoint)

    def set_aside(self, size: int) -> None:
        """Keeps the log as it was before it went by another name."""
        place = self.path("before", str(size))
        os.makedirs(place, 0o700, exist_ok=True)
        for name in ("checkpoint", "entries.ndjson"):
            _files.replace(os.path.join(place, name), self._bytes("log", name, most=2**40) or b"")

    def months(self) -> set[str]:
        return self._months("statements", ".ndjson")

    def _months(self, name: str, ending: str) -> set[str]:
        found = [_MONTH_FILE.fullmatch(each) for each in os.listdir(self.path(name))]
        return {each[1] for each in found if each is not None and each[0].endswith(ending)}

    def statement(self, month: str) -> str:
        return self.path("statements", f"{month}.ndjson")

    def coming(self, month: str) -> str:
        """The file of a statement that is not checked yet."""
        return self.path("statements", f"{month}.coming")

    def keep_statement(self, month: str) -> None:
        os.replace(self.coming(month), self.statement(month))

    def proof(self, month: str) -> bytes | None:
        return self._bytes("proofs", f"{month}.json")

    def keep_proof(self, month: str, proof: bytes) -> None:
        _files.replace(self.path("proofs", f"{month}.json"), proof)

    def promises(self) -> dict[str, bytes]:
        """By the names of their files."""
        names = [name for name in sorted(os.listdir(self.path("promises"))) if not name.startswith(".")]
        return {name: self._bytes("promises", name, most=_MAX_PROMISE) or b"" for name in names}

    def refuse(self, refused: Mapping[str, bytes | str]) -> None:
        """Puts what failed in the place of what failed before, which goes only once all is written."""
        os.makedirs(self.path("refused"), 0o700, exist_ok=True)
        for name, data in refused.items():
            if isinstance(data, bytes):
                _files.replace(self.path("refused", name), data)
            elif os.path.exists(data):
                os.replace(data, self.path("refused", name))
        for name in set(os.listdir(self.path("refused"))) - set(refused):
            with contextlib.suppress(OSError):
                os.unlink(self.path("refused", name))

    def _bytes(self, *names: str, most: int = 2**28) -> bytes | None:
        try:
            return _files.bytes_of(self.path(*names), most)
        except (StateError, OSError) as error:
            raise StatementsError("kept_damaged", "/".join(names)) from error


def signed_head(path: str) -> dict[str, Any] | None:
    """The head in the last line of a statement, of which nothing is verified; None where there is none."""
    with open(path, "rb") as file:
        length = file.seek(0, os.SEEK_END)
        file.seek(max(length - 1_000_000, 0))
        lines = file.read().split(b"\n")
    value = checker.parse(lines[-2]) if len(lines) > 1 else None
    return value["head"] if value is not None and checker.is_head(value) else None


def sum_of(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(2**20):
            digest.update(piece)
    return digest.hexdigest()
