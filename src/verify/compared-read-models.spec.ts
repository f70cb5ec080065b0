import { ERROR_PACKS } from '../../projections/errors/errors.document.js';
import {
  LATE_BLOCKS,
  RESULT_CHUNKS,
  RESULT_PACKS,
  resultChunkKey,
} from '../../projections/results/results.document.js';
import { SUBMITTED_ROWS } from '../../projections/submitted-rows/submitted-rows.document.js';
import {
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_DAYS,
  USAGE_JOBS,
} from '../../projections/usage/usage.document.js';
import { adjust, reverse } from '../../test/support/logs/adjusted.js';
import { ACCOUNT, JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { projected } from '../../test/support/logs/projected.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../../test/support/logs/row-stories.js';
import type { RowStory } from '../../test/support/logs/row-stories.js';
import { OTHER_JOB, aLog, breaches, reportOf } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import type { Document } from '../../packages/platform/src/read-models/read-models.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';

const jobNumber = (n: number): JobId => OTHER_JOB.replace(/.$/, String(n)) as JobId;

const changing =
  (fields: JsonObject) =>
  (document: Document): Document => ({ ...document, fields: { ...document.fields, ...fields } });

function changeByte({ fields, body }: Document): Document {
  const changed = Uint8Array.from(body ?? []);
  changed[5] = (changed[5] ?? 0) ^ 1;
  return { fields, body: changed };
}

const log = forEachTest(aLog);
const models = forEachTest(() => projected(log.store));

const found = (): Promise<Record<number, string[]>> =>
  breaches({ eventStore: log.store, readModels: models.live });

const KINDS: readonly RowStory[] = [BOTH, NO_INDUSTRY, 'not_matched', 'ambiguous_match'];
const anyKind = (row: number): RowStory => KINDS[row % KINDS.length] ?? BOTH;

async function twoJobs(): Promise<void> {
  await log.run(aSubmission(250, 130), anyKind);
  log.time = '2026-11-22T12:00:00.000Z';
  await log.run(aSubmission(5, 3, { job_id: OTHER_JOB }), anyKind);
}

describe('read models that are the fold of the log pass,', () => {
  it('whatever kinds of rows there are', async () => {
    await twoJobs();
    await models.drive();
    expect(await found()).toEqual({});
    expect((await reportOf(5, { eventStore: log.store, readModels: models.live })).checked).toBe(18);
    expect((await reportOf(6, { eventStore: log.store, readModels: models.live })).checked).toBe(2);
  });

  it('at any place that their lanes have reached', async () => {
    await twoJobs();
    const made = await adjust(log, [aSubmission(250, 130)], { row: 4 });
    await adjust(log, [aSubmission(250, 130), aSubmission(5, 3, { job_id: OTHER_JOB })]);
    if (made !== null) await reverse(log, ACCOUNT, made);
    const positions = (await log.store.readAll({ after: LOG_START, limit: 1_000 })).events.map(
      (e) => e.position,
    );
    for (const position of positions) {
      await models.drive(['pages', 'billing'], position);
      expect(await found()).toEqual({});
    }
  });

  it('before any lane has begun', async () => {
    await twoJobs();
    expect(await found()).toEqual({});
  });

  it('with late blocks, losing attempts, abandoned submissions, unstored and erased rows', async () => {
    const job = aSubmission(2, 2);
    const rows = [INDUSTRY_PENDING, INDUSTRY_PENDING];
    await log.submit(job);
    await log.start(job, 0);
    await log.deliver(job, 0, rows, 'a0');
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    await log.fill(
      job,
      { chunk: 0, row: 1, block: 'industry' },
      { status: 'not_found', reason: 'no_sic_on_file' },
    );
    await log.complete(job, 0, countsOf(rows));
    await log.end(job, countsOf(rows));
    await log.run(aSubmission(1, 1, { job_id: OTHER_JOB, stored: false }));
    const third = aSubmission(3, 3, { job_id: jobNumber(3) });
    await log.run(third, anyKind);
    await log.erase(third);
    const fourth = aSubmission(3, 3, { job_id: jobNumber(4) });
    await log.ask(fourth);
    await models.drive();
    expect(await found()).toEqual({});
    await log.job(fourth, {
      type: 'SubmissionAbandoned',
      data: { job_id: fourth.job_id, reason: 'too old' },
    });
    await log.erase(job);
    expect(await found()).toEqual({});
    await models.drive();
    expect(await found()).toEqual({});
  });
});

describe('invariant 5 is broken by', () => {
  beforeEach(async () => {
    await twoJobs();
    await models.drive();
  });

  it('a unit too many on one day', async () => {
    await models.tamper(USAGE_DAYS.name, '000000001001.2026-11-21', ({ fields }) => ({
      fields: { ...fields, units: { company_identity: 127, industry: 63 } },
    }));
    expect(await found()).toEqual({
      5: ['usage_days/000000001001.2026-11-21 company_identity: 127 shown, 126 in the log'],
    });
  });

  it('a day that is missing', async () => {
    await models.tamper(USAGE_DAYS.name, '000000001001.2026-11-22', () => undefined);
    expect((await found())[5]).toEqual([
      'usage_days/000000001001.2026-11-22 rows: 0 shown, 3 in the log',
      'usage_days/000000001001.2026-11-22 company_identity: 0 shown, 3 in the log',
      'usage_days/000000001001.2026-11-22 industry: 0 shown, 2 in the log',
    ]);
  });

  it('units that are shown on the wrong job', async () => {
    const [first] = await models.keys(USAGE_JOBS.name);
    await models.tamper(USAGE_JOBS.name, first ?? '', ({ fields }) => ({ fields: { ...fields, rows: 124 } }));
    expect(await found()).toEqual({
      5: [`usage_jobs/000000001001.${JOB}.2026-11-21 rows: 124 shown, 126 in the log`],
    });
  });

  it('adjustments that are shown otherwise than they were made, or not at all', async () => {
    await adjust(log, [aSubmission(5, 3, { job_id: OTHER_JOB })], { block: 'industry' });
    await models.drive();
    expect(await found()).toEqual({});
    const [day] = await models.keys(USAGE_ADJUSTED_DAYS.name);
    await models.tamper(USAGE_ADJUSTED_DAYS.name, day ?? '', ({ fields }) => ({
      fields: { ...fields, units: { industry: -3 } },
    }));
    const [job] = await models.keys(USAGE_ADJUSTED_JOBS.name);
    await models.tamper(USAGE_ADJUSTED_JOBS.name, job ?? '', () => undefined);
    expect(await found()).toEqual({
      5: [
        `usage_adjusted_days/${day} industry: -3 shown, -2 in the log`,
        `usage_adjusted_jobs/${job} industry: 0 shown, -2 in the log`,
      ],
    });
  });

  it('an `as_of` that is not the last charge', async () => {
    await models.tamper(USAGE_ACCOUNTS.name, '000000001001', ({ fields }) => ({
      fields: { ...fields, as_of_position: '000000000001' },
    }));
    expect((await found())[5]).toEqual([
      expect.stringMatching(
        /^usage of account 1001 is shown as of position 000000000001; its last charge or adjustment is at \d+$/,
      ),
    ]);
  });
});

describe('invariant 6 is broken by', () => {
  const DIFFER = { 6: [`the pages of ${JOB} are not what its records say`] };

  beforeEach(async () => {
    await twoJobs();
    await models.drive();
  });

  const BREACHES: [string, { name: string }, (document: Document) => Document | undefined][] = [
    ['a pack that is missing', RESULT_PACKS, () => undefined],
    ['a byte of a row changed', RESULT_PACKS, changeByte],
    ['a row said to be longer', RESULT_PACKS, changing({ lengths: [1] })],
    ['a chunk whose record points at another attempt', RESULT_CHUNKS, changing({ attempt: 'a9' })],
    ['an errors entry changed', ERROR_PACKS, changeByte],
    ['rows as asked that are missing', SUBMITTED_ROWS, () => undefined],
  ];

  it.each(BREACHES)('%s', async (_title, collection, change) => {
    const [first] = await models.keys(collection.name);
    await models.tamper(collection.name, first ?? '', change);
    expect(await found()).toEqual(DIFFER);
  });

  it('a late block changed', async () => {
    const job = aSubmission(2, 2, { job_id: jobNumber(3) });
    const rows = [BOTH, INDUSTRY_PENDING];
    await log.submit(job);
    await log.start(job, 0);
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(job, { chunk: 0, row: 1, block: 'industry' }, { status: 'available' });
    await models.drive();
    expect(await found()).toEqual({});
    const [first] = await models.keys(LATE_BLOCKS.name);
    await models.tamper(LATE_BLOCKS.name, first ?? '', changeByte);
    expect(await found()).toEqual({ 6: [`the pages of ${job.job_id} are not what its records say`] });
  });

  it('pages still shown although their rows are erased', async () => {
    const chunk = resultChunkKey(JOB, 0);
    const [pack = ''] = await models.keys(RESULT_PACKS.name);
    const [chunkBefore, packBefore] = [
      await models.live.get(RESULT_CHUNKS.name, chunk),
      await models.live.get(RESULT_PACKS.name, pack),
    ];
    await log.erase(aSubmission(250, 130));
    await models.drive();
    expect(await found()).toEqual({});
    await models.tamper(RESULT_CHUNKS.name, chunk, () => chunkBefore);
    await models.tamper(RESULT_PACKS.name, pack, () => packBefore);
    expect(await found()).toEqual({ 6: [`the pages of ${JOB} are shown although their rows are erased`] });
  });
});
