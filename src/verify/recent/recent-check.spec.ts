import * as fc from 'fast-check';
import { RESULT_PACKS } from '../../../projections/results/results.document.js';
import { USAGE_DAYS, USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { projected } from '../../../test/support/logs/projected.js';
import { history, write } from '../../../test/support/logs/random-history.js';
import { BOTH, INDUSTRY_PENDING, countsOf } from '../../../test/support/logs/row-stories.js';
import { LosesOne } from '../../../test/support/stores/loses-one.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { PRICES, twoMonths, twoStatements } from '../../../test/support/statements/statement-months.js';
import { KEY_OF_TESTS, LEAF_SECRET, aStatement } from '../../../test/support/statements/statements.js';
import { OTHER_JOB, aLog, charging } from '../../../test/support/verified.js';
import {
  LOG_START,
  type Position,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { serviceStream } from '../../streams/service/service.events.js';
import { statementStream } from '../../streams/statement/statement.events.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { mergedReports, type InvariantReport } from '../invariant.js';
import { verifyLog } from '../verify-log.js';
import type { WalkSource } from '../walk.js';
import { RecentCheck } from './recent-check.js';

type Models = Awaited<ReturnType<typeof projected>>;

const said = (invariants: readonly InvariantReport[]): string[] =>
  invariants.flatMap(({ id, offenders }) => offenders.map(({ detail }) => `${id}: ${detail}`));

/** What a check says that begins at `since` with an empty memory. */
async function since(log: LogBuilder, models: Models, from: Position, to: Position): Promise<string[]> {
  const check = new RecentCheck({ eventStore: log.store, readModels: models.live }, from);
  // Short of the head a job may be open in the middle of an append.
  const judged = to === (await log.store.head()) ? 'all jobs' : 'ended jobs';
  const invariants = await check.advance(to, Infinity, judged);
  expect(check.position).toBe(to);
  return [...said(invariants), ...said([await check.settleDays()])];
}

async function positionsOf(log: LogBuilder): Promise<readonly Position[]> {
  const { events } = await log.store.readAll({ after: LOG_START, limit: 10_000 });
  return [LOG_START, ...events.map(({ position }) => position)];
}

let log: LogBuilder;
let models: Models;

beforeEach(async () => {
  log = await aLog();
  models = await projected(log.store);
});
afterEach(() => models.close());

describe('a check that goes on from a checkpoint', () => {
  it('says what of the read models it compared', async () => {
    const check = new RecentCheck({ eventStore: log.store, readModels: models.live }, LOG_START);
    const invariants = await check.advance(await log.store.head(), Infinity, 'all jobs');
    const all = mergedReports(invariants, [await check.settleDays()]);
    expect(all.filter(({ id }) => id === 5 || id === 6).map(({ note }) => note)).toEqual([
      'compared for the jobs that ended since, and for the days touched',
      'compared for the jobs that ended since',
    ]);
  });

  it('reads each kept row once, however often it goes on', async () => {
    const job = aSubmission(4, 2);
    await log.run(job);
    await models.drive();
    const check = new RecentCheck({ eventStore: log.store, readModels: models.live }, LOG_START);
    const compared: string[] = [];
    for (const position of await positionsOf(log)) {
      const invariants = await check.advance(position, Infinity, 'ended jobs');
      compared.push(...invariants.flatMap(({ id, note }) => (id === 3 && note !== null ? [note] : [])));
    }
    expect(compared.filter((note) => !note.startsWith('0 '))).toEqual([
      '2 kept answers compared with the record',
      '2 kept answers compared with the record',
    ]);
  });

  it('says of any history, begun anew at any positions, what a pass over the whole log says', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(fc.nat(200), { maxLength: 4 }), async (story, cuts) => {
        const any = new LogBuilder(new MemoryEventStore());
        await write(any, story);
        const built = await projected(any.store);
        try {
          await built.drive();
          const whole = await verifyLog({ eventStore: any.store, readModels: built.live });
          const positions = await positionsOf(any);
          const last = positions.length - 1;
          const ends = [...new Set([...cuts.map((cut) => Math.min(cut, last)), last])].sort((a, b) => a - b);
          const found = new Set<string>();
          let from = LOG_START;
          for (const end of ends) {
            const to = positions[end] ?? LOG_START;
            for (const detail of await since(any, built, from, to)) found.add(detail);
            from = to;
          }
          expect([...found].sort()).toEqual([...new Set(said(whole.invariants))].sort());
        } finally {
          await built.close();
        }
      }),
      { numRuns: process.env['TEST_LONG'] === undefined ? 25 : 500 },
    );
  });

  it('finds nothing wrong with a job that runs across it, wherever it lies', async () => {
    const job = aSubmission(5, 2, { idempotent: true });
    const rows = [BOTH, INDUSTRY_PENDING];
    await log.claim(job);
    await log.submit(job);
    await log.start(job, 0);
    await log.deliver(job, 0, rows, 'a0');
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(job, { chunk: 0, row: 1, block: 'industry' }, { status: 'available' });
    await log.complete(job, 0, countsOf(rows));
    const counts = countsOf([...rows, BOTH, BOTH, BOTH]);
    await log.work(job, 1, [BOTH, BOTH]);
    await log.work(job, 2, [BOTH]);
    await log.end(job, counts);
    await models.drive();
    const positions = await positionsOf(log);
    for (const from of positions)
      expect(await since(log, models, from, positions.at(-1) ?? from)).toEqual([]);
  });

  it('does not say again what lies before it', async () => {
    const job = aSubmission(2, 2);
    await log.submit(job);
    await log.start(job, 0);
    const refs = await log.deliver(job, 0, [BOTH, BOTH]);
    await log.recordRows(
      job,
      0,
      [charging({ company_identity: 2 }), charging({ company_identity: 1 })],
      refs,
    );
    const breach = await log.store.head();
    await log.complete(job, 0, countsOf([BOTH, BOTH]));
    await log.end(job, countsOf([BOTH, BOTH]));
    await models.drive();
    const head = await log.store.head();
    expect((await since(log, models, LOG_START, head)).length).toBeGreaterThan(0);
    expect(await since(log, models, breach, head)).toEqual([]);
  });

  it('names data that are missing once, and not those of rows that were erased since', async () => {
    const job = aSubmission(2, 2);
    await log.run(job);
    const ended = await log.store.head();
    await log.erase(job);
    await models.drive();
    expect(await since(log, models, LOG_START, ended)).toEqual([]);
  });

  it('finds rows deleted that were to be kept, whose job ended before it', async () => {
    const job = aSubmission(2, 2);
    await log.run(job);
    const ended = await log.store.head();
    await log.store.deleteStream(rowDataStream(job.job_id, 0));
    await models.drive();
    expect(await since(log, models, ended, await log.store.head())).toEqual([
      '8: rows were deleted that are still to be kept',
    ]);
  });

  it('finds a key claimed again although the job that held it ended before', async () => {
    const job = aSubmission(1, 1, { idempotent: true });
    await log.claim(job);
    await log.run(job);
    const ended = await log.store.head();
    await log.claim({ ...job, job_id: OTHER_JOB });
    await models.drive();
    expect(await since(log, models, ended, await log.store.head())).toEqual([
      '2: the idempotency key is claimed again while it is held',
    ]);
  });
});

