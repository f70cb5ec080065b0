"""One call until it has an answer that stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from company_data._core.allowance import Allowance
from company_data._core.effects import Do, NoAnswer, Request, Response, Send, Sleep, Steps
from company_data._core.retries import Retries, pause_after, retry_after_of
from company_data.errors import (
    ApiError,
    CompanyDataError,
    ConnectionFailedError,
    RateLimitedError,
    UnexpectedAnswerError,
    error_of,
)

T = TypeVar("T")
_IS_RECEIPT = re.compile(r"[A-Za-z0-9+/]{1,4000}={0,2}")


@dataclass(frozen=True)
class Dealing:
    """How a client deals with the service; clock and chance are given by the driver."""

    monotonic: Callable[[], float]
    chance: Callable[[], float]
    """0 to 1."""
    retries: Retries
    allowance: Allowance = field(default_factory=Allowance)
    keep_receipt: Callable[[str], None] | None = None


def call(request: Request[T], dealing: Dealing, patience: float | None = None) -> Steps[T]:
    """The answer's JSON. Waits while the key's allowance is spent, and tries again what may go well later."""
    body: T = _json_of((yield from answered(request, dealing, patience)))
    return body


def answered(request: Request[Any], dealing: Dealing, patience: float | None = None) -> Steps[Response]:
    """The answer, which is one of success."""
    longest = dealing.retries.patience if patience is None else patience
    waited, failures, limits = 0.0, 0, 0
    while True:
        answer, queued = yield from _sent(request, dealing, longest - waited)
        waited += queued
        if isinstance(answer, Response):
            receipt = answer.headers.get("x-receipt", "")
            if dealing.keep_receipt is not None and _IS_RECEIPT.fullmatch(receipt):
                yield Do(partial(dealing.keep_receipt, receipt))
            if 200 <= answer.status < 300:
                return answer
        error = _failure(answer)
        limited = isinstance(error, ApiError) and error.status == 429
        failures += 0 if limited else 1
        limits += 1 if limited else 0
        after = error.retry_after if isinstance(error, ApiError) else None
        pause = pause_after(failures + limits, after, dealing.retries, dealing.chance())
        if not _may_go_well(error) or failures >= dealing.retries.attempts or waited + pause > longest:
            raise error
        waited += pause
        yield Sleep(pause)


def _sent(
    request: Request[Any], dealing: Dealing, patience: float
) -> Steps[tuple[Response | NoAnswer, float]]:
    """The answer, and the seconds that the key's allowance was waited for, at most `patience`."""
    queued = 0.0
    while (pause := dealing.allowance.reserve(request.allowances, dealing.monotonic())) > 0:
        if queued + pause > patience:
            raise RateLimitedError(429, {"detail": "rate_limited"}, pause)
        queued += pause
        yield Sleep(pause)
    headers: Mapping[str, str] | None = None
    try:
        answer: Response | NoAnswer = yield Send(request)
        if isinstance(answer, Response):
            headers = answer.headers
        return answer, queued
    finally:
        dealing.allowance.settle(request.allowances, headers, dealing.monotonic())


def _failure(answer: Response | NoAnswer) -> CompanyDataError:
    if isinstance(answer, NoAnswer):
        return ConnectionFailedError(answer.why)
    if answer.status < 400:
        return UnexpectedAnswerError(f"{answer.status} to {answer.headers.get('location', 'nowhere')}")
    return error_of(answer.status, _error_body(answer), retry_after_of(answer.headers))


def _may_go_well(error: CompanyDataError) -> bool:
    if isinstance(error, ApiError):
        return error.retry_suggested and error.status in (408, 429, 500, 502, 503, 504)
    return isinstance(error, ConnectionFailedError)


def _error_body(answer: Response) -> Mapping[str, Any]:
    try:
        body = json.loads(answer.body)
    except (ValueError, RecursionError):
        body = None
    return body if isinstance(body, dict) else {"detail": "error"}


def _json_of(answer: Response) -> Any:
    try:
        body = json.loads(answer.body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise UnexpectedAnswerError(f"{answer.status} with a body that is not JSON") from error
    if not isinstance(body, dict):
        raise UnexpectedAnswerError(f"{answer.status} with a body that is no JSON object")
    return body


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON")
