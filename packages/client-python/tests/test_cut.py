"""How lists are cut, and runs that an earlier version began."""

import json
import unittest
import warnings
from pathlib import Path
from typing import Any

from company_data._core.call import Dealing
from company_data._core.cut import Cut
from company_data._core.retries import Retries
from company_data._core.run import ListRun, Order
from company_data._core.state import State, state_of
from company_data.errors import SmallJobsError, StateError
from tests import test_run
from tests.test_run import Machine

OLDER = json.loads((Path(__file__).parent / "fixtures" / "older_run.json").read_text("utf-8"))
"""What version 1.0.0 left of a list of 26 rows, in jobs of 12, when it died."""


def rows_of(count: int) -> list[Any]:
    return [{"ref": f"r{number}", "company_number": "11990344"} for number in range(count)]


def sizes_in(count: int, rows_per_job: int | None, most_rows: int) -> list[int]:
    """Of the jobs that the service gets."""
    machine = Machine()
    order = Order(["domain"], None, iter(rows_of(count)), "state")
    run = ListRun(order, State("run", rows_per_job), Dealing(lambda: 0, lambda: 0.5, Retries()))
    before, test_run.ROWS_PER_JOB = test_run.ROWS_PER_JOB, most_rows
    try:
        machine.run(run.saved("out"))
    finally:
        test_run.ROWS_PER_JOB = before
    assert machine.written() == [row["ref"] for row in rows_of(count)]
    return [len(body["rows"]) for body in machine.service.bodies.values()]


class TheCut(unittest.TestCase):
    def test_leaves_no_job_of_ten_rows_or_fewer_of_a_longer_list(self) -> None:
        for rows_per_job in range(11, 40):
            for count in range(11, 150):
                cut = Cut(rows_per_job, 250_000)
                sizes: list[int] = []
                left = count
                while left >= rows_per_job + cut.rows_ahead:
                    sizes.append(rows_per_job)
                    left -= rows_per_job
                sizes += cut.sizes(left)
                self.assertEqual(sum(sizes), count)
                self.assertGreater(min(sizes), 10, (rows_per_job, count))
                is_possible = -(-count // rows_per_job) * 11 <= count
                self.assertLessEqual(max(sizes), rows_per_job + (0 if is_possible else 10))

    def test_is_as_before_wherever_the_last_job_is_large_enough(self) -> None:
        self.assertEqual(sizes_in(75, 30, 250_000), [30, 30, 15])
        self.assertEqual(sizes_in(60, 30, 250_000), [30, 30])
        self.assertEqual(sizes_in(61, 30, 250_000), [30, 16, 15])
        self.assertEqual(sizes_in(41, None, 20), [14, 14, 13])
        self.assertEqual(sizes_in(10, 5, 250_000), [5, 5])

    def test_below_eleven_rows_a_job_is_refused_before_anything_is_sent(self) -> None:
        machine = Machine()
        order = Order(["domain"], None, iter(rows_of(11)), "state")
        run = ListRun(order, State("run", 10), Dealing(lambda: 0, lambda: 0.5, Retries()))
        with self.assertRaisesRegex(SmallJobsError, "at least 11 rows a job"):
            machine.run(run.rows())
        self.assertEqual(machine.service.submissions, 0)

    def test_below_eleven_rows_a_job_is_refused_of_a_list_that_grew_to_over_ten_rows(self) -> None:
        self.addCleanup(setattr, test_run, "ROWS_PER_JOB", test_run.ROWS_PER_JOB)
        test_run.ROWS_PER_JOB = 250_000
        machine = Machine()
        order = Order(["domain"], None, iter(rows_of(8)), "state")
        run = ListRun(order, State("run", 5), Dealing(lambda: 0, lambda: 0.5, Retries()))
        with self.assertRaises(test_run.Died):
            machine.run(run.rows(), 10)
        self.assertEqual(machine.service.submissions, 1)
        with self.assertRaisesRegex(SmallJobsError, "5 rows a job are too few"):
            machine.run(machine.begun(rows_of(20)).rows(len(machine.kept)))
        self.assertEqual(machine.service.submissions, 1)
        machine.run(machine.begun(rows_of(8)).rows(len(machine.kept)))
        self.assertEqual([len(body["rows"]) for body in machine.service.bodies.values()], [5, 3])

    def test_of_a_small_key_is_told_once(self) -> None:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            self.assertEqual(sizes_in(20, None, 8), [8, 8, 4])
        self.assertEqual(len(told), 1)
        self.assertIn("may send 8 rows a job", str(told[0].message))


class ARunOfAnEarlierVersion(unittest.TestCase):
    def machine(self) -> Machine:
        machine = Machine()
        machine.disk = {"state": json.dumps(OLDER["state"]).encode(), "out": OLDER["out"].encode()}
        for number, (key, body) in enumerate(OLDER["accepted"].items()):
            machine.service.keys[key] = f"job_{number}"
            machine.service.bodies[f"job_{number}"] = body
        machine.service.done = dict(OLDER["done"])
        return machine

    def test_goes_on_with_its_cut_and_its_numbers_and_pays_for_nothing_twice(self) -> None:
        machine = self.machine()
        self.assertEqual(machine.run(machine.begun(OLDER["rows"]).saved("out")), 26)
        lines = [json.loads(line) for line in machine.disk["out"].decode().splitlines()]
        self.assertEqual([line["row"] for line in lines], list(range(26)))
        self.assertEqual([line["ref"] for line in lines], [row["ref"] for row in OLDER["rows"]])
        self.assertEqual([len(body["rows"]) for body in machine.service.bodies.values()], [12, 12, 2])
        self.assertEqual(machine.service.submissions, 1)
        kept = state_of(machine.disk["state"].decode(), "state")
        self.assertIsNone(kept.most_rows)

    def test_is_not_taken_for_another_list(self) -> None:
        machine = self.machine()
        with self.assertRaisesRegex(StateError, "Nothing was submitted"):
            machine.run(machine.begun(OLDER["rows"][1:]).saved("out"))
        self.assertEqual(machine.service.submissions, 0)


if __name__ == "__main__":
    unittest.main()
