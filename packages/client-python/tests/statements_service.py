"""A service with signed statements, a log of heads and receipts, in memory. Everybody knows its keys."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from company_data.checker import verify_statement as checker

VECTORS = Path(__file__).parents[2] / "statement-verifier" / "vectors"
ORIGIN = "api.example.com/log"
ACCOUNT = 1001
MONTHS = ("2026-10", "2026-11", "2026-12", "2027-01")
STATEMENT_KEY = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
JOB = "job_01JDXB8Z5N0000000000000001"
EVENT = "2dd38901-6483-8f1e-a2ea-6a869767f9fd"


class Signer:
    """Ed25519, RFC 8032, 5.1.6."""

    def __init__(self, seed: bytes) -> None:
        digest = hashlib.sha512(seed).digest()
        self._scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
        self._prefix = digest[32:]
        self.public = self._packed(checker.times(self._scalar, checker.BASE))

    @staticmethod
    def _packed(point: Any) -> bytes:
        inverse = pow(point[2], checker.P - 2, checker.P)
        x, y = point[0] * inverse % checker.P, point[1] * inverse % checker.P
        return bytes((y | (x & 1) << 255).to_bytes(32, "little"))

    @cache  # noqa: B019
    def sign(self, message: bytes) -> bytes:
        def number(*parts: bytes) -> int:
            return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % checker.L

        nonce = number(self._prefix, message)
        point = self._packed(checker.times(nonce, checker.BASE))
        rest = (nonce + number(point, self.public, message) * self._scalar) % checker.L
        return point + int(rest).to_bytes(32, "little")


LOG_KEY, NEXT_KEY, RECEIPT_KEY, STRANGER = (Signer(bytes([number]) * 32) for number in range(1, 5))
WITNESS = Signer(b"w" * 32)


def vkey_of(public: bytes, name: str = ORIGIN, kind: int = 1) -> str:
    typed = bytes([kind]) + public
    key_id = hashlib.sha256(name.encode() + b"\n" + typed).hexdigest()[:8]
    return f"{name}+{key_id}+{b64encode(typed).decode()}"


def line_of(signer: Signer, text: bytes, name: str = ORIGIN, kind: int = 1, time: int = 7) -> str:
    key_id = bytes.fromhex(vkey_of(signer.public, name, kind).split("+")[1])
    given = signer.sign(text)
    if kind == 4:
        given = time.to_bytes(8, "big") + signer.sign(b"cosignature/v1\ntime %d\n" % time + text)
    return f"\u2014 {name} {b64encode(key_id + given).decode()}\n"


def noted(text: str, signer: Signer, name: str = ORIGIN) -> bytes:
    return f"{text}\n{line_of(signer, text.encode(), name)}".encode()


def root_of(leaves: list[bytes]) -> bytes:
    tree = checker.Tree()
    for leaf in leaves:
        tree.push(leaf)
    return bytes(tree.root())


def path_of(leaves: list[bytes], index: int) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*path_of(leaves[:half], index), root_of(leaves[half:])]
    return [*path_of(leaves[half:], index - half), root_of(leaves[:half])]


def leaf_of(text: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + text).digest()


def month_key(month: str) -> bytes:
    return hashlib.sha256(f"key {month}".encode()).digest()


def slot_of(month: str, account: int = ACCOUNT) -> str:
    return hmac.new(month_key(month), f"{account}/{month}".encode(), "sha256").hexdigest()


class Service:
    """Whatever it has may be replaced, and every answer too (`answers`, by path)."""

    def __init__(self, months: tuple[str, ...] = MONTHS) -> None:
        self.files = {month: (VECTORS / f"{month}.ndjson").read_bytes() for month in months}
        self.entries: list[dict[str, Any]] = []
        self.signer, self.origin = LOG_KEY, ORIGIN
        self.cosigners: list[Signer] = []
        self.receipt_keys = [RECEIPT_KEY]
        self.answers: dict[str, Any] = {}
        self.events = [b"before", b"submitted", b"after"]
        """Sealed, as the leaves that they make."""
        self.asked: list[str] = []
        self.add_keys()
        for month in months:
            self.add_statement(month)
        self.add_seal()

    def add(self, kind: str, **facts: Any) -> None:
        self.entries.append({"kind": kind, "time": "2027-02-01T00:20:00.000Z", **facts})

    def add_keys(self, signed_by: Signer | None = None, name: str = "") -> None:
        keys = [
            {"use": "checkpoint", "vkey": vkey_of(self.signer.public, self.origin)},
            {"use": "statement", "vkey": vkey_of(STATEMENT_KEY, self.origin)},
            *(
                {"use": "receipt", "vkey": vkey_of(key.public, "company-data-receipts")}
                for key in self.receipt_keys
            ),
        ]
        self.add("key_set", keys=keys, signed_by=None)
        if signed_by is not None:
            entry = self.entries[-1]
            text = checker.canonical({k: v for k, v in entry.items() if k != "signed_by"}) + b"\n"
            entry["signed_by"] = line_of(signed_by, text, name or self.origin).rstrip("\n")

    def add_statement(self, month: str) -> None:
        self.add("month_key", month=month, sha256=hashlib.sha256(month_key(month)).hexdigest())
        self.add("statement", month=month, slot=slot_of(month), head=self.salted(month))

    def salted(self, month: str) -> str:
        head = json.loads(self.files[month].split(b"\n")[-2])["head"]
        return hashlib.sha256(bytes(32) + checker.canonical(head)).hexdigest()

    def add_seal(self) -> None:
        leaves = [leaf_of(event) for event in self.events]
        self.add("seal", leaves=len(leaves), root=root_of(leaves).hex(), last_event="x")

    def texts(self) -> list[bytes]:
        return [checker.canonical(entry) for entry in self.entries]

    def leaves(self) -> list[bytes]:
        return [leaf_of(text) for text in self.texts()]

    def checkpoint(self, size: int | None = None) -> bytes:
        leaves = self.leaves()[:size]
        text = f"{self.origin}\n{len(leaves)}\n{b64encode(root_of(leaves)).decode()}\n"
        lines = [line_of(each, text.encode(), "witness.example", 4) for each in self.cosigners]
        return noted(text, self.signer, self.origin) + "".join(lines).encode()

    def inclusion(self, kind: str, **facts: Any) -> dict[str, Any]:
        index = next(
            at
            for at, entry in enumerate(self.entries)
            if entry["kind"] == kind and all(entry[name] == value for name, value in facts.items())
        )
        path = [each.hex() for each in path_of(self.leaves(), index)]
        return {
            "entry": self.entries[index],
            "index": index,
            "path": path,
            "checkpoint": self.checkpoint().decode(),
        }

    def proof(self, month: str) -> dict[str, Any]:
        found = self.inclusion("statement", slot=slot_of(month))
        return {**found, "salt": bytes(32).hex(), "month_key": month_key(month).hex()}

    def receipt(
        self,
        time: str = "2026-11-21T11:20:00.000Z",
        event: str = EVENT,
        sealed: int = 0,
        signer: Signer = RECEIPT_KEY,
    ) -> str:
        leaf = "-" if event == "-" else leaf_of(b"submitted").hex()
        root = b64encode(root_of([leaf_of(each) for each in self.events[:sealed]])).decode()
        lines = ["company-data receipt v1", JOB, "ab" * 32, "2", event, leaf, str(sealed), root, time]
        note = noted("".join(f"{line}\n" for line in lines), signer, "company-data-receipts")
        return b64encode(note).decode()

    def receipt_proof(self) -> dict[str, Any]:
        leaves = [leaf_of(event) for event in self.events]
        return {
            **self.inclusion("seal"),
            "event_id": EVENT,
            "leaf": leaf_of(b"submitted").hex(),
            "leaf_index": 1,
            "leaf_path": [each.hex() for each in path_of(leaves, 1)],
        }

    def listed(self) -> list[dict[str, Any]]:
        return [
            {
                "month": month,
                "state": "complete",
                "issued_at": "2027-02-01T00:10:00.000Z",
                "sha256": hashlib.sha256(data).hexdigest(),
            }
            for month, data in reversed(self.files.items())
        ]

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.asked.append(path)
        told = self.answers.get(path)
        told = told(self) if callable(told) else told
        told = self._answer(path) if told is None else told
        if isinstance(told, httpx.Response):
            return told
        if isinstance(told, int):
            detail = {404: "not_found", 503: "unavailable"}.get(told, "error")
            return httpx.Response(told, json={"detail": detail, "retry_suggested": told == 503})
        if isinstance(told, bytes):
            return httpx.Response(200, content=told)
        return httpx.Response(200, json=told)

    def _answer(self, path: str) -> Any:
        parts = path.strip("/").split("/")
        if path == "/v1/whoami":
            return {"account": {"id": ACCOUNT}}
        if path == "/log/vkey":
            return vkey_of(self.signer.public, self.origin).encode()
        if path == "/log/checkpoint":
            return self.checkpoint()
        if path.startswith("/log/tile/entries/"):
            return self.bundle("".join(parts[3:]).replace("x", ""))
        if path == "/statements":
            return {"statements": self.listed()}
        if parts[0] == "statements" and parts[-1] == "proof":
            return self.proof(parts[1])
        if parts[0] == "statements":
            return self.files.get(parts[1], 404)
        if parts[0] == "receipts" and parts[1] == EVENT:
            return self.receipt_proof()
        return 404

    def bundle(self, place: str) -> Any:
        tile, _, width = place.partition(".p")
        texts = self.texts()[int(tile) * 256 :][: int(width or 256)]
        if len(texts) != int(width or 256):
            return 404
        return b"".join(len(text).to_bytes(2, "big") + text for text in texts)
