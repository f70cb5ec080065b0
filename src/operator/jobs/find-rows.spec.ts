import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { RESULT_PACKS } from '../../../projections/results/results.document.js';
import { ERROR_PACKS } from '../../../projections/errors/errors.document.js';
import { SUBMITTED_ROWS } from '../../../projections/submitted-rows/submitted-rows.document.js';
import { ROW_NAMES } from '../../../projections/row-names/row-names.document.js';
import { ReadModelNotReadyError } from '../../../packages/platform/src/projector/generation-reader.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { driveLanesToHead } from '../operator.js';
import { customerJobRows, everyCustomerRow, everyJobRow, showJobRows, type RowsRequest } from './job-rows.js';
import { accountStream } from '../../streams/account/account.events.js';
import { plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import { readResultsPage } from '../../jobs/pages/results-page.js';
import { findJobDocument } from './list-jobs.js';
import type { RowFilter, ServedRow } from './find-rows.js';

const world = forEachTest(operatorWorld);
const ANY: RowFilter = { state: null, reason: null, words: null };
const request = (filter: Partial<RowFilter>, more: Partial<RowsRequest> = {}): RowsRequest => ({
  ...{ job: JOB, filter: { ...ANY, ...filter }, page: 1, size: 100, jumpToRow: null },
  now: new Date(world.log.time),
  ...more,
});
const rowsOf = async (filter: Partial<RowFilter>): Promise<number[]> => {
  const { rows, total } = await showJobRows(world.operator, { ...request(filter), reason: null });
  expect(total).toBe(rows.length);
  return rows.map(({ row }) => row);
};

/** Sixty rows in chunks of twenty. The last chunk never ran. */
async function sixtyRows(perChunk = 20): Promise<void> {
  const { log } = world;
  log.time = new Date().toISOString();
  await log.openAccount();
  log.asked = (row) => ({ ref: `r${row}`, company_name: row === 47 ? "Möbel O'Brien" : 'Other' });
  const job = aSubmission(60, perChunk);
  await log.submit(job);
  const story = (row: number) =>
    row === 7 ? 'not_matched' : row === 9 ? 'ambiguous_match' : row === 11 ? INDUSTRY_PENDING : BOTH;
  for (let chunk = 0; chunk * perChunk < 40; chunk++)
    await log.work(
      job,
      chunk,
      Array.from({ length: perChunk }, (_, index) => story(chunk * perChunk + index)),
    );
}

describe.each([
  ['in chunks of many', 20],
  ['in chunks of few', 5],
])('rows of a job, %s,', (_title, perChunk) => {
  beforeEach(() => sixtyRows(perChunk));

  it.each<[string, Partial<RowFilter>, number[]]>([
    ['by a word of their ref', { words: 'r41' }, [41]],
    ['by their whole ref, whatever its case', { words: ' R12.' }, [12]],
    ['by the name that was asked for', { words: 'o brien' }, [47]],
    ['by a name in another spelling of the same letters', { words: 'MO\u0308BEL' }, [47]],
    ['by nothing that no row has', { words: 'r1 nothing' }, []],
    ['by their state', { state: 'failed' }, [7, 9]],
    ['by their reason', { reason: 'ambiguous_match' }, [9]],
    ['by several at once', { state: 'failed', words: 'r7' }, [7]],
    ['that wait', { state: 'pending', words: 'r40' }, [40]],
  ])('are found %s', async (_what, filter, expected) => {
    expect(await rowsOf(filter)).toEqual(expected);
  });

  it('are found by the name of their company', async () => {
    const found = await rowsOf({ words: 'example ltd' });
    expect(found).toEqual(
      Array.from({ length: 40 }, (_, row) => row).filter((row) => row !== 7 && row !== 9),
    );
  });
});

it.each([20, 5])('rows are shown as the API serves them, in chunks of %d', async (perChunk) => {
  await sixtyRows(perChunk);
  const { operator } = world;
  await driveLanesToHead(operator, 'work', 'pages');
  const sources = { reader: operator.models, store: operator.stores.eventStore };
  const job = await findJobDocument(operator, JOB);
  const page = await readResultsPage(sources, { job, isEnded: false, firstRow: 0, limit: 60 });
  const served: ServedRow[] = [];
  for await (const bytes of page.rowsJson())
    served.push(...(JSON.parse(`[${Buffer.from(plainOf(bytes)).toString()}]`) as ServedRow[]));
  const seen = (row: ServedRow | null) => ({
    ...{ ref: row?.ref, status: row?.status, reason: row?.reason },
    ...{ number: row?.matched?.company_number, name: row?.matched?.company_name },
    blocks: Object.entries(row?.blocks ?? {}).map(([block, { status }]) => [block, status]),
  });
  const { rows } = await showJobRows(operator, { ...request({}), reason: null });
  expect(rows.map((row) => seen(row.served))).toEqual(served.map(seen));
  expect(new Set(served.map(({ status, reason }) => `${status} ${reason ?? ''}`)).size).toBe(4);
});

describe('a search', () => {
  /** Collections of which a search reads documents. */
  async function readBy(filter: Partial<RowFilter>): Promise<ReadonlySet<string>> {
    const { models } = world.operator;
    const ranges = jest.spyOn(models, 'range');
    const served = jest.spyOn(models, 'get');
    const found = await rowsOf(filter);
    expect(found).not.toEqual([]);
    return new Set([...ranges.mock.calls, ...served.mock.calls].map(([collection]) => collection));
  }

  it.each([20, 5])('reads no delivered rows to show failed ones, in chunks of %d', async (perChunk) => {
    await sixtyRows(perChunk);
    expect(await readBy({ state: 'failed' })).not.toContain(RESULT_PACKS.name);
    expect(await readBy({ reason: 'not_matched', words: 'r7' })).not.toContain(RESULT_PACKS.name);
  });

  it.each([20, 5])(
    'by words reads no delivered rows to show settled ones, in chunks of %d',
    async (perChunk) => {
      await sixtyRows(perChunk);
      expect(await readBy({ words: 'r12 example' })).not.toContain(RESULT_PACKS.name);
    },
  );

  it('finds the rows that a cancelled job skipped', async () => {
    await sixtyRows();
    const { log, operator } = world;
    const job = aSubmission(60, 20);
    const last = Array.from({ length: 20 }, (_, index) => 40 + index);
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
    expect(await rowsOf({ state: 'skipped' })).toEqual([]);
    expect(await rowsOf({ state: 'pending' })).toEqual(last);
    await log.end(job, { succeeded: 38, not_found: 1, failed: 1, site_unreachable: 0 }, 20);
    await driveLanesToHead(operator, 'billing');
    expect(await rowsOf({ state: 'pending' })).toEqual([]);
    expect(await rowsOf({ state: 'skipped' })).toEqual(last);
    expect(await rowsOf({ state: 'failed' })).toEqual([7, 9]);
    expect(await rowsOf({ reason: 'not_completed', words: 'o brien' })).toEqual([47]);
    const [row] = (await showJobRows(operator, { ...request({ words: 'r47' }), reason: null })).rows;
    expect(row).toMatchObject({ units: 0, served: { ref: 'r47', reason: 'not_completed', blocks: {} } });
  });

  it('knows nothing of an attempt that came second', async () => {
    await sixtyRows();
    const lost = Array.from({ length: 20 }, () => 'error' as const);
    await world.log.deliver(aSubmission(60, 20), 0, lost, 'loser');
    expect(await rowsOf({ words: 'r12 example' })).toEqual([12]);
    expect(await rowsOf({ state: 'failed' })).toEqual([7, 9]);
  });

  it('finds rows of packs without names, which an older version delivered', async () => {
    const { models } = world.operator;
    const range = models.range.bind(models);
    await sixtyRows();
    jest
      .spyOn(world.operator.models, 'range')
      .mockImplementation(async (collection, query) =>
        collection === ROW_NAMES.name ? [] : range(collection, query),
      );
    expect(await rowsOf({ words: 'r12 example' })).toEqual([12]);
  });

  describe('of many chunks', () => {
    const [perChunk, chunks] = [100, 12];

    beforeEach(async () => {
      const { log } = world;
      log.time = new Date().toISOString();
      await log.openAccount();
      log.asked = (row) => ({ ref: `r${row}`, company_name: row % perChunk === 50 ? 'Zebra' : 'Other' });
      const job = aSubmission(perChunk * chunks, perChunk);
      const stories = Array.from({ length: perChunk }, (_, row) => (row === 50 ? 'not_matched' : BOTH));
      await log.submit(job);
      for (let chunk = 0; chunk < chunks; chunk++) await log.work(job, chunk, stories);
    });

    it('holds few delivered rows at once, however many an older version delivered', async () => {
      const { models } = world.operator;
      const range = models.range.bind(models);
      jest
        .spyOn(models, 'range')
        .mockImplementation(async (collection, query) =>
          collection === ROW_NAMES.name ? [] : range(collection, query),
        );
      const chunksOfPages = jest.spyOn(models, 'getMany');
      expect(await rowsOf({ words: 'r1150' })).toEqual([1150]);
      expect(await rowsOf({ words: 'r1151 example' })).toEqual([1151]);
      const held = chunksOfPages.mock.calls.map(([, keys]) => keys.length);
      expect(held.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(chunks);
      expect(Math.max(...held)).toBeLessThan(chunks);
    });

    it.each<[string, 'range' | 'get', string]>([
      ['failures', 'range', ERROR_PACKS.name],
      ['rows as they were sent', 'get', SUBMITTED_ROWS.name],
    ])('holds the %s of few chunks at once, and finds them in their order', async (_what, name, held) => {
      const { models } = world.operator;
      const read: (...of: readonly unknown[]) => Promise<unknown> = models[name].bind(models) as never;
      let [now, most] = [0, 0];
      jest.spyOn(models, name).mockImplementation(async (...of: readonly unknown[]) => {
        if (of[0] !== held) return (await read(...of)) as never;
        most = Math.max(most, ++now);
        return (await read(...of).finally(() => now--)) as never;
      });
      const failed = Array.from({ length: chunks }, (_, chunk) => chunk * perChunk + 50);
      expect(await rowsOf({ state: 'failed' })).toEqual(failed);
      expect(await rowsOf({ words: 'zebra' })).toEqual(failed);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThan(chunks);
    });
  });
});

describe('a page of rows', () => {
  beforeEach(() => sixtyRows());

  it('goes both ways, jumps to a row, and says how many there are', async () => {
    const page = (more: Partial<RowsRequest>, filter: Partial<RowFilter> = {}) =>
      showJobRows(world.operator, { ...request(filter, { size: 25, ...more }), reason: null });
    const at = async (...of: Parameters<typeof page>) => {
      const { rows, page: number, total } = await page(...of);
      return [rows[0]?.row, rows.length, number, total];
    };
    expect(await at({})).toEqual([0, 25, 1, 60]);
    expect(await at({ page: 3 })).toEqual([50, 10, 3, 60]);
    expect(await at({ page: 9 })).toEqual([undefined, 0, 9, 60]);
    expect(await at({ jumpToRow: 26 })).toEqual([25, 25, 2, 60]);
    expect(await at({ jumpToRow: 8 }, { state: 'failed' })).toEqual([7, 2, 1, 2]);
  });

  it('shows what each row cost, and none for a row that failed', async () => {
    const { rows } = await showJobRows(world.operator, { ...request({}), reason: null });
    expect(rows[0]).toMatchObject({ units: 2, net_units: 2 });
    expect(rows[7]).toMatchObject({ units: 0, served: { ref: 'r7', reason: 'not_matched' } });
  });

  it('keeps the bill of erased rows', async () => {
    await world.log.job(aSubmission(60, 20), { type: 'JobRowsErased', data: { reason: 'asked' } });
    const page = await showJobRows(world.operator, { ...request({ words: 'r1' }), reason: null });
    expect(page).toMatchObject({ goneReason: 'rows_expired', total: 60 });
    expect(page.rows[0]).toMatchObject({ row: 0, served: null, units: 2 });
  });

  it('is found without the index while that is made from the log', async () => {
    const range = world.operator.models.range.bind(world.operator.models);
    jest.spyOn(world.operator.models, 'range').mockImplementation(async (collection, query) => {
      if (collection === ROW_NAMES.name) throw new ReadModelNotReadyError(collection);
      return range(collection, query);
    });
    expect(await rowsOf({ words: 'r12' })).toEqual([12]);
  });

  it('is read whole for a file, and is for nobody but its owner', async () => {
    const rows = [];
    const failed = request({ state: 'failed' });
    for await (const { row } of await everyCustomerRow(world.operator, ACCOUNT, failed)) rows.push(row);
    expect(rows).toEqual([7, 9]);
    const foreign = everyCustomerRow(world.operator, 1002 as AccountId, failed);
    await expect(foreign).rejects.toMatchObject({ code: 'unknown_job' });
    const stranger = customerJobRows(world.operator, 1002 as AccountId, request({}));
    await expect(stranger).rejects.toMatchObject({ code: 'unknown_job' });
  });

  it('is read whole for an operator with one record, one search, and one read of what the rows cost', async () => {
    const { operator } = world;
    const ranges = jest.spyOn(operator.models, 'range');
    const streams = jest.spyOn(operator.stores.eventStore, 'readStream');
    const before = await operator.stores.eventStore.head();
    const rows = [];
    const found = await everyJobRow(operator, { ...request({ words: 'r7' }), reason: 'ticket 17' });
    for await (const { row } of found) rows.push(row);
    expect(rows).toEqual([7]);
    expect(ranges.mock.calls.filter(([collection]) => collection === ROW_NAMES.name)).toHaveLength(1);
    expect(streams.mock.calls.filter(([stream]) => stream === accountStream(ACCOUNT))).toHaveLength(1);
    const { events } = await operator.stores.eventStore.readAll({ after: before, limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(['InvestigationOpened']);
  });
});
