"""Pauses, allowances, codes and queries: what follows from its arguments alone."""

import json
import re
import unittest
from pathlib import Path
from typing import Any

import generate_types
from company_data import errors
from company_data._core.allowance import Allowance
from company_data._core.operations import as_query, job_body
from company_data._core.retries import Retries, pause_after, retry_after_of

DESCRIPTION = json.loads(generate_types.DESCRIPTION.read_text("utf-8"))


class Pauses(unittest.TestCase):
    def test_double_up_to_the_longest_and_are_spread_over_the_upper_half(self) -> None:
        retries = Retries(first_pause=1, longest_pause=5)
        self.assertEqual([pause_after(n, None, retries, 1) for n in (1, 2, 3, 4, 60)], [1, 2, 4, 5, 5])
        self.assertEqual([pause_after(n, None, retries, 0) for n in (1, 2, 3)], [0.5, 1, 2])

    def test_are_never_shorter_than_the_service_asked(self) -> None:
        for chance in (0, 0.3, 1):
            for asked in (0, 1, 60):
                self.assertGreaterEqual(pause_after(1, asked, Retries(), chance), asked)

    def test_are_asked_for_in_seconds_or_as_a_date(self) -> None:
        sent = {"date": "Fri, 27 Nov 2026 10:00:00 GMT"}
        until = "Fri, 27 Nov 2026 10:01:30 GMT"
        self.assertEqual(retry_after_of({"retry-after": " 12 "}), 12)
        self.assertEqual(retry_after_of({**sent, "retry-after": until}), 90)
        for useless in ({}, {"retry-after": "soon"}, {"retry-after": until}, {"retry-after": "-1"}):
            self.assertIsNone(retry_after_of(useless))


class AnAllowance(unittest.TestCase):
    def told(self, left: int, seconds: int) -> dict[str, str]:
        policy = '"default";q=4;w=60'
        return {"ratelimit": f'"default";r={left};t={seconds}', "ratelimit-policy": policy}

    def test_lets_one_pass_at_a_time_until_something_is_known(self) -> None:
        allowance = Allowance()
        self.assertEqual([allowance.reserve(["default"], 0) for _ in range(3)], [0, 0.2, 0.2])
        allowance.settle(["default"], None, 0)
        self.assertEqual([allowance.reserve(["default"], 0) for _ in range(2)], [0, 0.2])
        allowance.settle(["default"], self.told(3, 50), 0)
        self.assertEqual([allowance.reserve(["default"], 0) for _ in range(4)], [0, 0, 0, 0.2])

    def test_lets_all_pass_where_nobody_counts(self) -> None:
        allowance = Allowance()
        allowance.reserve(["default"], 0)
        allowance.settle(["default"], {}, 0)
        self.assertEqual([allowance.reserve(["default"], 0) for _ in range(100)], [0] * 100)

    def test_counts_what_is_on_its_way_against_what_is_left(self) -> None:
        allowance = Allowance()
        allowance.reserve(["default"], 0)
        allowance.settle(["default"], self.told(4, 50), 0)
        for _ in range(3):
            allowance.reserve(["default"], 0)
        allowance.settle(["default"], self.told(3, 50), 0)
        self.assertEqual(allowance.reserve(["default"], 0), 0)
        self.assertEqual(allowance.reserve(["default"], 0), 0.2)
        allowance.settle(["default"], self.told(2, 50), 0)
        self.assertEqual(allowance.reserve(["default"], 0), 0.2)
        for _ in range(2):
            allowance.settle(["default"], None, 0)
        self.assertEqual(allowance.reserve(["default"], 10), 40)

    def test_believes_the_least_of_answers_that_overtake_each_other(self) -> None:
        allowance = Allowance()
        allowance.reserve(["default"], 0)
        allowance.settle(["default"], self.told(2, 50), 0)
        for _ in range(2):
            allowance.reserve(["default"], 0)
        allowance.settle(["default"], self.told(0, 50), 0)
        allowance.settle(["default"], self.told(1, 51), 0)
        self.assertEqual(allowance.reserve(["default"], 10), 40)

    def test_believes_no_answer_of_a_window_that_is_over(self) -> None:
        allowance = Allowance()
        for told in (self.told(1, 1), self.told(4, 60)):
            allowance.reserve(["default"], 0)
            allowance.settle(["default"], told, 0)
        allowance.reserve(["default"], 0)
        allowance.settle(["default"], self.told(0, 1), 0)
        self.assertEqual(allowance.reserve(["default"], 2), 0)

    def test_is_whole_again_once_its_window_is_over(self) -> None:
        allowance = Allowance()
        allowance.reserve(["default"], 0)
        allowance.settle(["default"], self.told(0, 60), 0)
        self.assertEqual(allowance.reserve(["default"], 59), 1)
        self.assertEqual([allowance.reserve(["default"], 60) for _ in range(5)], [0, 0, 0, 0, 0.2])
        for _ in range(4):
            allowance.settle(["default"], None, 60)
        self.assertEqual(allowance.reserve(["default"], 61), 59)


