"""What a run keeps on disk, so that it is there after a crash."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from company_data._core.state import State, state_of
from company_data.errors import StateError


def replace(file: str, text: str) -> None:
    """The old text or the new one, never a part."""
    draft = f"{file}.{os.getpid()}"
    with open(draft, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, file)


def append(file: str, at: int, data: bytes) -> int:
    """Cuts the file off at `at`, adds the data, and gives the new length."""
    with open(file, "ab") as out:
        if out.tell() < at:
            raise StateError(f"{file} is shorter than the run has written: {out.tell()} of {at} bytes")
        out.truncate(at)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    return at + len(data)


def state_of_run(file: str | None, rows_per_job: int | None) -> State:
    """As the file has it; a new one where there is none."""
    if file is not None and os.path.exists(file):
        return state_of(Path(file).read_text("utf-8"), file)
    return State(str(uuid.uuid4()), rows_per_job)
