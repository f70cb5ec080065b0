"""Signed notes by C2SP: signed-note, tlog-checkpoint and tlog-cosignature. Ed25519 alone."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from company_data.checker import verify_statement as checker

LOG, WITNESS = 1, 4
"""The types of signatures: over the text of a note, and over a time and that text."""
_LINE = re.compile("\u2014 ([^ ]+) ([A-Za-z0-9+/]+={0,2})")
_VKEY = re.compile(r"([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
_UNFIT = re.compile("[\x00-\x09\x0b-\x1f]")
_SIZE = re.compile("0|[1-9][0-9]{0,15}")


@dataclass(frozen=True)
class Key:
    vkey: str
    name: str
    id: bytes
    public: bytes


@dataclass(frozen=True)
class Note:
    text: bytes
    """With its last line feed."""
    signatures: tuple[tuple[str, bytes, bytes], ...]
    """Name, key id and signature of each line. Nothing of it is verified yet."""


@dataclass(frozen=True)
class Checkpoint:
    origin: str
    size: int
    root: bytes


def base64(text: str) -> bytes:
    """@raises ValueError unless it is the one way to write these bytes"""
    data = b64decode(text, validate=True)
    if b64encode(data).decode() != text:
        raise ValueError("no base64")
    return data


def key_of(vkey: str, kind: int = LOG) -> Key:
    """@raises ValueError for what is no verifier key of this kind"""
    found = _VKEY.fullmatch(vkey)
    if found is None or re.search(r"\s", found[1]):
        raise ValueError(f"{vkey[:200]!r} is no verifier key")
    data = base64(found[3])
    key_id: bytes = checker.sha256(found[1].encode() + b"\n" + data)[:4]
    if len(data) != 33 or data[0] != kind or key_id.hex() != found[2]:
        raise ValueError(f"{vkey[:200]!r} is no verifier key of type {kind}")
    return Key(vkey, found[1], key_id, data[1:])


def note_of(data: bytes) -> Note:
    """@raises ValueError"""
    note = data.decode("utf-8")
    text, gap, lines = note.rpartition("\n\n")
    if not gap or not lines.endswith("\n") or _UNFIT.search(note):
        raise ValueError("no signed note")
    return Note(f"{text}\n".encode(), tuple(_signature(line) for line in lines[:-1].split("\n")))


def _signature(line: str) -> tuple[str, bytes, bytes]:
    found = _LINE.fullmatch(line)
    signature = base64(found[2]) if found is not None else b""
    if found is None or len(signature) < 5:
        raise ValueError("no signature of a note")
    return found[1], signature[:4], signature[4:]


def is_signed(note: Note, key: Key) -> bool:
    own = [given for name, key_id, given in note.signatures if (name, key_id) == (key.name, key.id)]
    return own != [] and all(len(each) == 64 and is_right(key, note.text, each) for each in own[:4])


@lru_cache(maxsize=1_024)
def is_right(key: Key, message: bytes, signature: bytes) -> bool:
    """Kept, since many proofs carry the same checkpoint."""
    return bool(checker.is_signed(key.public, message, signature))


def cosigners(note: Note, witnesses: Iterable[Key]) -> int:
    """How many witnesses have signed the note. A key counts once, whatever its names."""
    found = {witness.public for witness in witnesses if _has_cosigned(note, witness)}
    return len(found)


def _has_cosigned(note: Note, witness: Key) -> bool:
    own = [given for name, key_id, given in note.signatures if (name, key_id) == (witness.name, witness.id)]
    return any(
        len(each) == 72
        and is_right(
            witness,
            b"cosignature/v1\ntime %d\n" % int.from_bytes(each[:8], "big") + note.text,
            each[8:],
        )
        for each in own[:4]
    )


def checkpoint_of(note: Note) -> Checkpoint:
    """@raises ValueError"""
    lines = note.text.decode()[:-1].split("\n")
    if len(lines) < 3 or "" in lines or not _SIZE.fullmatch(lines[1]) or len(base64(lines[2])) != 32:
        raise ValueError("no checkpoint")
    return Checkpoint(lines[0], int(lines[1]), base64(lines[2]))
