"""Receipts and promises: docs/statements.md, "Receipts". Each is a signed note of nine lines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any

from company_data import _files
from company_data._core import heads, notes
from company_data._core.effects import Steps, do
from company_data._core.faults import StatementsError
from company_data._core.reader import Reader, is_old
from company_data.checker import verify_statement as checker

_NONE = checker.like("-")
_NUMBER = checker.like("0|[1-9][0-9]{0,14}")
_MONEY = checker.like("-?[0-9]{1,30}(\\.[0-9]{1,30})?")


def _or_none(form: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: _NONE(value) or form(value)


RECEIPT = (
    checker.like("company-data receipt v1"),
    _or_none(checker.is_job),
    checker.is_hash,
    checker.like("-?[0-9]{1,15}"),
    _or_none(checker.is_uuid),
    _or_none(checker.is_hash),
    _NUMBER,
    checker.like("[A-Za-z0-9+/]{43}="),
    checker.is_time,
)
_PROMISE = (
    checker.like("company-data promise v1"),
    checker.like("[1-9][0-9]{0,14}"),
    checker.is_adjustment_id,
    checker.is_uuid,
    checker.is_hash,
    checker.like("-?[0-9]{1,15}"),
    _or_none(_MONEY),
    _or_none(checker.is_currency),
    checker.is_time,
)
_NO_SEAL = 0, checker.sha256(b"").hex()
_IS_PROOF = checker.exactly(
    event_id=checker.is_uuid,
    leaf=checker.is_hash,
    leaf_index=checker.whole(0),
    leaf_path=checker.list_of(checker.is_hash),
    entry=heads.IS_SEAL,
    index=checker.whole(0),
    path=checker.list_of(checker.is_hash),
    checkpoint=checker.is_text,
)


@dataclass
class Checked:
    """Numbers of receipts. One that names no event has nothing to prove but its seal."""

    proved: int = 0
    waiting: int = 0
    """They are younger than two hours and have no proof yet."""


@dataclass(frozen=True)
class Promise:
    account: int
    entry: str
    units: int
    amount: Decimal | None
    currency: str | None
    time: str
    name: str = field(compare=False)


def lines_of(code: str, forms: Any, data: bytes, keys: Mapping[str, notes.Key], where: str) -> list[str]:
    """@raises StatementsError unless a receipt key of the log signed exactly such lines"""
    try:
        note = notes.note_of(data)
    except ValueError as error:
        raise StatementsError(code, where, {"receipt": data}) from error
    lines = note.text.decode()[:-1].split("\n")
    good = len(lines) == len(forms) and all(form(line) for form, line in zip(forms, lines, strict=True))
    if not good or not any(notes.is_signed(note, key) for key in keys.values()):
        raise StatementsError(code, where, {"receipt": data})
    return lines


def promise_of(data: bytes, keys: Mapping[str, notes.Key], name: str) -> Promise:
    _, account, entry, _event, _leaf, units, amount, currency, time = lines_of(
        "promise_wrong", _PROMISE, data, keys, f"promises/{name}"
    )
    money = None if amount == "-" else Decimal(amount)
    return Promise(int(account), entry, int(units), money, None if currency == "-" else currency, time, name)


def check_files(files: Iterable[str], reader: Reader, is_needed: bool = False) -> Steps[Checked]:
    """Proves every receipt that is two hours old, and notes beside the file what is proved.
    `is_needed`: a file that isn't there is an error. @raises StatementsError"""
    checked = Checked()
    for file in files:
        data = yield from do(partial(_files.bytes_of, file))
        if data is None and is_needed:
            raise FileNotFoundError(file)
        proved = _noted((yield from do(partial(_files.bytes_of, f"{file}.proved"))) or b"")
        # A line without its end was never whole: the client died.
        for number, line in enumerate((data or b"").split(b"\n")[:-1], 1):
            name = hashlib.sha256(line).hexdigest()
            noted = proved.get(name)
            if noted is not None and noted in reader.log.seals:
                checked.proved += 1
                continue
            seal = yield from _sealed(line, f"{file}, line {number}", reader)
            if seal is None:
                checked.waiting += 1
                continue
            checked.proved += 1
            if seal != noted:
                yield from do(partial(_files.add_line, f"{file}.proved", f"{name} {seal[0]} {seal[1]}"))
    return checked


def _noted(data: bytes) -> dict[str, tuple[int, str]]:
    """The seal that proved each receipt, by the SHA-256 of the receipt's line."""
    words = [line.split(" ") for line in data.decode("utf-8", "replace").split("\n")]
    return {each[0]: (int(each[1]), each[2]) for each in words if len(each) == 3 and _NUMBER(each[1])}


def _sealed(line: bytes, where: str, reader: Reader) -> Steps[tuple[int, str] | None]:
    """The seal that covers a receipt's event; None where the receipt is too young to ask."""
    try:
        data = notes.base64(line.decode("ascii"))
    except ValueError as error:
        raise StatementsError("receipt_wrong", where, {"receipt": line}) from error
    told = lines_of("receipt_wrong", RECEIPT, data, reader.log.receipt_keys, where)
    event, leaf, time = told[4], told[5], told[8]
    seal = int(told[6]), notes.base64(told[7]).hex()
    refused = {"receipt": line}
    if not is_old(time):
        return None
    if seal != _NO_SEAL and seal not in reader.log.seals:
        raise StatementsError("receipt_seal_unknown", where, refused)
    if event == "-":
        return seal
    answer = yield from reader.own(f"/receipts/{event}/proof")
    if answer is None:
        raise StatementsError("receipt_unproved", where, refused)
    proof = heads.json_of(answer.body)
    yield from reader.reach(heads.size_told(proof))
    good = is_under_its_seal(proof, event, leaf) and reader.log.holds(proof)
    if not good:
        raise StatementsError("receipt_proof_wrong", where, refused)
    return proof["entry"]["leaves"], proof["entry"]["root"]


def is_under_its_seal(proof: Any, event: str, leaf: str) -> bool:
    """Whether the proof leads from the leaf of this event to the root of the seal that it names."""
    return bool(
        _IS_PROOF(proof)
        and (proof["event_id"], proof["leaf"]) == (event, leaf)
        and checker.includes(
            bytes.fromhex(leaf),
            proof["leaf_index"],
            proof["entry"]["leaves"],
            bytes.fromhex(proof["entry"]["root"]),
            [bytes.fromhex(each) for each in proof["leaf_path"]],
        )
    )
