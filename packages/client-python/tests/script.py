"""Drives the core by a script: the answers of the service in order, and what was asked and waited for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from company_data._core.call import Dealing
from company_data._core.effects import Emit, NoAnswer, Request, Response, Send, Sleep, Steps
from company_data._core.retries import Retries

T = TypeVar("T")


def answer(status: int, body: Any, **headers: str) -> Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, named, json.dumps(body).encode())


LOST = NoAnswer("ReadError")


@dataclass
class Script:
    answers: Iterable[Response | NoAnswer]
    sent: list[Request[Any]] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)
    emitted: list[Any] = field(default_factory=list)
    clock: float = 0.0

    def __post_init__(self) -> None:
        self._coming = iter(self.answers)

    def dealing(self, retries: Retries = Retries()) -> Dealing:
        """Chance is always one half."""
        return Dealing(lambda: self.clock, lambda: 0.5, retries)

    def run(self, steps: Steps[T]) -> T:
        reply: Any = None
        while True:
            try:
                effect = steps.send(reply)
            except StopIteration as end:
                result: T = end.value
                return result
            reply = self._reply(effect)

    def _reply(self, effect: Any) -> Any:
        if isinstance(effect, Send):
            self.sent.append(effect.request)
            return next(self._coming)
        if isinstance(effect, Sleep):
            self.slept.append(effect.seconds)
            self.clock += effect.seconds
        if isinstance(effect, Emit):
            self.emitted.extend(effect.items)
        return None


def job(**changes: Any) -> Mapping[str, Any]:
    counts = {"total": 2, "processed": 0, "succeeded": 0, "not_found": 0, "failed": 0, "site_unreachable": 0}
    return {"job_id": "job_1", "status": "running", "counts": counts, "results_ready": False, **changes}


def row(ref: str, status: str = "done") -> Mapping[str, Any]:
    return {"ref": ref, "status": status, "blocks": {}}


def page(rows: list[Mapping[str, Any]], cursor: str | None = None, ready: bool = False) -> Mapping[str, Any]:
    return {"results": rows, "next_cursor": cursor, "results_ready": ready}
