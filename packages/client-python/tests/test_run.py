"""Lists over a service in memory, by processes that may die at any step."""

import itertools
import json
import unittest
from collections.abc import Iterator
from typing import Any

from company_data._core.call import Dealing
from company_data._core.effects import Append, Emit, Pull, Request, Response, Save, Send, Steps
from company_data._core.retries import Retries
from company_data._core.run import ListRun, Order, Progress
from company_data._core.state import State, state_of
from company_data.errors import StateError
from tests.script import answer

ROWS = [{"ref": f"r{number}", "company_number": "11990344"} for number in range(23)]
REFS = [row["ref"] for row in ROWS]
ROWS_PER_JOB = 5
ROWS_PER_PAGE = 3
_RUNS = itertools.count()


class Service:
    """Does two more rows of a job each time that the job is asked for."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.bodies: dict[str, Any] = {}
        self.done: dict[str, int] = {}
        self.submissions = 0

    def answer(self, request: Request[Any]) -> Response:
        if request.path == "/whoami":
            return answer(200, {"limits": {"max_rows_per_job": ROWS_PER_JOB}})
        if request.path == "/enrich/jobs":
            return self.submitted(str(request.idempotency_key), request.body or b"")
        job_id, listing = [*request.path.split("/")[3:], ""][:2]
        if listing == "results":
            return answer(200, self.page(job_id, int(request.query.get("cursor", "0"))))
        if listing == "errors":
            return answer(200, {"errors": [{"row": 1, "reason": "not_matched"}], "next_cursor": None})
        if listing == "cancel":
            return answer(200, {"job_id": job_id})
        self.done[job_id] = min(self.done[job_id] + 2, self.total(job_id))
        counts = {"processed": self.done[job_id]}
        return answer(200, {"job_id": job_id, "counts": counts, "results_ready": self.ready(job_id)})

    def submitted(self, key: str, body: bytes) -> Response:
        self.submissions += 1
        if key not in self.keys:
            self.keys[key] = f"job_{len(self.keys)}"
            self.bodies[self.keys[key]] = json.loads(body)
            self.done[self.keys[key]] = 0
        assert self.bodies[self.keys[key]] == json.loads(body)
        return answer(202, {"job_id": self.keys[key]})

    def page(self, job_id: str, first: int) -> Any:
        rows = self.bodies[job_id]["rows"]
        results = [
            {
                "ref": row["ref"],
                "status": "done" if first + n < self.done[job_id] else "pending",
                "blocks": {},
            }
            for n, row in enumerate(rows[first : first + ROWS_PER_PAGE])
        ]
        last = first + ROWS_PER_PAGE
        cursor = str(last) if last < len(rows) else None
        return {"results": results, "next_cursor": cursor, "results_ready": self.ready(job_id)}

    def total(self, job_id: str) -> int:
        return len(self.bodies[job_id]["rows"])

    def ready(self, job_id: str) -> bool:
        return self.done[job_id] == self.total(job_id)


class Died(Exception):
    pass


class Machine:
    """Whose disk outlives its processes."""

    def __init__(self) -> None:
        self.service = Service()
        self.disk: dict[str, bytes] = {}
        self.kept: list[str] = []
        """Where one keeps what is handed out."""
        self.heard: list[Progress] = []
        self.steps = 0

    def begun(self, rows: Any = ROWS) -> ListRun:
        """A process, with what the disk tells of the run."""
        text = self.disk.get("state")
        state = State(f"run {next(_RUNS)}") if text is None else state_of(text.decode(), "state")
        order = Order(["domain"], None, iter(rows), "state", self.heard.append)
        return ListRun(order, state, Dealing(lambda: 0, lambda: 0.5, Retries()))

    def run(self, steps: Steps[Any], dies_at: float = float("inf")) -> Any:
        """Every other step of death is one after the effect, so that nobody hears what came of it."""
        reply: Any = None
        self.steps = 0
        while True:
            try:
                effect = steps.send(reply)
            except StopIteration as end:
                return end.value
            for came in self.done(effect):
                reply = came
                self.steps += 1
                if self.steps > dies_at:
                    steps.close()
                    raise Died

    def done(self, effect: Any) -> Iterator[Any]:
        yield None
        if isinstance(effect, Send):
            yield self.service.answer(effect.request)
        elif isinstance(effect, Pull):
            yield list(itertools.islice(effect.source, effect.most))
        elif isinstance(effect, Save):
            self.disk[effect.file] = effect.text.encode()
            yield None
        elif isinstance(effect, Append):
            assert len(self.disk.get(effect.file, b"")) >= effect.at
            self.disk[effect.file] = self.disk.get(effect.file, b"")[: effect.at] + effect.data
            yield effect.at + len(effect.data)
        elif isinstance(effect, Emit):
            for item in effect.items:
                assert item["row"] == len(self.kept), f"row {item['row']} after {len(self.kept)}"
                self.kept.append(item["ref"])
                yield None

    def listed(self, steps: Steps[Any]) -> list[Any]:
        items: list[Any] = []
        reply: Any = None
        while True:
            try:
                effect = steps.send(reply)
            except StopIteration:
                return items
            if isinstance(effect, Emit):
                items.extend(effect.items)
            else:
                *_, reply = self.done(effect)

    def written(self) -> list[str]:
        return [json.loads(line)["ref"] for line in self.disk["out"].decode().splitlines()]


class AList(unittest.TestCase):
    def test_is_cut_into_jobs_and_read_in_order(self) -> None:
        machine = Machine()
        machine.run(machine.begun().rows())
        self.assertEqual(machine.kept, REFS)
        self.assertEqual([machine.service.total(f"job_{n}") for n in range(5)], [5, 5, 5, 5, 3])
        self.assertEqual(machine.heard[-1], Progress(submitted=23, processed=23, taken=23))
        self.assertEqual(sorted(machine.heard, key=lambda one: one.processed), machine.heard)

    def test_is_drawn_from_its_source_no_further_than_two_jobs_ahead(self) -> None:
        machine = Machine()
        drawn = []
        steps = machine.begun(drawn.append(row) or row for row in ROWS).rows()  # type: ignore[func-returns-value]
        with self.assertRaises(Died):
            machine.run(steps, 30)
        self.assertGreater(len(machine.kept), 1)
        # And one row more, which tells that the list is a long one.
        self.assertEqual(len(drawn), 2 * ROWS_PER_JOB + 1)

    def test_that_fills_its_last_job_ends_with_it(self) -> None:
        for length in (0, ROWS_PER_JOB, 2 * ROWS_PER_JOB):
            machine = Machine()
            machine.run(machine.begun(ROWS[:length]).rows())
            self.assertEqual(machine.kept, REFS[:length])
            self.assertEqual(len(machine.service.keys), length // ROWS_PER_JOB)

    def test_written_to_a_file_is_whole_wherever_its_process_died(self) -> None:
        whole = Machine()
        self.assertEqual(whole.run(whole.begun().saved("out")), 23)
        self.assertEqual(whole.written(), REFS)
        for step in range(whole.steps):
            machine = Machine()
            with self.assertRaises(Died):
                machine.run(machine.begun().saved("out"), step)
            machine.run(machine.begun().saved("out"))
            self.assertEqual(machine.written(), REFS)
            self.assertEqual(len(machine.service.keys), 5)
            self.assertLessEqual(machine.service.submissions, 6)

    def test_handed_out_is_whole_wherever_its_process_died_by_the_number_of_rows_kept(self) -> None:
        whole = Machine()
        whole.run(whole.begun().rows())
        for step in range(whole.steps):
            machine = Machine()
            with self.assertRaises(Died):
                machine.run(machine.begun().rows(), step)
            machine.run(machine.begun().rows(len(machine.kept)))
            self.assertEqual(machine.kept, REFS)
            self.assertEqual(len(machine.service.keys), 5)

    def test_that_has_ended_gives_nothing_more_unless_it_is_asked_from_a_row_on(self) -> None:
        machine = Machine()
        machine.run(machine.begun().rows())
        machine.run(machine.begun().rows())
        self.assertEqual(machine.kept, REFS)
        del machine.kept[9:]
        machine.run(machine.begun().rows(9))
        self.assertEqual(machine.kept, REFS)
        self.assertEqual(len(machine.service.keys), 5)

    def test_all_of_which_was_submitted_is_gone_on_with_without_the_list(self) -> None:
        machine, known = Machine(), 0
        for step in itertools.count(100):
            if known == 5:
                break
            machine = Machine()
            with self.assertRaises(Died):
                machine.run(machine.begun().saved("out"), step)
            known = len(state_of(machine.disk["state"].decode(), "state").job_ids)
        machine.run(machine.begun([]).saved("out"))
        self.assertEqual(machine.written(), REFS)

    def test_is_not_taken_for_another(self) -> None:
        machine = Machine()
        with self.assertRaises(Died):
            machine.run(machine.begun().rows(), 30)
        with self.assertRaisesRegex(StateError, "rows from 5 on differ"):
            machine.run(machine.begun(ROWS[:7] + ROWS[8:]).rows(len(machine.kept)))
        with self.assertRaisesRegex(StateError, "not the state of a run"):
            state_of('{"version": 1}', "state")
        with self.assertRaisesRegex(StateError, "another version"):
            state_of('{"version": 2}', "state")

    def test_goes_one_way_either_handed_out_or_to_a_file(self) -> None:
        for first, second in (("rows", "saved"), ("saved", "rows")):
            machine = Machine()
            ways: Any = {"rows": lambda run: run.rows(), "saved": lambda run: run.saved("out")}
            machine.run(ways[first](machine.begun()))
            with self.assertRaises(StateError):
                machine.run(ways[second](machine.begun()))

    def test_tells_its_errors_by_their_place_in_the_whole(self) -> None:
        machine = Machine()
        run = machine.begun()
        machine.run(run.rows())
        found = [entry["row"] for entry in machine.listed(run.errors())]
        self.assertEqual(found, [1, 6, 11, 16, 21])

    def test_that_is_cancelled_sends_nothing_more(self) -> None:
        machine = Machine()
        run = machine.begun()
        with self.assertRaises(Died):
            machine.run(run.rows(), 30)
        self.assertEqual(len(machine.run(run.cancelled())), 2)
        machine.run(machine.begun().rows(len(machine.kept)))
        self.assertEqual(machine.kept, REFS[: 2 * ROWS_PER_JOB])
        self.assertEqual(len(machine.service.keys), 2)


if __name__ == "__main__":
    unittest.main()
