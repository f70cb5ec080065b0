"""One answer of many."""

from __future__ import annotations

from dataclasses import dataclass

from company_data.errors import CompanyDataError
from company_data.types import ResolveResponse


@dataclass(frozen=True)
class Resolved:
    """Of `resolve_many`: the answer, or why there is none."""

    index: int
    """Of the row, from 0."""
    answer: ResolveResponse | None = None
    error: CompanyDataError | None = None
