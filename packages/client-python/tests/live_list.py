"""
A client that is killed in the middle of a list. Started again with the same words it goes on.

    python -m tests.live_list file|kept OUT ROWS      URL, KEY and NUMBERS are in the environment

`file`: the waiting client writes the file. `kept`: that of an event loop hands out rows, which are kept here.
KILLED_AFTER is in the environment too: so many reports of progress, or rows kept; 0 for never.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from company_data import AsyncClient, Client, Progress
from company_data.types import AskedRow, BlockKey

URL, KEY = os.environ["URL"], os.environ["KEY"]
NUMBERS = os.environ["NUMBERS"].split(",")
KILLED_AFTER = int(os.environ["KILLED_AFTER"])
BLOCKS: list[BlockKey] = ["company_identity", "industry"]


def asked(rows: int) -> Iterator[AskedRow]:
    """Each hundredth row names nobody."""
    for number in range(rows):
        company = "99999998" if number % 100 == 99 else NUMBERS[number % len(NUMBERS)]
        yield {"ref": f"r{number}", "company_number": company}


def kill_after(number: int) -> None:
    if number == KILLED_AFTER:
        os.kill(os.getpid(), signal.SIGKILL)


def to_file(out: str, rows: int) -> None:
    heard: list[Progress] = []

    def hear(progress: Progress) -> None:
        heard.append(progress)
        kill_after(len(heard))

    with Client(KEY, URL) as client:
        parts = rows * 2 // 5
        run = client.jobs.submit(
            asked(rows), BLOCKS, state=f"{out}.state", rows_per_job=parts, on_progress=hear
        )
        run.save(out)
        print(len(list(run.errors())))


async def to_keeper(out: str, rows: int) -> None:
    kept = whole_lines(Path(out))
    async with AsyncClient(KEY, URL) as client:
        parts = rows * 2 // 5
        run = client.jobs.submit(asked(rows), BLOCKS, state=f"{out}.state", rows_per_job=parts, start=kept)
        with open(out, "ab", 0) as keeper:
            async for result in run:
                line = json.dumps(result).encode() + b"\n"
                # The line is whole only if the process lives.
                keeper.write(line[:20])
                kill_after(result["row"] - kept + 1)
                keeper.write(line[20:])
        print(len([entry async for entry in run.errors()]))


def whole_lines(file: Path) -> int:
    """Cuts off the line that a kill left in pieces."""
    written = file.read_bytes() if file.exists() else b""
    whole = written[: written.rfind(b"\n") + 1]
    file.write_bytes(whole)
    return whole.count(b"\n")


if __name__ == "__main__":
    way, out, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if way == "file":
        to_file(out, rows)
    else:
        asyncio.run(to_keeper(out, rows))
