"""What an answer must have before it is used: a proxy, a broken server or a hostile one answers anything."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from company_data.errors import UnexpectedAnswerError

MAX_ROWS = 250_000
"""Of any job."""


def unexpected(what: str) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(f"the service answered something unexpected: {what}")


def field_of(value: Any, name: str) -> Any:
    """None where there is no such field."""
    return value.get(name) if isinstance(value, Mapping) else None


def text_in(value: Any, name: str, what: str) -> str:
    found = field_of(value, name)
    if not isinstance(found, str) or not found:
        raise unexpected(f"{what} without {name}")
    return found


def flag_in(value: Any, name: str, what: str) -> bool:
    found = field_of(value, name)
    if not isinstance(found, bool):
        raise unexpected(f"{what} without {name}")
    return found


def count_in(value: Any, name: str, what: str, least: int = 0, most: int = 2**53) -> int:
    found = field_of(value, name)
    if type(found) is not int or not least <= found <= most:
        raise unexpected(f"{what} without a usable {name}")
    return found


def bounded(value: Any, otherwise: float, least: float, most: float) -> float:
    """A number that the service tells, within bounds."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        return otherwise
    return min(max(value, least), most)