it.each([
  ['RowsRecorded', 5],
  ['RowsDelivered', 6],
])(
  'finds read models without a %s that the log left out before a restart of the process',
  async (lost, id) => {
    const without = await projected(new LosesOne(log.store, ({ type }) => type === lost));
    try {
      const job = aSubmission(2, 2);
      await log.submit(job);
      await log.start(job, 0);
      const refs = await log.deliver(job, 0, [BOTH, BOTH]);
      await log.record(job, 0, [BOTH, BOTH], refs);
      // The lanes pass the event that they aren't given. What goes on behind it has no memory of that.
      await without.drive();
      await log.complete(job, 0, countsOf([BOTH, BOTH]));
      await log.end(job, countsOf([BOTH, BOTH]));
      await without.drive();
      const recent = await since(log, without, LOG_START, await log.store.head());
      expect(recent.filter((detail) => detail.startsWith(`${id}: `))).not.toEqual([]);
      const whole = await verifyLog({ eventStore: log.store, readModels: without.live });
      expect(whole.invariants.find((invariant) => invariant.id === id)?.ok).toBe(false);
    } finally {
      await without.close();
    }
  },
);

describe('a statement that was issued behind it', () => {
  const record = (issued: IssuedStatement) =>
    log.append(statementStream(ACCOUNT), log.event({ type: 'StatementIssued', data: issued }));
  /** What is found of invariant 10 from the statement of October on, which was judged before. */
  const found = async (october: IssuedStatement, november: IssuedStatement) => {
    await record(october);
    const from = await log.store.head();
    await record(november);
    await models.drive();
    const check = new RecentCheck({ eventStore: log.store, readModels: models.live }, from);
    const invariants = await check.advance(await log.store.head(), Infinity, 'all jobs');
    const reports = invariants.filter(({ id }) => id >= 10);
    const [report] = reports;
    return {
      checked: report?.checked,
      note: report?.note,
      details: reports.flatMap(({ offenders }) => offenders.map((one) => one.detail)),
    };
  };
  let october: IssuedStatement;
  let november: IssuedStatement;
  beforeEach(async () => {
    await models.close();
    log = await twoMonths();
    models = await projected(log.store);
    const { key_id, public_key } = KEY_OF_TESTS;
    const append = (stream: StreamName, type: string, data: object) =>
      log.append(stream, log.event({ type, data }));
    await append(serviceStream(), 'StatementKeyIntroduced', { key_id, public_key });
    for (const agreement of PRICES) await append(accountStream(ACCOUNT), 'PricesAgreed', agreement);
    await append(statementStream(ACCOUNT), 'LeafSecretMade', { account_id: ACCOUNT, secret: LEAF_SECRET });
    [{ issued: october }, { issued: november }] = await twoStatements(log);
  });

  it('is signed, goes on from the one before and has the lines of its part of the log', async () => {
    expect(await found(october, november)).toEqual({ checked: 1, note: null, details: [] });
  });

  it('has other lines than its part of the log, as well signed as it may be', async () => {
    const order = { month: '2026-11', earlier: [october], agreements: PRICES.slice(0, 1) };
    const { issued } = await aStatement(log, order);
    expect((await found(october, { ...issued, agreements: PRICES.length })).details).toEqual([
      'the statement of 2026-11 has other lines than its part of the log',
      'the statement of 2026-11 says 0 of charges; usage of the same charges and adjustments has 0.015',
      'the statement of 2026-11 says 0 GBP of charges; usage of the same charges and adjustments has 0.015',
      'the statement of 2026-11 says -0.02 GBP net; usage of the same charges and adjustments has -0.005',
      'the statement of 2026-11 says -0.02 GBP to pay; usage of the same charges and adjustments has -0.01',
    ]);
  });

  it('says another sum than usage of the same charges', async () => {
    const wrong = { ...november, totals: { ...november.totals, adjusted_amount: '-0.5' } };
    expect((await found(october, wrong)).details).toEqual([
      'the statement of 2026-11 says -0.5 of adjustments; usage of the same charges and adjustments has -0.02',
    ]);
  });

  it('has a tree of its own where it is partial', async () => {
    const { issued } = await aStatement(log, { month: '2026-11', earlier: [october], partial: true });
    expect(await found(october, issued)).toMatchObject({ checked: 1, details: [] });
  });

  describe('two months after another', () => {
    const THIRD_JOB = `${JOB.slice(0, -1)}7` as JobId;
    const DECEMBER_JOB = `${JOB.slice(0, -1)}8` as JobId;
    const YEAR_END = '2026-12-31T12:00:00.000Z';
    /** Positions behind which rows and adjustments were read. */
    let read: Position[];

    /** Reads from behind October's and November's, which were issued when their months were over. */
    async function foundOfDecember(before: () => Promise<void>): Promise<string[] | undefined> {
      await before();
      log.time = '2026-11-01T00:10:00.000Z';
      await record(october);
      log.time = '2026-11-30T12:00:00.000Z';
      await log.run(aSubmission(2, 2, { job_id: THIRD_JOB }));
      const earlier = [october];
      const { issued } = await aStatement(log, { month: '2026-11', agreements: PRICES, earlier });
      log.time = '2026-12-01T00:10:00.000Z';
      await record(issued);
      const from = await log.store.head();
      log.time = YEAR_END;
      await log.run(aSubmission(2, 2, { job_id: DECEMBER_JOB }));
      const order = { month: '2026-12', agreements: PRICES, earlier: [...earlier, issued] };
      await record((await aStatement(log, order)).issued);
      await models.drive();
      read = [];
      const eventStore: WalkSource['eventStore'] = {
        readStream: (stream, request) => log.store.readStream(stream, request),
        readAll: (request) => {
          if (request.categories?.includes('rows') === true) read.push(request.after);
          return log.store.readAll(request);
        },
      };
      const check = new RecentCheck({ eventStore, readModels: models.live }, from);
      const invariants = await check.advance(await log.store.head(), Infinity, 'all jobs');
      return invariants.find(({ id }) => id === 10)?.offenders.map(({ detail }) => detail);
    }

    const nothing = (): Promise<void> => Promise.resolve();

    it('its lines are made again from behind the statement that was issued before its month', async () => {
      const end = await log.store.head();
      expect(await foundOfDecember(nothing)).toEqual([]);
      expect(read.length).toBeGreaterThan(0);
      expect(read.every((after) => after > end)).toBe(true);
    });

    it('the whole log is read before anything is said', async () => {
      const tooEarly = async (): Promise<void> => {
        log.time = YEAR_END;
        await log.run(aSubmission(1, 1, { job_id: `${JOB.slice(0, -1)}9` as JobId }));
      };
      expect(await foundOfDecember(tooEarly)).toEqual([]);
      expect(read).toContain(LOG_START);
    });
  });

  const otherDigit = (text: string): string => text.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  it.each<[string, () => IssuedStatement]>([
    ['2026-10 does not go on from the one before', () => october],
    [
      '2026-11 has another tree head than its tree',
      () => ({ ...november, frontier: november.frontier.map(otherDigit) }),
    ],
    ['2026-11 has 0 lines, its tree 2', () => ({ ...november, head: { ...november.head, entries: 0 } })],
    [
      `2026-11 is not signed with key ${KEY_OF_TESTS.key_id} of the log`,
      () => ({ ...november, signature: otherDigit(november.signature) }),
    ],
  ])('the statement of %s', async (said, wrong) => {
    expect((await found(october, wrong())).details?.[0]).toBe(`the statement of ${said}`);
  });
});

