import { PROJECTIONS } from '../../../projections/index.js';
import { Projector } from '../../platform/projector/projector.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { eventually } from '../../../test/support/eventually.js';
import { QUICK, QUIET } from '../../../test/support/quiet-projector.js';
import { toyEvent } from '../../../test/support/logs/toy-projections.js';
import { UsageWorld } from '../../../test/support/worlds/usage-world.js';

const range = { from: '2026-11-01', to: '2026-11-30' };
const question = { account: ACCOUNT, range, granularity: 'block', jobId: null } as const;
const OTHER = 'job_01JDXB8Z5N0000000000000002' as JobId;

let world: UsageWorld;
beforeEach(async () => {
  world = new UsageWorld();
  await world.log.openAccount();
  await world.live.start();
});

describe('usage of an account', () => {
  it('is the sum of its jobs within the range', async () => {
    await world.log.run(aSubmission(2, 2));
    world.log.time = '2026-11-30T23:59:59.999Z';
    await world.log.run(aSubmission(1, 1, { job_id: OTHER }));
    world.log.time = '2026-12-01T00:00:00.000Z';
    await world.log.run(aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId }));
    await world.drive();
    const answer = await world.usage.ask(question);
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
    expect(await world.usage.ask(question)).toMatchObject({
      body: { currency: 'GBP', amount: '0.12', unpriced: [] },
    });
  });

  it('waits for the charges that the log holds when it is asked', async () => {
    await world.drive();
    await world.log.run(aSubmission(2, 2));
    const answer = world.usage.ask(question);
    await world.drive();
    expect(await answer).toMatchObject({ body: { counts: { rows: 2 } } });
  });

  it('is exact up to its as_of where the lane is behind for longer', async () => {
    await world.log.run(aSubmission(2, 2));
    await world.drive();
    expect(await world.live.isReady('billing')).toBe(true);
    await world.log.run(aSubmission(1, 1, { job_id: OTHER }));
    const answer = await world.usage.ask(question);
    expect(answer).toMatchObject({ body: { counts: { rows: 2 } } });
  });

  it('is unavailable until the lane has caught up after a start, and where it stands still', async () => {
    const fresh = new UsageWorld();
    await fresh.log.run(aSubmission(1, 1));
    await fresh.live.start();
    expect(await fresh.usage.ask(question)).toEqual({ outcome: 'unavailable' });
    await world.log.run(aSubmission(2, 2));
    await world.drive();
    await world.log.append(rowsStream(OTHER, 0), toyEvent('RowsShredded'));
    const stores = { events: world.eventStore, models: world.readModels };
    const projector = new Projector({ stores, set: PROJECTIONS, log: QUIET, pauses: QUICK });
    await projector.start();
    await eventually('the lane stands still', () => world.live.troubleOf('billing'));
    await projector.stop();
    expect(await world.usage.ask(question)).toEqual({ outcome: 'unavailable' });
  });
});

describe('usage of one job', () => {
  beforeEach(async () => {
    await world.log.run(aSubmission(2, 2));
    await world.log.run(aSubmission(5, 2, { job_id: OTHER }));
  });

  it('leaves the others out', async () => {
    await world.drive();
    expect(await world.usage.ask({ ...question, jobId: JOB })).toMatchObject({
      body: { job_id: JOB, counts: { rows: 2, units: 4 } },
    });
  });

  it('knows the job from its own stream before the read model does', async () => {
    await world.drive(['access', 'billing']);
    await world.drive(['work']);
    const job = aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId });
    await world.log.submit(job);
    await world.drive(['billing']);
    expect(await world.usage.ask({ ...question, jobId: job.job_id })).toMatchObject({ outcome: 'usage' });
  });

  it.each([
    ['is not an id', 'job_nothing', ACCOUNT],
    ['does not exist', 'job_01JDXB8Z5N0000000000000099', ACCOUNT],
    ["is another account's", JOB as string, 1002 as AccountId],
  ])('is not found where it %s', async (_title, jobId, account) => {
    await world.drive();
    expect(await world.usage.ask({ ...question, account, jobId })).toEqual({ outcome: 'job_not_found' });
  });
});

describe('usage for operators', () => {
  it('is shown by job and by key', async () => {
    await world.log.run(aSubmission(2, 2));
    await world.log.run(aSubmission(3, 2, { job_id: OTHER }));
    await world.drive();
    expect(await world.usage.askByJob(ACCOUNT, range)).toMatchObject({
      body: {
        granularity: 'job',
        counts: { rows: 5, units: 10 },
        items: [
          { job_id: JOB, rows: 2, units: 4 },
          { job_id: OTHER, rows: 3, units: 6 },
        ],
      },
    });
    expect(await world.usage.askByKey(ACCOUNT, range)).toMatchObject({
      body: { granularity: 'key', items: [{ key_id: KEY, rows: 5, units: 10 }] },
    });
    expect(await world.usage.askByJob(1002 as AccountId, range)).toMatchObject({ body: { items: [] } });
  });
});
