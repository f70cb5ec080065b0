"""What a run keeps on disk, so that it is there after a crash. A link in a file's place leads to a file that
somebody else chose: it is not followed."""

from __future__ import annotations

import contextlib
import errno
import os
import uuid

from company_data._core.state import State, state_of
from company_data.errors import StateError

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_OWN = 0o600
"""For nobody else: results are the customer's, and a state names the customer's jobs."""


def replace(file: str, text: str) -> None:
    """The old text or the new one, never a part."""
    draft = f"{file}.{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(draft)
    created = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY, _OWN)
    with open(created, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, file)


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