describe('figures and pages that were changed by hand', () => {
  let before: Position;
  beforeEach(async () => {
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    before = await log.store.head();
    await log.run(aSubmission(3, 2));
    await models.drive();
  });

  const found = async (): Promise<string[]> => since(log, models, before, await log.store.head());

  it("a job's figures differ from its charges, and from its day's", async () => {
    const key = `000000001001.${JOB}.2026-11-21`;
    await models.tamper(USAGE_JOBS.name, key, ({ fields }) => ({ fields: { ...fields, rows: 4 } }));
    expect(await found()).toEqual([
      `5: usage_jobs/${key} rows: 4 shown, 3 in the log`,
      '5: usage_days/000000001001.2026-11-21 rows: 4 shown, 5 in its jobs',
    ]);
  });

  it("a day's figures differ from those of its jobs and keys", async () => {
    const key = '000000001001.2026-11-21';
    await models.tamper(USAGE_DAYS.name, key, ({ fields }) => ({ fields: { ...fields, rows: 9 } }));
    expect(await found()).toEqual([
      `5: usage_days/${key} rows: 9 shown, 4 in its jobs`,
      `5: usage_days/${key} rows: 9 shown, 4 in its keys`,
    ]);
  });

  it('a byte of a page differs from what was delivered', async () => {
    const pack = (await models.keys(RESULT_PACKS.name)).find((key) => key.startsWith(JOB)) ?? '';
    await models.tamper(RESULT_PACKS.name, pack, ({ fields, body }) => ({
      fields,
      body: Uint8Array.from(body ?? [], (byte, index) => (index === 3 ? byte ^ 1 : byte)),
    }));
    expect(await found()).toEqual([`6: the pages of ${JOB} are not what its records say`]);
  });
});
