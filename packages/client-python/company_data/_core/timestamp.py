"""The time stamp of the log from outside: docs/log-of-heads.md, "Time from outside"."""

from __future__ import annotations

from collections.abc import Callable

from company_data._core import heads, notes
from company_data._core.effects import Steps, do
from company_data._core.faults import StatementsError
from company_data._core.reader import Reader, is_old
from company_data._kept import Kept
from company_data.checker import verify_statement as checker

_IS_STAMP = checker.exactly(checkpoint=checker.is_text, token=checker.is_text, time=checker.is_time)


def stamped(reader: Reader, kept: Kept, check: Callable[[bytes, bytes], str]) -> Steps[str]:
    """Requires that the newest stamp is over this log, and over all entries that are two hours old.
    @raises StatementsError"""
    answer = yield from reader.own("/log/timestamp")
    data = b"" if answer is None else answer.body

    def fault(where: str) -> StatementsError:
        return StatementsError("timestamp_wrong", where, {} if answer is None else {"timestamp": data})

    stamp = heads.json_of(data)
    if not _IS_STAMP(stamp):
        raise fault("none is served")
    try:
        note = notes.note_of(stamp["checkpoint"].encode())
        told, token = notes.checkpoint_of(note), notes.base64(stamp["token"])
    except ValueError as error:
        raise fault("it is unreadable") from error
    yield from reader.reach(told.size)
    texts = yield from do(lambda: kept.entries(reader.log.size))
    tree = checker.Tree()
    for text in texts[: told.size]:
        tree.push(heads.leaf_of(text))
    if tree.size != told.size or tree.root() != told.root:
        raise fault("it is over another log")
    if told.size < len(texts) and is_old(checker.parse(texts[told.size])["time"]):
        raise fault(f"entry {told.size} of the log is over two hours old and has none")
    try:
        return check(note.text, token)
    except Exception as error:
        raise fault(str(error)) from error
