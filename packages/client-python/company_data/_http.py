"""Between the core and httpx: what both clients share."""

from __future__ import annotations

import gzip
import random
import time
import uuid
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any, BinaryIO

import httpx

from company_data import _files
from company_data._core.call import Dealing
from company_data._core.effects import NoAnswer, Request, Response
from company_data._core.retries import Retries
from company_data.errors import UnexpectedAnswerError

_WORTH_COMPRESSING = 1_000
TIMEOUT = httpx.Timeout(90.0, connect=10.0)
"""A resolve may take 30 seconds, and a second request of the same key waits for the first."""

try:
    _VERSION = version("company-data-client")
except PackageNotFoundError:
    _VERSION = "unpacked"


class Address:
    """Where the service is, and how one proves who asks. It prints no key."""

    def __init__(self, key: str, url: str) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the service's address begins with https:// or http://, unlike {url!r}")
        self._root = url.rstrip("/").removesuffix("/v1")
        self._headers = {
            "authorization": f"Bearer {key}",
            "accept": "application/json",
            "user-agent": f"company-data-client-python/{_VERSION}",
        }

    def __repr__(self) -> str:
        return f"<{self._root}/v1>"

    def written(self, request: Request[Any]) -> dict[str, Any]:
        """As httpx takes it."""
        headers = dict(self._headers)
        if request.idempotency_key is not None:
            headers["x-idempotency-key"] = request.idempotency_key
        body = request.body
        if body is not None:
            headers["content-type"] = "application/json"
            if len(body) >= _WORTH_COMPRESSING:
                headers["content-encoding"] = "gzip"
                body = gzip.compress(body, 1, mtime=0)
        return {
            "method": request.method,
            "url": f"{self._root}{'' if request.outside else '/v1'}{request.path}",
            "params": dict(request.query),
            "headers": headers,
            "content": body,
        }


_LONGEST_ANSWER_SECONDS = 600.0
_LONGEST_FILE_SECONDS = 7_200.0


_ANY: Request[Any] = Request("GET", "/")


class Received:
    """The pieces of an answer: neither more than a machine holds, nor so slowly that it never ends."""

    def __init__(self, request: Request[Any] = _ANY, status: int = 0) -> None:
        self._body = bytearray()
        self._most = request.most
        self._length = 0
        self._file: BinaryIO | None = None
        if request.into is not None and status == 200:
            self._file = _files.fresh(request.into)
        self._until = time.monotonic() + (_LONGEST_FILE_SECONDS if self._file else _LONGEST_ANSWER_SECONDS)

    def __enter__(self) -> Received:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, piece: bytes) -> None:
        self._length += len(piece)
        if self._length > self._most:
            raise UnexpectedAnswerError(f"an answer of more than {self._most} bytes")
        if self._file is None:
            self._body += piece
        else:
            self._file.write(piece)
        if time.monotonic() > self._until:
            raise httpx.ReadTimeout("the answer took too long")

    def of(self, response: httpx.Response) -> Response:
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Response(response.status_code, headers, bytes(self._body))


def no_answer(error: httpx.RequestError) -> NoAnswer:
    return NoAnswer(f"{type(error).__name__}: {error}".removesuffix(": "))


def dealing_of(retries: Retries, receipts: str | None = None) -> Dealing:
    keep = None if receipts is None else partial(_files.add_line, receipts)
    return Dealing(time.monotonic, random.random, retries, keep_receipt=keep)


def new_key() -> str:
    return str(uuid.uuid4())
