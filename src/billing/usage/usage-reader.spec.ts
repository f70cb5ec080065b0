import { PROJECTIONS } from '../../../projections/index.js';
import { Projector } from '../../../packages/platform/src/projector/projector.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { TWO_PENCE, adjust, reverse } from '../../../test/support/logs/adjusted.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { eventually } from '../../../test/support/eventually.js';
import { QUICK, QUIET } from '../../../test/support/quiet-projector.js';
import { toyEvent } from '../../../test/support/logs/toy-projections.js';
import type { UsageQuery } from './usage-reader.js';
import { UsageWorld } from '../../../test/support/worlds/usage-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';

const range = { from: '2026-11-01', to: '2026-11-30' };
const question: UsageQuery = { account: ACCOUNT, range, granularity: 'block', jobId: null };
const OTHER = 'job_01JDXB8Z5N0000000000000002' as JobId;

const world = forEachTest(() => new UsageWorld());
beforeEach(async () => {
  await world.log.openAccount();
  await world.live.start();
});

const bodyOf = async (asked: UsageQuery) => {
  const answer = await world.usage.readUsage(asked);
  return answer.outcome === 'usage' ? answer.body : undefined;
};

describe('usage of an account', () => {
  it('is the sum of its jobs within the range', async () => {
    await world.log.run(aSubmission(2, 2));
    world.log.time = '2026-11-30T23:59:59.999Z';
    await world.log.run(aSubmission(1, 1, { job_id: OTHER }));
    world.log.time = '2026-12-01T00:00:00.000Z';
    await world.log.run(aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId }));
    await world.drive();
    const answer = await world.usage.readUsage(question);
    expect(answer).toMatchObject({ outcome: 'usage', body: { counts: { rows: 3, units: 6 } } });
  });

  it('is priced as the account agreed', async () => {
    const agreed = {
      currency: 'GBP',
      from: '2026-11-21',
      prices: { company_identity: '0.05', industry: '0.01' },
    };
    await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data: agreed }));
    await world.log.run(aSubmission(2, 2));
    await world.drive();
    expect(await world.usage.readUsage(question)).toMatchObject({
      body: { currency: 'GBP', amount: '0.12', unpriced: [] },
    });
  });

  it('shows beside what was charged what is not owed, and what is left', async () => {
    const prices = { company_identity: '0.02', industry: '0.02' };
    const agreed = { currency: 'GBP', from: '2026-11-21', prices };
    await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data: agreed }));
    const job = aSubmission(2, 2);
    await world.log.run(job);
    await world.drive();
    const before = (await bodyOf(question)) ?? {};
    world.log.time = '2026-12-24T12:00:00.000Z';
    const row = await adjust(world.log, [job], { job_id: JOB, row: 1 }, TWO_PENCE);
    const rest = await adjust(world.log, [job], { job_id: JOB, block: 'industry' }, TWO_PENCE);
    if (row === null || rest === null) throw new Error('nothing was adjusted');
    const reversal = await reverse(world.log, ACCOUNT, rest);
    await world.drive();
    const made = { reason: 'goodwill', reverses: null, currency: 'GBP', time: world.log.time };
    const body = await bodyOf(question);
    expect(body).toEqual({
      ...before,
      adjustments: expect.any(Array) as unknown,
      net_units: 2,
      net_amount: '0.04',
      as_of: { position: await world.eventStore.head(), time: world.log.time },
    });
    const industry = { block: 'industry', units: -1, currency: 'GBP', amount: '-0.02' };
    expect(new Map((body?.adjustments ?? []).map((one) => [one.adjustment_id, one]))).toEqual(
      new Map<unknown, unknown>([
        [
          row,
          {
            ...made,
            adjustment_id: row,
            units: -2,
            amount: '-0.04',
            items: [{ ...industry, block: 'company_identity' }, industry],
          },
        ],
        [rest, { ...made, adjustment_id: rest, units: -1, amount: '-0.02', items: [industry] }],
        [
          reversal,
          {
            ...made,
            adjustment_id: reversal,
            reverses: rest,
            units: 1,
            amount: '0.02',
            items: [{ ...industry, units: 1, amount: '0.02' }],
          },
        ],
      ]),
    );
  });

  it('shows adjustments in the order in which they were made', async () => {
    const job = aSubmission(8, 4);
    await world.log.run(job);
    const made: unknown[] = [];
    for (let row = 0; row < job.rows; row++) {
      world.log.time = new Date(Date.UTC(2026, 10, 21, 12, row)).toISOString();
      made.push(await adjust(world.log, [job], { row }));
    }
    await world.drive();
    const shown = (await bodyOf(question))?.adjustments ?? [];
    expect(shown.map(({ adjustment_id }) => adjustment_id)).toEqual(made);
  });

  it('shows adjustments by day, job and key like the charges, and of a job only its own', async () => {
    const job = aSubmission(1, 1);
    const other = aSubmission(1, 1, { job_id: OTHER });
    await world.log.run(job);
    await world.log.run(other);
    await adjust(world.log, [job, other]);
    await world.drive();
    const blocks = { company_identity: -2, industry: -2 };
    expect(await bodyOf({ ...question, granularity: 'day' })).toMatchObject({
      adjustments: [{ items: [{ date: '2026-11-21', units: -4, blocks }] }],
      net_units: 0,
    });
    expect(await bodyOf({ ...question, jobId: OTHER })).toMatchObject({
      counts: { units: 2 },
      adjustments: [{ units: -2 }],
      net_units: 0,
    });
    expect(await world.usage.readUsageBy('job', ACCOUNT, range)).toMatchObject({
      body: {
        adjustments: [
          {
            items: [
              { job_id: JOB, units: -2 },
              { job_id: OTHER, units: -2 },
            ],
          },
        ],
      },
    });
    expect(await world.usage.readUsageBy('key', ACCOUNT, range)).toMatchObject({
      body: { adjustments: [{ items: [{ key_id: KEY, units: -4 }] }] },
    });
    const december = { from: '2026-12-01', to: '2026-12-31' };
    expect(await bodyOf({ ...question, range: december })).not.toHaveProperty('adjustments');
  });

  it('waits for the charges that the log holds when it is asked', async () => {
    await world.drive();
    await world.log.run(aSubmission(2, 2));
    const answer = world.usage.readUsage(question);
    await world.drive();
    expect(await answer).toMatchObject({ body: { counts: { rows: 2 } } });
  });

  it('is exact up to its as_of where the lane is behind for longer', async () => {
    await world.log.run(aSubmission(2, 2));
    await world.drive();
    expect(await world.live.isReady('billing')).toBe(true);
    await world.log.run(aSubmission(1, 1, { job_id: OTHER }));
    const answer = await world.usage.readUsage(question);
    expect(answer).toMatchObject({ body: { counts: { rows: 2 } } });
  });

  it('is unavailable until the lane has caught up after a start, and where it stands still', async () => {
    const fresh = new UsageWorld();
    await fresh.log.run(aSubmission(1, 1));
    await fresh.live.start();
    expect(await fresh.usage.readUsage(question)).toEqual({ outcome: 'unavailable' });
    await world.log.run(aSubmission(2, 2));
    await world.drive();
    await world.log.append(rowsStream(OTHER, 0), toyEvent('RowsShredded'));
    const stores = { events: world.eventStore, models: world.readModels };
    const projector = new Projector({ stores, set: PROJECTIONS, log: QUIET, pauses: QUICK });
    await projector.start();
    await eventually('the lane stands still', () => world.live.troubleOf('billing'));
    await projector.stop();
    expect(await world.usage.readUsage(question)).toEqual({ outcome: 'unavailable' });
  });
});

