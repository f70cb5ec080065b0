"""What a run keeps on disk, so that it is there after a crash. A link in a file's place leads to a file that
somebody else chose: it is not followed."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import uuid
from typing import BinaryIO

from company_data._core.state import State, state_of
from company_data.errors import StateError

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_OWN = 0o600
"""For nobody else: results are the customer's, and a state names the customer's jobs."""


def replace(file: str, text: str | bytes) -> None:
    """The old text or the new one, never a part."""
    draft = f"{file}.{os.getpid()}"
    with fresh(draft) as out:
        out.write(text if isinstance(text, bytes) else text.encode())
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, file)


def fresh(file: str) -> BinaryIO:
    """An empty file in the place of whatever bore the name."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(file)
    return open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY, _OWN), "wb")


_ADDING = threading.Lock()
_LINE = 2**13
"""More bytes than a line that is added has."""


def add_line(file: str, line: str) -> None:
    """Puts the line at the end. One that a killed process left half written is cut off first."""
    # One thread after the other: a line that is being written is no half one.
    with _ADDING, open(_opened(file, os.O_RDWR | os.O_CREAT | os.O_APPEND), "r+b") as out:
        length = out.seek(0, os.SEEK_END)
        end = _end_of_lines(out, length)
        if end < length:
            out.truncate(end)
        out.write(line.encode() + b"\n")
        out.flush()
        os.fsync(out.fileno())


def _end_of_lines(file: BinaryIO, end: int) -> int:
    """The end of the last whole line before `end`."""
    while end > 0:
        at = max(end - _LINE, 0)
        file.seek(at)
        last = file.read(end - at).rfind(b"\n")
        if last >= 0:
            return at + last + 1
        end = at
    return 0


def bytes_of(file: str, most: int = 2**28) -> bytes | None:
    """None where there is no file."""
    try:
        with open(_opened(file, os.O_RDONLY), "rb") as kept:
            if os.fstat(kept.fileno()).st_size > most:
                raise StateError(f"{file} has more than {most} bytes")
            return kept.read()
    except FileNotFoundError:
        return None


def append(file: str, at: int, data: bytes) -> int:
    """Cuts the file off at `at`, adds the data, and gives the new length."""
    opened = _opened(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with open(opened, "ab") as out:
        length = os.fstat(opened).st_size
        if length < at:
            raise StateError(f"{file} is shorter than the run has written: {length} of {at} bytes")
        out.truncate(at)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    return at + len(data)


def state_of_run(file: str | None, rows_per_job: int | None) -> State:
    """As the file has it; a new one where there is none."""
    if file is not None:
        try:
            with open(_opened(file, os.O_RDONLY), encoding="utf-8", errors="replace") as kept:
                return state_of(kept.read(), file)
        except FileNotFoundError:
            pass
    return State(str(uuid.uuid4()), rows_per_job)


def _opened(file: str, flags: int) -> int:
    try:
        return os.open(file, flags | _NO_LINK | _BINARY, _OWN)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StateError(f"{file} is a link; name the file itself") from error
        raise
