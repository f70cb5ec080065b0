"""Every call of both clients against a running service: URL and KEY are in the environment."""

from __future__ import annotations

import inspect
import os
import unittest
from typing import Any

from company_data import (
    AsyncClient,
    Client,
    IdempotencyKeyReusedError,
    InvalidRequestError,
    JobNotFoundError,
    NotMatchedError,
    UnauthorizedError,
)

URL, KEY = os.environ["URL"], os.environ["KEY"]
NUMBERS = os.environ["NUMBERS"].split(",")
NOBODY = "99999998"


async def now(answer: Any) -> Any:
    return await answer if inspect.isawaitable(answer) else answer


async def listed(items: Any) -> list[Any]:
    return [item async for item in items] if hasattr(items, "__aiter__") else list(items)


class Journey(unittest.IsolatedAsyncioTestCase):
    """What holds of either client."""

    client: Any

    async def test_of_the_key_and_the_catalogue(self) -> None:
        self.assertEqual((await now(self.client.whoami()))["scopes"], ["read", "enrich"])
        self.assertEqual((await now(self.client.blocks()))["blocks_total"], 37)
        with self.assertRaises(UnauthorizedError):
            wrong = type(self.client)(KEY[:-1] + ("a" if KEY[-1] != "a" else "b"), URL)
            await now(wrong.whoami())
        await now(wrong.close())

    async def test_of_one_company(self) -> None:
        asked = {"company_number": NUMBERS[0], "blocks": ["company_identity", "industry"], "ref": "one"}
        answer = await now(self.client.resolve(**asked))
        self.assertEqual(answer["matched"]["company_number"], NUMBERS[0])
        self.assertEqual(list(answer["blocks"]), ["company_identity", "industry"])
        same = [await now(self.client.resolve(**asked, idempotency_key=self.key("same"))) for _ in range(2)]
        self.assertEqual(same[0]["job_id"], same[1]["job_id"])
        later = await now(self.client.resolve_later(**asked))
        self.assertEqual((await now(self.client.row(later["job_id"])))["ref"], "one")

    async def test_of_refusals(self) -> None:
        with self.assertRaises(NotMatchedError):
            await now(self.client.resolve(company_number=NOBODY))
        with self.assertRaises(InvalidRequestError) as raised:
            await now(self.client.resolve(company_number=NUMBERS[0], min_confidence=7))
        self.assertEqual(list(raised.exception.errors), ["min_confidence"])
        with self.assertRaises(JobNotFoundError):
            await now(self.client.jobs.get("job/../none"))
        rows = [{"company_number": NUMBERS[0]}]
        await now(self.client.jobs.create(rows, ["domain"], idempotency_key=self.key("taken")))
        with self.assertRaises(IdempotencyKeyReusedError):
            await now(self.client.jobs.create(rows * 2, ["domain"], idempotency_key=self.key("taken")))

    async def test_of_a_list(self) -> None:
        rows: list[Any] = [{"ref": str(n), "company_number": NUMBERS[n % 7]} for n in range(2_300)]
        rows[5] = {"ref": "5", "company_number": NOBODY}
        rows[2_001] = {"ref": "2001"}
        blocks = ["company_identity", "industry"]
        job = await now(self.client.jobs.create(rows, blocks, {"min_confidence": 0.4}))
        heard: list[Any] = []
        results = await listed(self.client.jobs.results(job["job_id"]))
        ended = await now(self.client.jobs.wait(job["job_id"], on_job=heard.append))
        self.assertEqual([row["ref"] for row in results], [row["ref"] for row in rows])
        self.assertEqual((ended["status"], heard[-1]["counts"]["processed"]), ("completed", len(rows)))
        failed = await listed(self.client.jobs.errors(job["job_id"]))
        self.assertEqual(
            [(one["row"], one["reason"]) for one in failed], [(5, "not_matched"), (2_001, "no_company_key")]
        )
        page = await now(self.client.jobs.results_page(job["job_id"], limit=3))
        self.assertEqual((len(page["results"]), page["remaining"]), (3, len(rows) - 3))
        self.assertEqual(len((await now(self.client.jobs.errors_page(job["job_id"], limit=1)))["errors"]), 1)
        usage = await now(self.client.usage(job_id=job["job_id"], granularity="block"))
        self.assertEqual(usage["counts"]["units"], units_of(results))
        self.assertEqual((await now(self.client.jobs.cancel(job["job_id"])))["status"], "completed")

    async def test_of_many_companies_at_once(self) -> None:
        rows = [{"ref": str(n), "company_number": NUMBERS[n % 7]} for n in range(30)]
        rows[3]["company_number"] = NOBODY
        found = await listed(self.client.resolve_many(rows, blocks=["industry"]))
        self.assertEqual(
            [one.answer and one.answer["ref"] for one in found], [*"012", None, *map(str, range(4, 30))]
        )
        self.assertEqual(type(found[3].error), NotMatchedError)

    def key(self, name: str) -> str:
        return f"{name} {type(self).__name__}"


def units_of(rows: list[Any]) -> int:
    return sum(block["status"] == "available" for row in rows for block in row["blocks"].values())


class OfTheClient(Journey):
    async def asyncSetUp(self) -> None:
        self.client = Client(KEY, URL)
        self.addCleanup(self.client.close)


class OfTheAsyncClient(Journey):
    async def asyncSetUp(self) -> None:
        self.client = AsyncClient(KEY, URL)
        self.addAsyncCleanup(self.client.close)


del Journey  # What both share is no test of its own.

if __name__ == "__main__":
    unittest.main()