describe('usage of one job', () => {
  beforeEach(async () => {
    await world.log.run(aSubmission(2, 2));
    await world.log.run(aSubmission(5, 2, { job_id: OTHER }));
  });

  it('leaves the others out', async () => {
    await world.drive();
    expect(await world.usage.readUsage({ ...question, jobId: JOB })).toMatchObject({
      body: { job_id: JOB, counts: { rows: 2, units: 4 } },
    });
  });

  it('knows the job from its own stream before the read model does', async () => {
    await world.drive(['access', 'billing']);
    await world.drive(['work']);
    const job = aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId });
    await world.log.submit(job);
    await world.drive(['billing']);
    expect(await world.usage.readUsage({ ...question, jobId: job.job_id })).toMatchObject({
      outcome: 'usage',
    });
    const stranger = { ...question, account: 1002 as AccountId, jobId: job.job_id };
    expect(await world.usage.readUsage(stranger)).toEqual({ outcome: 'job_not_found' });
  });

  it.each([
    ['is not an id', 'job_nothing', ACCOUNT],
    ['does not exist', 'job_01JDXB8Z5N0000000000000099', ACCOUNT],
    ["is another account's", JOB as string, 1002 as AccountId],
  ])('is not found where it %s', async (_title, jobId, account) => {
    await world.drive();
    expect(await world.usage.readUsage({ ...question, account, jobId })).toEqual({
      outcome: 'job_not_found',
    });
  });
});

describe('usage for operators', () => {
  it('is shown by job and by key', async () => {
    await world.log.run(aSubmission(2, 2));
    await world.log.run(aSubmission(3, 2, { job_id: OTHER }));
    await world.drive();
    expect(await world.usage.readUsageBy('job', ACCOUNT, range)).toMatchObject({
      body: {
        granularity: 'job',
        counts: { rows: 5, units: 10 },
        items: [
          { job_id: JOB, rows: 2, units: 4 },
          { job_id: OTHER, rows: 3, units: 6 },
        ],
      },
    });
    expect(await world.usage.readUsageBy('key', ACCOUNT, range)).toMatchObject({
      body: { granularity: 'key', items: [{ key_id: KEY, rows: 5, units: 10 }] },
    });
    expect(await world.usage.readUsageBy('job', 1002 as AccountId, range)).toMatchObject({
      body: { items: [] },
    });
  });

  it('is shown of one key alone, by block and by day', async () => {
    await world.log.run(aSubmission(2, 2));
    await world.drive();
    const ofKey = { account: ACCOUNT, range, key: KEY };
    const identity = { block: 'company_identity', units: 2 };
    expect(await world.usage.readKeyUsage({ ...ofKey, granularity: 'block' })).toMatchObject({
      body: { granularity: 'block', items: [identity, { block: 'industry', units: 2 }] },
    });
    expect(await world.usage.readKeyUsage({ ...ofKey, granularity: 'day' })).toMatchObject({
      body: { granularity: 'day', items: [{ date: '2026-11-21', rows: 2, units: 4 }] },
    });
    const other = 'key_01JDXB8Z5N0000000000000099' as typeof KEY;
    expect(await world.usage.readKeyUsage({ ...ofKey, key: other, granularity: 'day' })).toMatchObject({
      body: { counts: { rows: 0, units: 0 }, items: [] },
    });
  });
});
