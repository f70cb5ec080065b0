"""
One run of a watch, told as JSON: which rows were asked, which were skipped, and its report.

    python -m tests.live_watch waiting|loop STATE BLOCKS AFTER     URL, KEY and ROWS are in the environment

`waiting`: the waiting client; `loop`: that of an event loop. AFTER: so many items are taken, then the process
dies; 0 for never.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import asdict
from typing import Any

from company_data import AsyncClient, Client, Watched, WatchReport

URL, KEY = os.environ["URL"], os.environ["KEY"]
ROWS = json.loads(os.environ["ROWS"])


class Heard:
    def __init__(self, after: int) -> None:
        self._after = after
        self.answered: list[list[Any]] = []
        self.skipped: list[list[Any]] = []

    def add(self, item: Watched) -> None:
        if item.result is not None:
            self.answered.append([item.row, sorted(item.result["blocks"])])
        else:
            self.skipped.append([item.row, {block: one.why for block, one in item.skipped.items()}])
        if len(self.answered) + len(self.skipped) == self._after:
            os.kill(os.getpid(), signal.SIGKILL)

    def tell(self, report: WatchReport | None) -> None:
        told = {} if report is None else asdict(report)
        print(json.dumps({"answered": self.answered, "skipped": self.skipped, "report": told}))


def waiting(heard: Heard, blocks: list[Any], state: str) -> None:
    with Client(KEY, URL) as client:
        watch = client.watch(ROWS, blocks, state=state)
        for item in watch:
            heard.add(item)
        heard.tell(watch.report)


async def loop(heard: Heard, blocks: list[Any], state: str) -> None:
    async with AsyncClient(KEY, URL) as client:
        watch = client.watch(ROWS, blocks, state=state)
        async for item in watch:
            heard.add(item)
        heard.tell(watch.report)


if __name__ == "__main__":
    how, state, blocks, after = sys.argv[1:]
    if how == "waiting":
        waiting(Heard(int(after)), blocks.split(","), state)
    else:
        asyncio.run(loop(Heard(int(after)), blocks.split(","), state))
