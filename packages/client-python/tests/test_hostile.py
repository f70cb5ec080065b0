"""A server that answers anything: the client waits within bounds, ends, and raises only errors of its own."""

import os
import stat
import tempfile
import unittest
import unittest.mock
from collections.abc import Callable
from typing import Any

import httpx

from company_data import (
    AsyncClient,
    Client,
    CompanyDataError,
    RateLimitedError,
    Retries,
    StateError,
    UnexpectedAnswerError,
    _files,
    _http,
)
from company_data._core import operations, pages
from company_data._core.call import call
from company_data._core.retries import retry_after_of
from tests.script import Script, answer

ROW = {"ref": "a", "status": "done", "blocks": {}}
JOB = {"job_id": "job_1", "status": "completed", "counts": {"processed": 1}, "results_ready": True}
GOOD: dict[str, Any] = {
    "whoami": {"limits": {"max_rows_per_job": 250_000}},
    "jobs": JOB,
    "job_1": JOB,
    "results": {"results": [ROW], "next_cursor": None, "results_ready": True},
    "errors": {"errors": [], "next_cursor": None},
}


def page(rows: list[Any], cursor: Any) -> dict[str, Any]:
    return {"results": rows, "next_cursor": cursor, "results_ready": True}


HOSTILE: dict[str, dict[str, Any]] = {
    "a page of HTML": {"jobs": b"<h1>Hello</h1>"},
    "an array": {"jobs": []},
    "null": {"jobs": None},
    "no number": {"jobs": b'{"job_id": NaN}'},
    "JSON of no end": {"jobs": b"[" * 200_000},
    "a number of no end": {"jobs": b'{"job_id": ' + b"9" * 5_000 + b"}"},
    "bytes that are no text": {"jobs": b'{"job_id": "\xff"}'},
    "a submission without an id": {"jobs": {}},
    "an id that is a number": {"jobs": {"job_id": 7}},
    "no limits": {"whoami": {}},
    "a limit of no rows": {"whoami": {"limits": {"max_rows_per_job": 0}}},
    "a limit below nought": {"whoami": {"limits": {"max_rows_per_job": -4}}},
    "a limit that is no number": {"whoami": {"limits": {"max_rows_per_job": "many"}}},
    "a limit that is true": {"whoami": {"limits": {"max_rows_per_job": True}}},
    "results that are no list": {"results": page({"a": 1}, None)},  # type: ignore[arg-type]
    "rows that are no objects": {"results": page([7], None)},
    "a row without status": {"results": page([{"ref": "a"}], None)},
    "a page without a cursor": {"results": {"results": [ROW], "results_ready": True}},
    "a page that says not whether it is ready": {"results": {"results": [ROW], "next_cursor": None}},
    "a cursor that is a number": {"results": page([ROW], 5)},
    "the same cursor again": {"results": page([], "x")},
    "endless pages of rows": {"results": lambda n: page([ROW], f"c{n}")},
    "endless pages without rows": {"results": lambda n: page([], f"c{n}")},
    "no results": {"results": page([], None)},
    "an ended job whose rows never come": {
        "results": {**page([{**ROW, "status": "pending"}], None), "results_ready": False}
    },
    "a job without its end": {
        "results": {**page([{**ROW, "status": "pending"}], None), "results_ready": False},
        "job_1": {"job_id": "job_1", "counts": {"processed": 0}},
    },
    "counts beyond the rows": {
        "results": {**page([{**ROW, "status": "pending"}], None), "results_ready": False},
        "job_1": {**JOB, "counts": {"processed": 10**12}},
    },
    "no counts": {
        "results": {**page([{**ROW, "status": "pending"}], None), "results_ready": False},
        "job_1": {**JOB, "counts": None},
    },
    "endless pages of errors": {"errors": lambda n: {"errors": [], "next_cursor": f"c{n}"}},
    "an error of no row": {"errors": {"errors": [{"row": 1}], "next_cursor": None}},
    "an error twice": {"errors": {"errors": [{"row": 0}, {"row": 0}], "next_cursor": None}},
    "an error whose row is text": {"errors": {"errors": [{"row": "0"}], "next_cursor": None}},
}