class Errors(unittest.TestCase):
    def test_have_a_class_for_each_code_of_the_description(self) -> None:
        names = ["FieldErrors", "NotEnabledError", "AmbiguousMatch", "KeyReused", "ResolveNotMatched", "Gone"]
        names += ["JobNotFound", "RateLimited", "RowsLimited", "Unavailable", "UnsupportedMediaType"]
        details = [self.schema(name)["properties"]["detail"] for name in names]
        # The codes of a 403 stand in its description alone: its `detail` may be a sentence too.
        described = [re.findall(r"^- `(\w+)`", detail["description"], re.MULTILINE) for detail in details]
        codes = {code for detail in details for code in detail.get("enum", [])}.union(*described)
        self.assertGreater(len(codes), 15)
        self.assertEqual(codes - errors.BY_CODE.keys(), set())

    def test_of_an_unknown_code_have_the_class_of_their_status(self) -> None:
        self.assertIs(type(errors.error_of(404, {"detail": "new_code"})), errors.NotFoundError)
        self.assertIs(type(errors.error_of(500, {"detail": "error"})), errors.ServiceFaultError)
        self.assertIs(type(errors.error_of(418, {})), errors.ApiError)

    def test_say_what_the_service_says_in_words_and_where_it_is_described(self) -> None:
        words = {
            "message": "There is no such job.",
            "docs": "https://api.example.com/docs/errors#job_not_found",
        }
        error = errors.error_of(404, {"detail": "job_not_found", "request_id": "r", **words})
        self.assertEqual((error.message, error.docs), (words["message"], words["docs"]))
        self.assertEqual(str(error), "404 job_not_found (request r): There is no such job.")
        self.assertEqual(errors.error_of(401, {"detail": "Invalid API key"}).docs, "")

    def test_whose_text_is_a_sentence_have_a_code_all_the_same(self) -> None:
        error = errors.error_of(401, {"detail": "Invalid API key", "request_id": "r"})
        self.assertEqual((error.code, error.detail), ("unauthorized", "Invalid API key"))
        self.assertEqual(str(error), "401 Invalid API key (request r)")
        self.assertEqual(errors.error_of(403, {"detail": "The key lacks the scope."}).code, "missing_scope")

    @staticmethod
    def schema(name: str) -> Any:
        return DESCRIPTION["components"]["schemas"][name]


class Requests(unittest.TestCase):
    def test_join_lists_and_write_truth_as_the_service_reads_it(self) -> None:
        asked = {
            "blocks": ["domain", "officers"],
            "store": False,
            "ref": None,
            "max_contacts": 3,
            "discover": [],
        }
        written = {"blocks": "domain,officers", "store": "false", "max_contacts": "3", "discover": ""}
        self.assertEqual(as_query(asked), written)

    def test_of_the_same_list_are_the_same_text(self) -> None:
        rows = [{"ref": "a", "company_name": "Café"}]
        self.assertEqual(job_body(iter(rows), ["domain"], None), job_body(rows, ("domain",), {}))

    def test_hold_no_number_that_json_does_not_know(self) -> None:
        with self.assertRaises(ValueError):
            job_body([{"ref": "a"}], ["domain"], {"min_confidence": float("nan")})


class TheTypes(unittest.TestCase):
    def test_are_those_of_the_description(self) -> None:
        self.assertEqual(generate_types.main(["--check"]), 0)

    def test_name_every_object_of_it(self) -> None:
        text = Path(generate_types.TYPES).read_text("utf-8")
        for name in DESCRIPTION["components"]["schemas"]:
            self.assertRegex(
                text, rf"(?m)^(class {name}\(TypedDict\)|{name}: TypeAlias =|{name} = TypedDict\()"
            )


if __name__ == "__main__":
    unittest.main()
