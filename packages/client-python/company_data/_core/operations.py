"""The operations of the API as requests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from company_data._core.effects import Request

if TYPE_CHECKING:
    from company_data.types import (
        AcceptedResolve,
        Catalogue,
        ErrorsPage,
        Job,
        ResolveResponse,
        ResultsPage,
        Usage,
        Whoami,
    )

_RESOLVE = ("default", "resolve")


def whoami() -> Request[Whoami]:
    return Request("GET", "/whoami")


def catalogue() -> Request[Catalogue]:
    return Request("GET", "/blocks")


def resolve(query: Mapping[str, Any], idempotency_key: str) -> Request[ResolveResponse]:
    return Request("GET", "/resolve", as_query(query), None, idempotency_key, _RESOLVE)


def resolve_later(query: Mapping[str, Any], idempotency_key: str) -> Request[AcceptedResolve]:
    return Request("GET", "/resolve", as_query({**query, "wait": False}), None, idempotency_key, _RESOLVE)


def usage(from_: str | None, to: str | None, granularity: str | None, job_id: str | None) -> Request[Usage]:
    asked = {"from": from_, "to": to, "granularity": granularity, "job_id": job_id}
    return Request("GET", "/usage", as_query(asked))


def job_body(
    rows: Iterable[Mapping[str, Any]], blocks: Sequence[str], options: Mapping[str, Any] | None
) -> bytes:
    """The same text for the same rows: what a submission is known by when it is sent again."""
    asked: dict[str, Any] = {"rows": list(rows), "blocks": list(blocks)}
    if options:
        asked["options"] = options
    return json.dumps(asked, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def submit(body: bytes, idempotency_key: str) -> Request[Job]:
    return Request("POST", "/enrich/jobs", body=body, idempotency_key=idempotency_key)


def job(job_id: str) -> Request[Job]:
    return Request("GET", _of_job(job_id))


def cancel(job_id: str) -> Request[Job]:
    return Request("POST", f"{_of_job(job_id)}/cancel")


def results(job_id: str, cursor: str | None, limit: int | None) -> Request[ResultsPage]:
    return Request("GET", f"{_of_job(job_id)}/results", as_query({"cursor": cursor, "limit": limit}))


def errors(job_id: str, cursor: str | None, limit: int | None) -> Request[ErrorsPage]:
    return Request("GET", f"{_of_job(job_id)}/errors", as_query({"cursor": cursor, "limit": limit}))


def as_query(values: Mapping[str, Any]) -> dict[str, str]:
    """Lists are joined by commas; what is None is left out."""
    return {name: _text(value) for name, value in values.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(str(one) for one in value)
    return str(value)


def _of_job(job_id: str) -> str:
    return f"/enrich/jobs/{quote(job_id, safe='')}"
