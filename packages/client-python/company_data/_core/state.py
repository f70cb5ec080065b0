"""What a run of a list keeps in its file, so that another process can go on with it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from company_data._core.pages import Place
from company_data.errors import StateError

_VERSION = 1


@dataclass
class Part:
    """One job of the list. Kept before it is sent: sent again, it is known by its idempotency key."""

    rows: int
    digest: str
    """Of the body; another list is not taken for this one."""
    job_id: str | None = None


@dataclass
class State:
    run: str
    """Begins the idempotency keys."""
    rows_per_job: int | None = None
    most_rows: int | None = None
    """The most rows that the key might send in one job; None: an earlier version began and cut it."""
    parts: list[Part] = field(default_factory=list)
    whole: bool = False
    """No row is left that no part has."""
    taken: int = 0
    """Rows that were taken, from the first on."""
    part: int = 0
    place: Place = field(default_factory=Place)
    """The next row to take: in this part, at this place."""
    written: int = 0
    """Bytes of the file of results that hold the rows taken."""

    def key(self, part: int) -> str:
        return f"{self.run}-{part}"

    def first_row(self, part: int) -> int:
        return sum(one.rows for one in self.parts[:part])

    @property
    def job_ids(self) -> list[str]:
        return [part.job_id for part in self.parts if part.job_id is not None]

    @property
    def submitted(self) -> int:
        return sum(part.rows for part in self.parts if part.job_id is not None)

    def text(self) -> str:
        return json.dumps({"version": _VERSION, **asdict(self)}, indent=1)


def state_of(text: str, file: str) -> State:
    """As `text` wrote it."""
    try:
        kept = json.loads(text)
        if kept.pop("version") != _VERSION:
            raise StateError(f"{file} is of another version of this client")
        parts = [Part(**part) for part in kept.pop("parts")]
        state = State(parts=parts, place=Place(**kept.pop("place")), **kept)
        if not _is_whole(state):
            raise ValueError("a value of another kind")
        return state
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StateError(f"{file} is not the state of a run: {error}") from error


def _is_whole(state: State) -> bool:
    counts = [state.taken, state.part, state.written, state.place.row]
    sizes = [state.rows_per_job, state.most_rows, *(part.rows for part in state.parts)]
    texts = [state.run, *(part.digest for part in state.parts)]
    absent = [state.place.cursor, *(part.job_id for part in state.parts)]
    return (
        all(type(count) is int and count >= 0 for count in counts)
        and all(size is None or (type(size) is int and size > 0) for size in sizes)
        and all(isinstance(text, str) for text in texts)
        and all(text is None or isinstance(text, str) for text in absent)
        and type(state.whole) is bool
    )
