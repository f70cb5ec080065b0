import { ACCOUNT, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { PROJECTIONS } from '../../../projections/index.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { NotNowError } from '../../../packages/platform/src/errors/not-now-error.js';
import { LaneStoppedError } from '../../../packages/platform/src/projector/applier.js';
import { ReadModelNotReadyError } from '../../../packages/platform/src/projector/generation-reader.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { idempotencyStream } from '../../streams/idempotency/idempotency.events.js';
import { driveLanesToHead } from '../operator.js';
import { EVERY_JOB, everyJob, listJobs, listJobsWithAudit, type JobFilter } from './list-jobs.js';

const STRANGER = 1002 as AccountId;
const OTHER_KEY = 'mnopqrstuvwx' as KeyId;
const ALL = { skip: 0, limit: 100 };
const world = forEachTest(operatorWorld);
const jobOf = (place: number): JobId => `job_01JDXB8Z5N00000000000000${10 + place}` as JobId;

/** Seven jobs, one a day from the first of November on: the fifth of another account, the third a resolve. */
beforeEach(async () => {
  const { log } = world;
  await log.openAccount();
  await log.openAccount(STRANGER, OTHER_KEY);
  for (let place = 0; place < 7; place++) {
    log.time = `2026-11-0${place + 1}T23:59:59.000Z`;
    const operation = place === 2 ? 'resolve' : 'enrich_job';
    const owner = place === 4 ? { account_id: STRANGER, key_id: OTHER_KEY } : {};
    const job = aSubmission(place + 1, 10, { job_id: jobOf(place), operation, ...owner });
    await log.run(job, (row) => (place === 5 && row < 2 ? 'not_matched' : BOTH));
  }
  await log.submit(aSubmission(1, 1, { job_id: jobOf(7) }));
});

const listed = async (part: Partial<JobFilter>): Promise<number[]> => {
  const { jobs, total } = await listJobs(world.operator, { ...EVERY_JOB, ...part }, ALL);
  expect(total).toBe(jobs.length);
  return jobs.map(({ job_id }) => Number(job_id.slice(-2)) - 10);
};

describe('a list of jobs', () => {
  it.each<[string, Partial<JobFilter>, number[]]>([
    ['all, the newest first', {}, [7, 6, 5, 4, 3, 2, 1, 0]],
    ['those of an account', { account: STRANGER }, [4]],
    ['those of a key', { key: KEY }, [7, 6, 5, 3, 2, 1, 0]],
    ['none of a key of another account', { account: ACCOUNT, key: OTHER_KEY }, []],
    ['those of a day', { from: '2026-11-02', to: '2026-11-02' }, [1]],
    ['those of days, both included', { from: '2026-11-02', to: '2026-11-04' }, [3, 2, 1]],
    ['those in a state', { state: 'queued' }, [7]],
    ['those of a kind', { kind: 'resolve' }, [2]],
    ['those with failures', { onlyWithFailures: true }, [5]],
    ['by rows', { sort: 'rows', account: ACCOUNT, state: 'completed' }, [6, 5, 3, 2, 1, 0]],
    ['the oldest first', { sort: 'oldest', to: '2026-11-03' }, [0, 1, 2]],
    ['by failures', { sort: 'failures', from: '2026-11-05', to: '2026-11-06' }, [5, 4]],
  ])('gives %s', async (_title, filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
  });

  it('has pages both ways, with the number of all, and reads no other job', async () => {
    const filter = { ...EVERY_JOB, account: ACCOUNT };
    const read = jest.spyOn(world.operator.models, 'getMany');
    const page = await listJobs(world.operator, filter, { skip: 2, limit: 2 });
    expect([page.jobs.map(({ job_id }) => job_id), page.total]).toEqual([[jobOf(5), jobOf(3)], 7]);
    const jobsRead = read.mock.calls.filter(([collection]) => collection === JOB_STATUS.name);
    expect(jobsRead.map(([, keys]) => keys.length)).toEqual([2]);
  });

  it('is read whole, with each job once', async () => {
    const jobs: JobId[] = [];
    for await (const { job_id } of await everyJob(world.operator, EVERY_JOB)) jobs.push(job_id);
    expect(jobs).toHaveLength(8);
    expect(new Set(jobs).size).toBe(8);
  });

  it('holds each job once in its CSV though others are submitted meanwhile', async () => {
    const { operator, log } = world;
    const select = operator.models.select.bind(operator.models);
    const counted: unknown[] = [];
    // Parts of three jobs, and a job that comes before each of them.
    jest.spyOn(operator.models, 'select').mockImplementation(async (collection, selection) => {
      const place = counted.push(selection.isCounted ?? true);
      log.time = `2026-11-${20 + place}T12:00:00.000Z`;
      if (place > 1) await log.submit(aSubmission(1, 1, { job_id: jobOf(10 + place) }));
      await driveLanesToHead(operator, 'work', 'support');
      return select(collection, { ...selection, limit: Math.min(selection.limit, 3) });
    });
    const jobs: JobId[] = [];
    for await (const { job_id } of await everyJob(operator, EVERY_JOB)) jobs.push(job_id);
    expect(jobs).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map(jobOf));
    expect(counted).toEqual([true, false, false, false]);
  });

  it('is empty as a whole where no job passes', async () => {
    const jobs = await everyJob(world.operator, { ...EVERY_JOB, from: '2026-11-09' });
    expect(await jobs[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });

  it('says on pages that it is being made where the lane support has stopped, and gives no file', async () => {
    const { log, operator } = world;
    await listJobs(operator, EVERY_JOB, ALL);
    const lane = PROJECTIONS.lanes.find(({ name }) => name === 'support');
    expect(lane).toBeDefined();
    if (lane !== undefined) jest.replaceProperty(lane, 'onUnreadable', 'stop');
    const damaged = log.event({ type: 'IdempotencyKeyClaimed', data: {} });
    await log.append(idempotencyStream(ACCOUNT, 'cafe'), damaged);
    await expect(driveLanesToHead(operator, 'support')).rejects.toThrow(LaneStoppedError);
    expect(await listJobs(operator, EVERY_JOB, ALL)).toEqual({ jobs: [], total: null });
    await expect(everyJob(operator, EVERY_JOB)).rejects.toThrow(NotNowError);
  });

  it('shows a hold that stands, and none whose time is over', async () => {
    const shown = async (until: string | null): Promise<unknown> => {
      const job = aSubmission(1, 1, { job_id: jobOf(6) });
      await world.log.job(job, { type: 'JobHeld', data: { reason: 'dispute 7', until } });
      const { jobs } = await listJobs(world.operator, { ...EVERY_JOB, from: '2026-11-07' }, ALL);
      return jobs.find(({ job_id }) => job_id === jobOf(6))?.hold;
    };
    expect(await shown('2999-01-01T00:00:00.000Z')).toMatchObject({ reason: 'dispute 7' });
    expect(await shown('2020-01-01T00:00:00.000Z')).toBeNull();
  });

  it('says that it is being made while a service of before has no such list', async () => {
    jest.spyOn(world.operator.models, 'select').mockImplementation(async () => {
      throw new ReadModelNotReadyError('job_list');
    });
    expect(await listJobs(world.operator, EVERY_JOB, ALL)).toEqual({ jobs: [], total: null });
  });

  it('is refused where there is no such account or key', async () => {
    const asked = (part: Partial<JobFilter>) => listJobs(world.operator, { ...EVERY_JOB, ...part }, ALL);
    await expect(asked({ account: 1003 as AccountId })).rejects.toMatchObject({ code: 'unknown_account' });
    await expect(asked({ key: 'nobodynobody' as KeyId })).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it('records who looked at the list of an account or a key, and why', async () => {
    const looked = async (part: Partial<JobFilter>): Promise<unknown[]> => {
      const before = await world.operator.stores.eventStore.head();
      await listJobsWithAudit(world.operator, { ...EVERY_JOB, ...part }, { ...ALL, reason: 'ticket 17' });
      const { events } = await world.operator.stores.eventStore.readAll({ after: before, limit: 10 });
      return events.map(({ type, stream }) => `${type} ${stream}`);
    };
    expect(await looked({ account: ACCOUNT })).toEqual([`InvestigationOpened support-account.${ACCOUNT}`]);
    expect(await looked({ key: KEY })).toEqual([`InvestigationOpened support-${KEY}`]);
    expect(await looked({})).toEqual([]);
  });
});
