"""
Statements of a running service: URL and KEY are in the environment.

    python -m tests.live_statements list OUT          a list, whose results and receipts are written
    python -m tests.live_statements sync OUT FOLDER   prints what a sync found, or the code of its failure
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from dataclasses import asdict

from company_data import AsyncClient, Client, StatementsError
from company_data.types import AskedRow

URL, KEY = os.environ["URL"], os.environ["KEY"]


def save(out: str) -> None:
    rows: list[AskedRow] = [{"ref": f"r{number}", "company_number": f"{number:08}"} for number in range(30)]
    with Client(KEY, URL) as client:
        print(client.jobs.submit(rows, ["industry", "company_identity"], rows_per_job=12).save(out))


async def sync(out: str, folder: str) -> None:
    try:
        with Client(KEY, URL) as client:
            found = client.statements.sync(folder, results=[out], all_results=True)
        async with AsyncClient(KEY, URL) as other:
            again = await other.statements.sync(folder, results=[out], all_results=True)
        print(json.dumps([asdict(found), again.new]))
    except StatementsError as error:
        print(error.code, error.where)


if __name__ == "__main__":
    if sys.argv[1] == "list":
        save(sys.argv[2])
    else:
        asyncio.run(sync(sys.argv[2], sys.argv[3]))
