/** A list of any length, over a service that cuts connections, is busy, or sees the program die in the middle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  CompanyData,
  ListChangedError,
  SmallJobsError,
  type AcceptedJob,
  type ListOptions,
  type ListProgress,
  type ListRow,
  type ListState,
  type StateStore,
} from '../../../packages/client/src/index.js';
import { StandInService, type Misbehaviour } from '../../support/stand-in-service.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
const service = forEachTest(() => StandInService.start(KEY));
beforeEach(() => void (service.maxRows = 4));

const rowsOf = (count: number): { ref: string; company_number: string }[] =>
  Array.from({ length: count }, (_, row) => ({
    ref: `r${row}`,
    company_number: row % 5 === 3 ? '1' : '01234567',
  }));
const refsOf = (count: number): string[] => rowsOf(count).map(({ ref }) => ref);

interface OlderRun {
  readonly rows: ReturnType<typeof rowsOf>;
  readonly taken: number;
  readonly state: ListState;
  readonly accepted: Parameters<StandInService['accepted']>[0];
}
/** What version 1.0.0 left of a list of 26 rows, in jobs of 12, when it died. */
const older = (): OlderRun =>
  JSON.parse(readFileSync(join(__dirname, '../../fixtures/older-runs/typescript.json'), 'utf8')) as OlderRun;

/** A store that outlives the run which keeps its state there. */
function kept(): StateStore & { state: ListState | null } {
  return {
    state: null,
    load() {
      return Promise.resolve(this.state);
    },
    save(state) {
      this.state = state;
      return Promise.resolve();
    },
  };
}

const list = (rows: ReturnType<typeof rowsOf>, options: Partial<ListOptions> = {}) =>
  new CompanyData({ url: service.url, key: KEY, pause: () => Promise.resolve() }).jobs.submit(rows, {
    blocks: ['industry'],
    onWarning: () => undefined,
    ...options,
  });

/** The results up to so many: then the program is gone. */
async function taken(run: AsyncIterable<ListRow>, most = Infinity): Promise<ListRow[]> {
  const taken: ListRow[] = [];
  for await (const row of run) {
    taken.push(row);
    if (taken.length === most) break;
  }
  return taken;
}

