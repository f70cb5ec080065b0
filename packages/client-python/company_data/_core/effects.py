"""What the core asks of its driver: its steps are generators, which yield effects and are sent what came."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Request(Generic[T]):
    """What is answered by a T. Safe to send twice: a read, a cancel, or what carries an idempotency key."""

    method: str
    path: str
    """Below /v1."""
    query: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    """JSON."""
    idempotency_key: str | None = None
    allowances: tuple[str, ...] = ("default",)
    """Those that the call uses up, by the names of the `RateLimit` header."""
    outside: bool = False
    """The path is below the service's address and not below /v1."""
    most: int = 2**28
    """The largest answer in bytes. A page of a thousand rows has a tenth of this."""
    into: str | None = None
    """A file that takes the body of a 200. Memory takes all others."""


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """By their lower-case names."""
    body: bytes


@dataclass(frozen=True)
class NoAnswer:
    """The connection broke, or was never made."""

    why: str


@dataclass(frozen=True)
class Send:
    """Gives a Response or NoAnswer."""

    request: Request[Any]


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Emit:
    """Hands items to who iterates; comes back once all of them were taken and the next is asked for."""

    items: Sequence[Any]


@dataclass(frozen=True)
class Pull:
    """Gives up to so many items of a source as a list; fewer at its end."""

    source: Any
    most: int


@dataclass(frozen=True)
class Save:
    """Puts the text in the place of the file's, at once and for good."""

    file: str
    text: str


@dataclass(frozen=True)
class Append:
    """Cuts the file off at `at` and adds the data, for good. Gives its new length."""

    file: str
    at: int
    data: bytes


@dataclass(frozen=True)
class Do:
    """Work with files, or work that takes long. Gives what the work gives."""

    work: Callable[[], Any]


Effect = Send | Sleep | Emit | Pull | Save | Append | Do

Steps = Generator[Effect, Any, T]


def do(work: Callable[[], T]) -> Steps[T]:
    """What the work gives. An error of it is raised here, whoever does it."""

    def tried() -> tuple[T | None, Exception | None]:
        try:
            return work(), None
        except Exception as error:
            return None, error

    result, error = yield Do(tried)
    if error is not None:
        raise error
    done: T = result
    return done