class Server:
    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = {**GOOD, **answers}
        self.calls = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.calls += 1
        told = self.answers[request.url.path.split("/")[-1]]
        told = told(self.calls) if callable(told) else told
        if isinstance(told, httpx.Response):
            return told
        if isinstance(told, bytes):
            return httpx.Response(200, content=told)
        return httpx.Response(200, json=told)


def whole_list(answers: dict[str, Any]) -> Server:
    server = Server(answers)
    client = Client(
        "svc_test_key", "http://service.test", http=httpx.Client(transport=httpx.MockTransport(server))
    )
    sleeps: list[float] = []
    with unittest.mock.patch("time.sleep", sleeps.append):
        read_whole(client)
    return server


def read_whole(client: Client) -> None:
    run = client.jobs.submit([{"company_number": "1"}], ["domain"])
    list(run)
    list(run.errors())


class AHostileServer(unittest.TestCase):
    def test_that_answers_well_does_no_harm(self) -> None:
        self.assertEqual(whole_list({}).calls, 4)

    def test_ends_a_list_with_an_error_of_the_client(self) -> None:
        for what, answers in HOSTILE.items():
            with self.subTest(what), self.assertRaises(UnexpectedAnswerError):
                server = whole_list(answers)
                self.fail(f"{server.calls} calls")

    def test_ends_reading_a_job_by_hand(self) -> None:
        def read(take: Callable[[Client], Any], answers: dict[str, Any]) -> None:
            server = Server(answers)
            http = httpx.Client(transport=httpx.MockTransport(server))
            with self.assertRaises(UnexpectedAnswerError):
                take(Client("svc_test_key", "http://service.test", http=http))
            self.assertLess(server.calls, 150)

        read(lambda client: list(client.jobs.results("job_1")), {"results": lambda n: page([ROW], f"c{n}")})
        read(
            lambda client: list(client.jobs.errors("job_1")),
            {"errors": lambda n: {"errors": [], "next_cursor": f"c{n}"}},
        )
        read(lambda client: client.row("job_1"), {"results": page([], None)})
        read(lambda client: client.jobs.wait("job_1"), {"job_1": {"job_id": "job_1"}})

    def test_that_refuses_in_strange_words_is_refused_in_the_clients_own(self) -> None:
        bodies: list[Any] = [
            {"detail": "invalid_request", "errors": 7},
            {"detail": "invalid_request", "errors": {"a": 7}},
            {"detail": "invalid_request", "errors": ["a"]},
            {"detail": ["x"], "request_id": {}},
            [],
            "text",
        ]
        for body in bodies:
            with self.subTest(body), self.assertRaises(CompanyDataError):
                script = Script([answer(400, body)])
                script.run(call(operations.whoami(), script.dealing()))

    def test_that_sends_more_than_a_machine_holds_is_not_read_to_its_end(self) -> None:
        sent = 0

        def flood() -> Any:
            nonlocal sent
            while True:
                sent += 1
                yield b" " * 2**24

        class Stream(httpx.SyncByteStream):
            def __iter__(self) -> Any:
                return flood()

        http = httpx.Client(
            transport=httpx.MockTransport(lambda request: httpx.Response(200, stream=Stream()))
        )
        with self.assertRaises(UnexpectedAnswerError):
            Client("svc_test_key", "http://service.test", http=http).whoami()
        self.assertLess(sent, 25)

    def test_that_sends_too_slowly_is_no_answer(self) -> None:
        received = _http.Received()
        received._until = 0.0
        with self.assertRaises(httpx.RequestError):
            received.add(b"x")


