import unittest

from company_data._core import operations
from company_data._core.call import call
from company_data._core.retries import Retries
from company_data.errors import (
    ConnectionFailedError,
    IntakeBusyError,
    InvalidRequestError,
    RateLimitedError,
    ResolveFailedError,
    UnexpectedAnswerError,
)
from tests.script import LOST, Script, answer

WHOAMI = operations.whoami()
BUSY = answer(503, {"detail": "intake_busy", "request_id": "r"}, retry_after="7")
LIMITED = answer(429, {"detail": "rate_limited", "request_id": "r"}, retry_after="40")


class ACall(unittest.TestCase):
    def test_gives_what_the_service_answers(self) -> None:
        script = Script([answer(200, {"name": "a"})])
        self.assertEqual(script.run(call(WHOAMI, script.dealing())), {"name": "a"})
        self.assertEqual(script.slept, [])

    def test_is_sent_again_with_the_same_key_after_a_broken_connection_each_pause_longer(self) -> None:
        script = Script([LOST, LOST, LOST, answer(202, {"job_id": "job_1"})])
        script.run(call(operations.submit(b"{}", "once"), script.dealing()))
        self.assertEqual([request.idempotency_key for request in script.sent], ["once"] * 4)
        self.assertEqual(script.slept, [0.375, 0.75, 1.5])

    def test_waits_at_least_as_long_as_the_service_says(self) -> None:
        script = Script([BUSY, answer(200, {})])
        script.run(call(WHOAMI, script.dealing()))
        self.assertEqual(script.slept, [7.5])

    def test_counts_no_spent_allowance_as_a_failure(self) -> None:
        script = Script([LIMITED] * 3 + [answer(200, {})])
        script.run(call(WHOAMI, script.dealing(Retries(attempts=1))))
        self.assertEqual(len(script.sent), 4)

    def test_gives_up_after_so_many_attempts_and_raises_the_last_error(self) -> None:
        script = Script([LOST, BUSY, LOST])
        with self.assertRaises(ConnectionFailedError):
            script.run(call(WHOAMI, script.dealing(Retries(attempts=3))))
        with self.assertRaises(IntakeBusyError):
            script = Script([BUSY])
            script.run(call(WHOAMI, script.dealing(Retries(attempts=1))))

    def test_gives_up_before_a_wait_that_is_longer_than_its_patience(self) -> None:
        script = Script([LIMITED, LIMITED])
        with self.assertRaises(RateLimitedError) as raised:
            script.run(call(WHOAMI, script.dealing(Retries(patience=60))))
        self.assertEqual(raised.exception.retry_after, 40)
        self.assertEqual(len(script.slept), 1)

    def test_is_not_sent_again_where_that_cannot_help(self) -> None:
        refused = answer(
            400, {"detail": "invalid_request", "errors": {"ref": ["Too long."]}, "request_id": "r"}
        )
        script = Script([refused])
        with self.assertRaises(InvalidRequestError) as raised:
            script.run(call(WHOAMI, script.dealing()))
        self.assertEqual(raised.exception.errors, {"ref": ["Too long."]})
        self.assertEqual(str(raised.exception), "400 invalid_request (request r): ref: Too long.")

    def test_of_a_row_that_failed_is_sent_again_only_where_the_service_suggests_it(self) -> None:
        failed = {"detail": "source_unavailable", "retry_suggested": True, "request_id": "r"}
        final = {"detail": "no_company_key", "retry_suggested": False, "request_id": "r"}
        script = Script([answer(502, failed), answer(502, final)])
        with self.assertRaises(ResolveFailedError) as raised:
            script.run(call(WHOAMI, script.dealing()))
        self.assertEqual(raised.exception.code, "no_company_key")
        self.assertEqual(len(script.sent), 2)

    def test_says_when_what_answers_is_not_the_service(self) -> None:
        elsewhere = answer(302, {}, location="https://login.example/")
        with self.assertRaisesRegex(UnexpectedAnswerError, "login.example"):
            Script([elsewhere]).run(call(WHOAMI, Script([]).dealing()))
        script = Script([type(elsewhere)(200, {}, b"<html>")])
        with self.assertRaises(UnexpectedAnswerError):
            script.run(call(WHOAMI, script.dealing()))

    def test_waits_before_it_is_sent_while_the_allowance_is_known_to_be_spent(self) -> None:
        policy = '"default";q=600;w=60, "resolve";q=60;w=60'
        spent = answer(200, {}, ratelimit='"default";r=9;t=30, "resolve";r=0;t=30', ratelimit_policy=policy)
        script = Script([spent, answer(200, {}), answer(200, {})])
        dealing = script.dealing()
        script.run(call(operations.resolve({}, "k"), dealing))
        script.run(call(WHOAMI, dealing))
        self.assertEqual(script.slept, [])
        script.run(call(operations.resolve({}, "k"), dealing))
        self.assertEqual(script.slept, [30])


if __name__ == "__main__":
    unittest.main()
