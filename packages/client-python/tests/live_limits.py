"""More resolves than a key may send in a minute, by both clients. URL, KEY, NUMBERS: of the environment."""

from __future__ import annotations

import asyncio
import os
from itertools import cycle, islice

import httpx

from company_data import AsyncClient, Client
from company_data.types import ResolveQuery

URL, KEY = os.environ["URL"], os.environ["KEY"]
NUMBERS = os.environ["NUMBERS"].split(",")
ROWS: list[ResolveQuery] = [{"company_number": number} for number in islice(cycle(NUMBERS), 25)]

statuses: list[int] = []


def heard(response: httpx.Response) -> None:
    statuses.append(response.status_code)


async def heard_later(response: httpx.Response) -> None:
    heard(response)


async def in_a_loop() -> int:
    async with httpx.AsyncClient(event_hooks={"response": [heard_later]}) as http:
        client = AsyncClient(KEY, URL, http=http)
        return len([one async for one in client.resolve_many(ROWS, blocks=["industry"]) if one.answer])


with httpx.Client(event_hooks={"response": [heard]}) as http:
    answered = len(
        [one for one in Client(KEY, URL, http=http).resolve_many(ROWS, blocks=["industry"]) if one.answer]
    )
answered += asyncio.run(in_a_loop())
print(f"{answered} answered, {statuses.count(429)} refused")
