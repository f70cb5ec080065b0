"""The client of an event loop (asyncio)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Sequence
from datetime import timedelta
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import httpx

from company_data import _files, _http
from company_data._core import operations, pages
from company_data._core.call import Dealing, call
from company_data._core.effects import (
    Append,
    Do,
    Effect,
    Emit,
    Pull,
    Request,
    Save,
    Send,
    Sleep,
    Steps,
)
from company_data._core.receipts import Checked
from company_data._core.retries import Retries
from company_data._core.run import ListRun, Order, Progress, Result
from company_data._core.sync import Sync, Synced, SyncOptions, checked_receipts
from company_data._core.watch import Watched, WatchOrder, WatchReport, WatchRun
from company_data._resolved import Resolved
from company_data.errors import CompanyDataError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from company_data.types import (
        AcceptedResolve,
        AskedRow,
        BlockKey,
        Catalogue,
        ErrorEntry,
        ErrorsPage,
        Job,
        Options,
        ResolveQuery,
        ResolveResponse,
        ResultsPage,
        Row,
        Usage,
        Whoami,
    )

T = TypeVar("T")
_END: Any = object()


class AsyncDriver:
    """Does what the core asks, in the calling task."""

    def __init__(self, address: _http.Address, http: httpx.AsyncClient, dealing: Dealing) -> None:
        self.http = http
        self.dealing = dealing
        self._address = address

    async def run(self, steps: Steps[T]) -> T:
        try:
            effect = next(steps)
            while True:
                effect = steps.send(await self._done(effect))
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            steps.close()

    async def call(self, request: Request[T]) -> T:
        return await self.run(call(request, self.dealing))

    async def iterate(self, steps: Steps[None]) -> AsyncIterator[Any]:
        reply = None
        try:
            while True:
                try:
                    effect = steps.send(reply)
                except StopIteration:
                    return
                if isinstance(effect, Emit):
                    for item in effect.items:
                        yield item
                    reply = None
                else:
                    reply = await self._done(effect)
        finally:
            steps.close()

    async def _done(self, effect: Effect) -> Any:
        if isinstance(effect, Send):
            # A long list takes a second to be compressed.
            written = await asyncio.to_thread(self._address.written, effect.request)
            try:
                async with self.http.stream(**written) as response:
                    with _http.Received(effect.request, response.status_code) as received:
                        async for piece in response.aiter_bytes():
                            received.add(piece)
                        return received.of(response)
            except httpx.RequestError as error:
                return _http.no_answer(error)
        if isinstance(effect, Sleep):
            return await asyncio.sleep(effect.seconds)
        if isinstance(effect, Pull):
            return await _pulled(effect)
        if isinstance(effect, Save):
            return await asyncio.to_thread(_files.replace, effect.file, effect.text)
        if isinstance(effect, Append):
            return await asyncio.to_thread(_files.append, effect.file, effect.at, effect.data)
        if isinstance(effect, Do):
            return await asyncio.to_thread(effect.work)
        raise TypeError(f"{effect} is for those who iterate")


async def _pulled(pull: Pull) -> list[Any]:
    if not isinstance(pull.source, AsyncIterator):
        return list(islice(pull.source, pull.most))
    items: list[Any] = []
    while len(items) < pull.most and (item := await anext(pull.source, _END)) is not _END:
        items.append(item)
    return items


class AsyncRun:
    """A list under way. Iterating hands out its rows in order."""

    def __init__(self, driver: AsyncDriver, run: ListRun, start: int | None) -> None:
        self._driver = driver
        self._run = run
        self._start = start

    @property
    def job_ids(self) -> list[str]:
        """Of the jobs that were submitted."""
        return self._run.state.job_ids

    def __aiter__(self) -> AsyncIterator[Result]:
        return self._driver.iterate(self._run.rows(self._start))

    async def save(self, file: str) -> int:
        """Writes every row to a file, one JSON text a line, and gives their number. Run again with the same
        state file after a crash, it goes on: no row is missing and none is there twice."""
        return await self._driver.run(self._run.saved(file))

    def errors(self) -> AsyncIterator[ErrorEntry]:
        """The rows that could not be resolved at all, by their index in the whole list; whole at its end."""
        return self._driver.iterate(self._run.errors())

    async def cancel(self) -> list[Job]:
        """Rows that were started are delivered; others are skipped and cost nothing. Nothing more is sent."""
        return await self._driver.run(self._run.cancelled())


class AsyncJobs:
    """Lists of companies as background jobs."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self,
        rows: Iterable[AskedRow],
        blocks: Sequence[BlockKey],
        options: Options | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Job:
        """One job, of as many rows as the key may send."""
        body = operations.job_body(rows, blocks, options)
        return await self._driver.call(operations.submit(body, idempotency_key or _http.new_key()))

    def submit(
        self,
        rows: Iterable[AskedRow] | AsyncIterable[AskedRow],
        blocks: Sequence[BlockKey],
        options: Options | None = None,
        *,
        state: str | None = None,
        start: int | None = None,
        rows_per_job: int | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> AsyncRun:
        """A list of any length: cut into jobs, of which two are under way at once, and read in order.

        `state`: a file in which the run keeps where it stands. After a crash the same list with the same file
        goes on, and pays for nothing twice. A row counts as taken once the page after it is asked for: those
        of the last page come again, unless `start` says how many were kept. A run that ended gives no more.
        `rows_per_job`: 11 or more for a longer list; the last jobs share their rows, so that none has ten or
        fewer.
        """
        order = Order(
            blocks,
            options,
            aiter(rows) if isinstance(rows, AsyncIterable) else iter(rows),
            state,
            on_progress,
        )
        run = ListRun(order, _files.state_of_run(state, rows_per_job), self._driver.dealing)
        return AsyncRun(self._driver, run, start)

    async def get(self, job_id: str) -> Job:
        return await self._driver.call(operations.job(job_id))

    async def wait(self, job_id: str, *, on_job: Callable[[Job], None] = lambda job: None) -> Job:
        """The job, once it has ended; `on_job` hears how it stands until then."""
        return await self._driver.run(pages.ended(job_id, self._driver.dealing, on_job))

    async def cancel(self, job_id: str) -> Job:
        """Rows that were started are delivered; the others are skipped and cost nothing."""
        return await self._driver.call(operations.cancel(job_id))

    def results(self, job_id: str) -> AsyncIterator[Row]:
        """Every row in the order of submission, each as soon as it and those before it are done."""
        return self._driver.iterate(pages.all_rows(job_id, self._driver.dealing))

    def errors(self, job_id: str) -> AsyncIterator[ErrorEntry]:
        """The rows that could not be resolved at all; complete where the job has ended."""
        return self._driver.iterate(pages.all_errors(job_id, self._driver.dealing))

    async def results_page(
        self, job_id: str, *, cursor: str | None = None, limit: int | None = None
    ) -> ResultsPage:
        return await self._driver.call(operations.results(job_id, cursor, limit))

    async def errors_page(
        self, job_id: str, *, cursor: str | None = None, limit: int | None = None
    ) -> ErrorsPage:
        return await self._driver.call(operations.errors(job_id, cursor, limit))


class AsyncWatch:
    """A watch under way. Iterating hands out what was skipped, then the answers; the watch is kept once all
    of them were taken."""

    def __init__(self, driver: AsyncDriver, run: WatchRun) -> None:
        self._driver = driver
        self._run = run

    @property
    def report(self) -> WatchReport | None:
        """None until the run has begun."""
        return self._run.report

    def __aiter__(self) -> AsyncIterator[Watched]:
        return self._driver.iterate(self._run.run())


class AsyncStatements:
    """The account's signed statements."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def sync(self, folder: str, **options: Unpack[SyncOptions]) -> Synced:
        """Keeps all statements in a folder, and holds them against what was kept before, against the log of
        heads and against what you have yourself. Raises `StatementsError` where anything differs."""
        return await self._driver.run(Sync(folder, options, self._driver.dealing).run())


class AsyncReceipts:
    """Receipts of answers, as the client keeps them."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def check(self, file: str, *, folder: str | None = None) -> Checked:
        """Proves each receipt of a file that is two hours old. `folder`: that of a sync, whose log of heads
        is held against the service's. Raises `StatementsError` where one has no proof."""
        return await self._driver.run(checked_receipts(file, folder, self._driver.dealing))


class AsyncClient:
    """The Company Data API, in an event loop.

    async with AsyncClient(key, "https://api.example.co.uk") as client:
        answer = await client.resolve(company_number="11990344", blocks=["company_identity"])

    `concurrency`: resolves under way at once. `receipts`: a file that keeps the receipts of answers. `http`:
    an httpx client of your own, with its proxies and certificates; you close it.
    """

    def __init__(
        self,
        key: str,
        url: str,
        *,
        retries: Retries = Retries(),
        concurrency: int = 8,
        receipts: str | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._owns_http = http is None
        dealing = _http.dealing_of(retries, receipts)
        self._driver = AsyncDriver(
            _http.Address(key, url), http or httpx.AsyncClient(timeout=_http.TIMEOUT), dealing
        )
        self._concurrency = concurrency
        self._resolves = asyncio.Semaphore(concurrency)
        self.jobs = AsyncJobs(self._driver)
        self.statements = AsyncStatements(self._driver)
        self.receipts = AsyncReceipts(self._driver)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._owns_http:
            await self._driver.http.aclose()

    async def whoami(self) -> Whoami:
        """What the key may do, and its limits."""
        return await self._driver.call(operations.whoami())

    async def blocks(self) -> Catalogue:
        """The catalogue: every block, option and reason code."""
        return await self._driver.call(operations.catalogue())

    def watch(
        self,
        rows: Sequence[AskedRow],
        blocks: Sequence[BlockKey],
        options: Options | None = None,
        *,
        state: str,
        max_age: timedelta = timedelta(0),
        rows_per_job: int | None = None,
    ) -> AsyncWatch:
        """Asks a list for what may have changed since the last run with this state; pays for nothing else.

        `state`: the file in which the watch is kept; remove it to ask for everything. After a crash the same
        list with the same file goes on, and pays for nothing twice. `max_age`: for so long blocks that do not
        follow from a company's own records are not asked again, though they may change.
        """
        order = WatchOrder(rows, blocks, state, max_age, options, rows_per_job)
        return AsyncWatch(self._driver, WatchRun(order, self._driver.dealing))

    async def usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        granularity: Literal["block", "day"] | None = None,
        job_id: str | None = None,
    ) -> Usage:
        """What was billed; days as YYYY-MM-DD, the last inclusive."""
        return await self._driver.call(operations.usage(from_, to, granularity, job_id))

    async def resolve(
        self, *, idempotency_key: str | None = None, **query: Unpack[ResolveQuery]
    ) -> ResolveResponse:
        """One company, now. Billed once, however often the connection breaks."""
        request = operations.resolve(query, idempotency_key or _http.new_key())
        async with self._resolves:
            return await self._driver.call(request)

    async def resolve_later(
        self, *, idempotency_key: str | None = None, **query: Unpack[ResolveQuery]
    ) -> AcceptedResolve:
        """One company as a job (`wait=false`); `row` gives what came of it."""
        request = operations.resolve_later(query, idempotency_key or _http.new_key())
        async with self._resolves:
            return await self._driver.call(request)

    async def row(self, job_id: str) -> Row:
        """The row of a resolve that left blocks pending, once they are there."""
        return await self._driver.run(pages.first_row(job_id, self._driver.dealing))

    async def resolve_many(
        self, rows: Iterable[ResolveQuery], **options: Unpack[ResolveQuery]
    ) -> AsyncIterator[Resolved]:
        """Many companies one by one, several at once, as fast as the key's allowance lets, in their order. A
        row's own fields win over `options`."""
        waiting: deque[asyncio.Task[Resolved]] = deque()
        try:
            for index, row in enumerate(rows):
                waiting.append(asyncio.create_task(self._resolved(index, {**options, **row})))
                if len(waiting) >= 2 * self._concurrency:
                    yield await waiting.popleft()
            while waiting:
                yield await waiting.popleft()
        finally:
            for task in waiting:
                task.cancel()

    async def _resolved(self, index: int, query: ResolveQuery) -> Resolved:
        try:
            return Resolved(index, answer=await self.resolve(**query))
        except CompanyDataError as error:
            return Resolved(index, error=error)