describe('a list', () => {
  it('is as many jobs as it takes, and one stream of results in its order', async () => {
    const accepted: number[] = [];
    const told: ListProgress[] = [];
    const run = list(rowsOf(11), {
      onJob: ({ rows }) => void accepted.push(rows),
      onProgress: (progress) => void told.push(progress),
    });
    const results = await taken(run);
    expect(results.map(({ row, ref }) => [row, ref])).toEqual(refsOf(11).map((ref, row) => [row, ref]));
    expect(accepted).toEqual([4, 4, 3]);
    expect(told.at(-1)).toEqual({ submitted: 11, processed: 11, delivered: 11 });
    const errors: number[] = [];
    for await (const { row } of run.errors()) errors.push(row);
    expect(errors).toEqual([3, 8]);
  });

  it('is cut as the key may send', async () => {
    service.maxRows = 5;
    await taken(list(rowsOf(11)));
    expect(service.jobs.map(({ rows }) => rows.length)).toEqual([5, 5, 1]);
  });

  it('may have no rows', async () => {
    expect(await taken(list([]))).toEqual([]);
    expect(service.jobs).toEqual([]);
  });

  it('is submitted ahead of what is read, but no further than asked', async () => {
    const run = list(rowsOf(40), { jobsAhead: 1 });
    expect(await taken(run, 1)).toHaveLength(1);
    expect(service.jobs.length).toBeLessThanOrEqual(3);
  });

  it('is whole, in order and paid for once, whatever goes wrong on the way', async () => {
    const fault = fc.constantFrom<Misbehaviour | undefined>(
      ...(['drop_before', 'drop_after', 429, 503, 500, undefined] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 12 }), async (faults) => {
        const before = service.rowsAccepted;
        service.faults = [...faults];
        const results = await taken(list(rowsOf(10)));
        expect(results.map(({ ref }) => ref)).toEqual(refsOf(10));
        expect(service.rowsAccepted - before).toBe(10);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

describe('a list whose program died', () => {
  it('goes on after the rows that were kept: none is lost, none comes twice, none is paid for twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), async (deaths) => {
        const before = service.rowsAccepted;
        const state = kept();
        const refs: string[] = [];
        for (const most of [...deaths, Infinity])
          refs.push(
            ...(await taken(list(rowsOf(18), { state, from: refs.length }), most)).map(({ ref }) => ref),
          );
        expect(refs).toEqual(refsOf(18));
        expect(service.rowsAccepted - before).toBe(18);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('goes on by itself from the page that was being read', async () => {
    const state = kept();
    const first = await taken(list(rowsOf(11), { state }), 6);
    const second = await taken(list(rowsOf(11), { state }));
    expect(second[0]?.row).toBe(4);
    expect(new Set([...first, ...second].map(({ row }) => row)).size).toBe(11);
    expect(second.at(-1)?.row).toBe(10);
    expect(await taken(list(rowsOf(11), { state }))).toEqual([]);
    expect(service.rowsAccepted).toBe(11);
  });

  it('is cut as it was, whatever the key may send by now', async () => {
    const state = kept();
    await taken(list(rowsOf(11), { state }), 1);
    const jobs: boolean[] = [];
    service.maxRows = 100;
    await taken(
      list(rowsOf(11), { state, rowsPerJob: 100, onJob: ({ replayed }) => void jobs.push(replayed) }),
    );
    expect(jobs.length).toBe(3);
    expect(service.rowsAccepted).toBe(11);
  });

  it('is not taken for another list', async () => {
    const state = kept();
    await taken(list(rowsOf(11), { state }), 9);
    const others = [rowsOf(12).slice(1), rowsOf(4), rowsOf(7)];
    for (const rows of others) await expect(taken(list(rows, { state }))).rejects.toThrow(ListChangedError);
    await expect(taken(list(rowsOf(11), { state, blocks: ['domain'] }))).rejects.toThrow(ListChangedError);
    expect(service.rowsAccepted).toBe(11);
  });

  it('is asked, and paid for, anew under another name', async () => {
    const state = kept();
    await taken(list(rowsOf(5), { state, run: 'march' }));
    await taken(list(rowsOf(5), { state, run: 'march' }));
    expect(service.rowsAccepted).toBe(5);
    expect(await taken(list(rowsOf(5), { state, run: 'april' }))).toHaveLength(5);
    expect(service.rowsAccepted).toBe(10);
    await taken(list(rowsOf(5), { run: 'march' }));
    expect(service.rowsAccepted).toBe(10);
  });
});

describe('a list that an earlier version began', () => {
  it('goes on as that version cut and numbered it, and is paid for once', async () => {
    const { rows, taken: before, state: text, accepted } = older();
    service.accepted(accepted);
    const state = kept();
    state.state = text;
    service.maxRows = 250_000;
    const jobs: [number, boolean][] = [];
    const options = {
      state,
      from: before,
      onJob: (job: AcceptedJob) => void jobs.push([job.rows, job.replayed]),
    };
    const results = await taken(list(rows, options));
    expect(results.map(({ row, ref }) => `${row} ${ref}`)).toEqual(
      rows.slice(before).map(({ ref }, at) => `${before + at} ${ref}`),
    );
    expect(jobs).toEqual([
      [12, true],
      [12, true],
      [2, false],
    ]);
    expect(service.rowsAccepted).toBe(26);
  });

  it('is not taken for a changed one', async () => {
    const { rows, state: text, accepted } = older();
    service.accepted(accepted);
    const state = { ...kept(), state: text };
    await expect(taken(list(rows.slice(1), { state }))).rejects.toThrow(ListChangedError);
    expect(service.rowsAccepted).toBe(24);
  });
});

describe('a new list', () => {
  it('has no job of ten rows or fewer, if it has more rows itself', async () => {
    service.maxRows = 250_000;
    await taken(list(rowsOf(61), { rowsPerJob: 30 }));
    expect(service.jobs.map(({ rows }) => rows.length)).toEqual([30, 16, 15]);
    await expect(taken(list(rowsOf(11), { rowsPerJob: 10 }))).rejects.toThrow(SmallJobsError);
    await taken(list(rowsOf(10), { rowsPerJob: 5 }));
    expect(service.jobs.slice(3).map(({ rows }) => rows.length)).toEqual([5, 5]);
  });

  it('is refused below eleven rows a job as often as it is tried, and once a short list has grown', async () => {
    service.maxRows = 250_000;
    const state = kept();
    for (const _ of [1, 2])
      await expect(taken(list(rowsOf(20), { state, rowsPerJob: 5 }))).rejects.toThrow(SmallJobsError);
    expect(service.jobs).toEqual([]);
    await taken(list(rowsOf(8), { state }), 1);
    const sent = service.jobs.map(({ rows }) => rows.length);
    await expect(taken(list(rowsOf(20), { state }))).rejects.toThrow(SmallJobsError);
    expect(sent[0]).toBe(5);
    expect(service.jobs.map(({ rows }) => rows.length)).toEqual(sent);
  });

  it('says what a smaller limit of the key means, before it submits', async () => {
    const told: string[] = [];
    await taken(list(rowsOf(11), { onWarning: (text) => void told.push(`${service.jobs.length} ${text}`) }));
    expect(told).toEqual([expect.stringMatching(/^0 This key may send 4 rows a job, .*live sources/)]);
  });

  it('can be planned for nothing', async () => {
    const rows = rowsOf(61);
    const options = { blocks: ['industry' as const], rowsPerJob: 30, run: 'a' };
    const client = new CompanyData({ url: service.url, key: KEY });
    const { jobs } = await client.jobs.plan(rows, options);
    expect(jobs.map(({ first_row, rows: count }) => [first_row, count])).toEqual([
      [0, 30],
      [30, 16],
      [46, 15],
    ]);
    expect(service.jobs).toEqual([]);
    service.maxRows = 250_000;
    await taken(client.jobs.submit(rows, options));
    expect(service.idempotencyKeys).toEqual(jobs.map(({ idempotency_key }) => idempotency_key));
  });

  it('to which rows were added after it was all submitted is no longer the same', async () => {
    const state = kept();
    await taken(list(rowsOf(8), { state }));
    await expect(taken(list(rowsOf(12), { state }))).rejects.toThrow('rows from 8 on');
    expect(service.rowsAccepted).toBe(8);
  });
});
