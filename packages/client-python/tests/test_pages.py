import unittest
from typing import Any

from company_data._core import pages
from tests.script import Script, answer, job, page, row


class ReadingRows(unittest.TestCase):
    def test_gives_them_in_order_as_soon_as_they_are_done_and_waits_as_the_job_says(self) -> None:
        script = Script(
            [
                answer(200, page([row("a"), row("", "pending")], "c1")),
                answer(200, page([row("a"), row("", "pending")], "c1")),
                answer(200, job(retry_after_ms=250)),
                answer(200, page([row("a"), row("b")], "c1")),
                answer(200, page([row("c")], None, ready=True)),
            ]
        )
        script.run(pages.all_rows("job_1", script.dealing()))
        self.assertEqual([one["ref"] for one in script.emitted], ["a", "b", "c"])
        self.assertEqual(script.slept, [0.25])
        self.assertEqual(
            [request.query.get("cursor") for request in script.sent], [None, None, None, None, "c1"]
        )

    def test_ends_when_the_job_has_ended_whatever_is_still_called_pending(self) -> None:
        script = Script([answer(200, page([row("a", "pending")], None, ready=True))])
        script.run(pages.all_rows("job_1", script.dealing()))
        self.assertEqual(len(script.emitted), 1)

    def test_of_one_resolve_gives_its_row(self) -> None:
        script = Script([answer(200, page([row("a")], None, ready=True))])
        self.assertEqual(script.run(pages.first_row("job_1", script.dealing()))["ref"], "a")


class ReadingErrors(unittest.TestCase):
    def test_follows_the_pages(self) -> None:
        def entries(*numbers: int) -> list[Any]:
            return [{"row": number, "reason": "not_matched"} for number in numbers]

        script = Script(
            [
                answer(200, {"errors": entries(0, 4), "next_cursor": "c1"}),
                answer(200, {"errors": entries(9), "next_cursor": None}),
            ]
        )
        script.run(pages.all_errors("job_1", script.dealing(), first=100))
        self.assertEqual([entry["row"] for entry in script.emitted], [100, 104, 109])


class WaitingForAJob(unittest.TestCase):
    def test_tells_how_it_stands_and_gives_it_once_it_has_ended(self) -> None:
        ended = job(status="completed", results_ready=True)
        script = Script([answer(200, job(retry_after_ms=1_500)), answer(200, job()), answer(200, ended)])
        heard: list[str] = []
        last = script.run(pages.ended("job_1", script.dealing(), lambda one: heard.append(one["status"])))
        self.assertEqual(last["status"], "completed")
        self.assertEqual(heard, ["running", "running", "completed"])
        self.assertEqual(script.slept, [1.5, 1])


if __name__ == "__main__":
    unittest.main()
