"""Both clients over a service that answers in memory."""

import asyncio
import gzip
import json
import threading
import unittest
from collections.abc import Callable
from typing import Any

import httpx

from company_data import AsyncClient, Client, NotMatchedError, Retries

KEY = "svc_live_abcdefghijkl_secret"
URL = "https://api.example.co.uk/v1/"
ONCE = Retries(attempts=1)


def answering(answer: Callable[[httpx.Request], httpx.Response]) -> httpx.MockTransport:
    return httpx.MockTransport(answer)


def resolved(request: httpx.Request) -> httpx.Response:
    ref = request.url.params["ref"]
    if ref == "3":
        return httpx.Response(
            404, json={"detail": "not_matched", "retry_suggested": False, "request_id": "r"}
        )
    return httpx.Response(200, json={"ref": ref, "blocks": {}})


class TheClient(unittest.TestCase):
    def client(self, answer: Callable[[httpx.Request], httpx.Response], **settings: Any) -> Client:
        return Client(KEY, URL, http=httpx.Client(transport=answering(answer)), **settings)

    def test_says_who_asks_and_what(self) -> None:
        asked: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(request)
            return httpx.Response(200, json={"ref": "x"})

        self.client(answer).resolve(company_number="11990344", blocks=["domain", "officers"])
        [request] = asked
        self.assertEqual(
            str(request.url),
            "https://api.example.co.uk/v1/resolve?company_number=11990344&blocks=domain%2Cofficers",
        )
        self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")
        self.assertGreater(len(request.headers["x-idempotency-key"]), 30)

    def test_sends_long_lists_compressed(self) -> None:
        asked: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(request)
            return httpx.Response(202, json={"job_id": "job_1"})

        rows: list[Any] = [{"ref": str(n), "company_number": "11990344"} for n in range(100)]
        self.client(answer).jobs.create(rows, ["domain"], idempotency_key="mine")
        self.assertEqual(asked[0].headers["content-encoding"], "gzip")
        self.assertEqual(json.loads(gzip.decompress(asked[0].content)), {"rows": rows, "blocks": ["domain"]})
        self.assertEqual(asked[0].headers["x-idempotency-key"], "mine")

    def test_resolves_many_in_their_order_and_goes_on_past_those_that_fail(self) -> None:
        client = self.client(resolved)
        found = list(client.resolve_many([{"ref": str(n)} for n in range(40)], blocks=["domain"]))
        self.assertEqual([one.index for one in found], list(range(40)))
        self.assertEqual(
            [one.answer["ref"] for one in found if one.answer], [str(n) for n in range(40) if n != 3]
        )
        self.assertIsInstance(found[3].error, NotMatchedError)

    def test_has_no_more_resolves_under_way_than_it_was_told(self) -> None:
        under_way, most = threading.Semaphore(3), threading.Barrier(3)

        def answer(request: httpx.Request) -> httpx.Response:
            # The first goes alone, to learn what may be sent.
            if request.url.params["ref"] != "first":
                self.assertTrue(under_way.acquire(blocking=False))
                most.wait(30)
                under_way.release()
            return httpx.Response(200, json={"ref": ""})

        client = self.client(answer, concurrency=3)
        client.resolve(ref="first")
        found = list(client.resolve_many([{"ref": "a"}] * 9))
        self.assertEqual([one.error for one in found], [None] * 9)

    def test_shows_its_key_to_nobody_who_prints_it(self) -> None:
        client = self.client(resolved)
        self.assertNotIn(KEY, f"{client!r} {vars(client)} {vars(client._driver)}")

    def test_refuses_an_address_that_is_none(self) -> None:
        with self.assertRaises(ValueError):
            Client(KEY, "api.example.co.uk")

    def test_knows_no_more_after_an_iteration_that_was_left(self) -> None:
        pages = [{"results": [{"status": "done"}] * 5, "next_cursor": "c", "results_ready": True}]
        client = self.client(lambda request: httpx.Response(200, json=pages[0]))
        results = client.jobs.results("job_1")
        next(results)
        results.close()  # type: ignore[attr-defined]
        self.assertEqual(list(results), [])


class TheAsyncClient(unittest.IsolatedAsyncioTestCase):
    def client(self, answer: Callable[[httpx.Request], httpx.Response], **settings: Any) -> AsyncClient:
        return AsyncClient(KEY, URL, http=httpx.AsyncClient(transport=answering(answer)), **settings)

    async def test_resolves_many_in_their_order_and_goes_on_past_those_that_fail(self) -> None:
        client = self.client(resolved)
        found = [one async for one in client.resolve_many([{"ref": str(n)} for n in range(40)])]
        self.assertEqual([one.index for one in found], list(range(40)))
        self.assertIsInstance(found[3].error, NotMatchedError)

    async def test_has_no_more_resolves_under_way_than_it_was_told(self) -> None:
        under_way, most = 0, 0

        async def answer(request: httpx.Request) -> httpx.Response:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.01)
            under_way -= 1
            return httpx.Response(200, json={"ref": ""})

        client = self.client(answer, concurrency=3)  # type: ignore[arg-type]
        await client.resolve(ref="first")
        await asyncio.gather(*[client.resolve(ref=str(n)) for n in range(20)])
        self.assertEqual(most, 3)

    async def test_gives_pages_and_calls_as_the_other_does(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            if request.url.path.endswith("/results"):
                body: Any = {"results": [{"status": "done", "ref": "a"}], "next_cursor": None}
                return httpx.Response(200, json={**body, "results_ready": True})
            return httpx.Response(200, json={"name": request.url.path})

        client = self.client(answer)
        self.assertEqual((await client.whoami())["name"], "/v1/whoami")
        self.assertEqual([one["ref"] async for one in client.jobs.results("job_1")], ["a"])

    async def test_tells_a_lost_connection_by_its_class(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            raise httpx.ConnectError("refused")

        with self.assertRaisesRegex(Exception, "ConnectError: refused"):
            await self.client(answer, retries=ONCE).whoami()


if __name__ == "__main__":
    unittest.main()
