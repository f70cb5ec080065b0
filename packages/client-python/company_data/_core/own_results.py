"""What the customer has, row by row: the results that `enrich` and the clients wrote."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from company_data._core.faults import StatementsError
from company_data.checker import verify_statement as checker
from company_data.errors import StateError

_Row = tuple[str | None, frozenset[str]]
"""The company, and the blocks that may be charged."""


class OwnResults:
    def __init__(self, files: Iterable[str]) -> None:
        self._jobs: dict[str, dict[int, _Row]] = {}
        self._alike: dict[frozenset[str], frozenset[str]] = {}
        for file in files:
            with open(file, "rb") as lines:
                for number, line in enumerate(lines, 1):
                    # A line without its end was never whole: the client died.
                    if line.endswith(b"\n") and line.strip():
                        self._add(line, f"{file}, line {number}")

    def _add(self, line: bytes, where: str) -> None:
        try:
            result = json.loads(line)
            job = result.get("job_id")
            row = result.get("job_row", 0 if "row" not in result else None)
            company = (result.get("matched") or {}).get("company_number")
            blocks = result.get("blocks") or {}
            may = frozenset(
                key for key, told in blocks.items() if told.get("status") in ("available", "pending")
            )
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            raise StateError(f"{where} is no result") from error
        if not isinstance(job, str) or type(row) is not int:
            return  # An error, or a line of an older client.
        rows = self._jobs.setdefault(job, {})
        before = rows.get(row, (None, frozenset()))
        may |= before[1]
        rows[row] = company or before[0], self._alike.setdefault(may, may)

    def check(self, statement: str, month: str, need_all: bool) -> None:
        """Holds every charge of a kept statement against its row. @raises StatementsError"""
        with open(statement, "rb") as lines:
            for number, line in enumerate(lines, 1):
                value = checker.parse(line[:-1])
                if value is not None and "charge" in value:
                    self._check(value["charge"], f"{month}, line {number}", need_all)

    def _check(self, charge: Any, where: str, need_all: bool) -> None:
        row = self._jobs.get(charge["job_id"], {}).get(charge["row"])
        if row is None:
            if need_all:
                raise StatementsError("charge_unknown", where)
            return
        company = charge["company_number"]
        if (company is not None and company != row[0]) or not row[1].issuperset(charge["units"]):
            raise StatementsError("row_differs", where)