class WhatAServerAsksToBeWaited(unittest.TestCase):
    def test_is_bounded(self) -> None:
        for header in ("9999999999", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"):
            told = retry_after_of({"retry-after": header, "date": "Fri, 27 Nov 2026 10:00:00 GMT"})
            self.assertEqual(told, 86_400)

    def test_is_nothing_where_it_makes_no_sense(self) -> None:
        now = "Fri, 27 Nov 2026 10:00:00 GMT"
        for header in ("-5", "NaN", "inf", "\u00b2", "\u0663", "soon", "1e9", ""):
            self.assertIsNone(retry_after_of({"retry-after": header, "date": now}))
        # A date without a zone against one that has one.
        self.assertEqual(retry_after_of({"retry-after": "Fri, 27 Nov 2026 10:00:30 -0000", "date": now}), 30)

    def test_keeps_to_the_patience_of_the_call(self) -> None:
        forever = answer(429, {"detail": "rate_limited"}, retry_after="9999999999999")
        for retries in (Retries(), Retries(patience=5)):
            script = Script([forever] * 3)
            with self.assertRaises(RateLimitedError):
                script.run(call(operations.whoami(), script.dealing(retries)))
            self.assertEqual(script.slept, [])

    def test_and_an_allowance_of_no_end_too(self) -> None:
        policy = '"default";q=1;w=999999999999999'
        spent = answer(200, {}, ratelimit='"default";r=0;t=999999999999999', ratelimit_policy=policy)
        huge = answer(200, {}, ratelimit='"default";r=0;t=' + "9" * 5_000, ratelimit_policy=policy)
        script = Script([spent, huge])
        dealing = script.dealing(Retries(patience=100))
        script.run(call(operations.whoami(), dealing))
        with self.assertRaises(RateLimitedError):
            script.run(call(operations.whoami(), dealing))
        self.assertLessEqual(sum(script.slept), 100)

    def test_that_wants_to_be_asked_at_once_is_asked_ever_more_seldom(self) -> None:
        at_once = answer(429, {"detail": "rate_limited"}, retry_after="0")
        script = Script([at_once] * 100)
        with self.assertRaises(RateLimitedError):
            script.run(call(operations.whoami(), script.dealing()))
        self.assertLess(len(script.sent), 40)

    def test_of_a_job_is_within_bounds(self) -> None:
        wild: list[Any] = [1e300, -1e9, 0, "1000", None, {}, True]
        for asked in wild:
            running = {**JOB, "results_ready": False, "retry_after_ms": asked}
            script = Script([answer(200, running), answer(200, JOB)])
            script.run(pages.ended("job_1", script.dealing()))
            self.assertEqual(len(script.slept), 1)
            self.assertTrue(0.02 <= script.slept[0] <= 600, script.slept)


class TheFilesOfARun(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def test_are_for_nobody_else_also_where_a_wider_file_stood(self) -> None:
        for name in ("state", f"state.{os.getpid()}"):
            with open(self.path(name), "w") as wide:
                os.fchmod(wide.fileno(), 0o644)
        _files.replace(self.path("state"), "{}")
        _files.append(self.path("out"), 0, b"x")
        for name in ("state", "out"):
            self.assertEqual(stat.S_IMODE(os.lstat(self.path(name)).st_mode), 0o600)
        self.assertEqual(sorted(os.listdir(self.folder)), ["out", "state"])

    def test_follow_no_link_what_it_leads_to_stays_as_it_is(self) -> None:
        other = self.path("other")
        with open(other, "w") as theirs:
            theirs.write("theirs")
        for name in ("state", f"state.{os.getpid()}", "out"):
            os.symlink(other, self.path(name))
        with self.assertRaises(StateError):
            _files.state_of_run(self.path("state"), None)
        with self.assertRaises(StateError):
            _files.append(self.path("out"), 0, b"x")
        _files.replace(self.path("state"), "{}")
        with open(other) as theirs:
            self.assertEqual(theirs.read(), "theirs")
        self.assertFalse(os.path.islink(self.path("state")))

    def test_that_hold_no_state_begin_nothing(self) -> None:
        good = _files.state_of_run(None, 12).text()
        for text in (
            "",
            "[]",
            "{}",
            "[" * 200_000,
            '{"version": 1}',
            good.replace('"taken": 0', '"taken": "0"'),
        ):
            with open(self.path("state"), "w") as out:
                out.write(text)
            with self.assertRaises(StateError):
                _files.state_of_run(self.path("state"), None)


class TheClientOfAnEventLoop(unittest.IsolatedAsyncioTestCase):
    async def test_is_as_careful(self) -> None:
        for what in ("a page of HTML", "endless pages of rows", "the same cursor again", "no limits"):
            http = httpx.AsyncClient(transport=httpx.MockTransport(Server(HOSTILE[what])))
            async with AsyncClient("svc_test_key", "http://service.test", http=http) as client:
                with self.subTest(what), self.assertRaises(UnexpectedAnswerError):
                    async for _ in client.jobs.submit([{"company_number": "1"}], ["domain"]):
                        pass


if __name__ == "__main__":
    unittest.main()
