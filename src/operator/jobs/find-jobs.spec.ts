import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { jobsPage } from './find-jobs.js';

const STRANGER = 1002 as AccountId;
const world = forEachTest(operatorWorld);
const jobOf = (place: number): JobId => `job_01JDXB8Z5N00000000000000${10 + place}` as JobId;

describe('a page of the jobs of an account', () => {
  beforeEach(async () => {
    await world.log.openAccount();
    for (let place = 0; place < 7; place++)
      await world.log.run(
        aSubmission(1, 1, { job_id: jobOf(place), ...(place === 4 ? { account_id: STRANGER } : {}) }),
        () => BOTH,
      );
  });

  it('goes on where the page before ended, without a job twice or left out', async () => {
    const pages: string[][] = [];
    let before: JobId | null = null;
    do {
      const page = await jobsPage(world.operator, ACCOUNT, { before, limit: 2 });
      pages.push(page.jobs.map(({ job_id }) => job_id));
      before = page.last;
    } while (before !== null);
    expect(pages).toEqual(
      [
        [6, 5],
        [3, 2],
        [1, 0],
      ].map((places) => places.map(jobOf)),
    );
  });

  it('reads no more jobs than it shows, and one', async () => {
    const range = jest.spyOn(world.operator.models, 'range');
    await jobsPage(world.operator, ACCOUNT, { before: jobOf(5), limit: 2 });
    const read = range.mock.calls.filter(([collection]) => collection === JOB_STATUS.name);
    expect(read.map(([, { limit, to }]) => [limit, to])).toEqual([[3, jobOf(5)]]);
  });

  it('shows a hold that stands, and none whose time is over', async () => {
    const shown = async (until: string | null): Promise<unknown> => {
      const job = aSubmission(1, 1, { job_id: jobOf(6) });
      await world.log.job(job, { type: 'JobHeld', data: { reason: 'dispute 7', until } });
      return (await jobsPage(world.operator, ACCOUNT, { before: null, limit: 1 })).jobs[0]?.hold;
    };
    expect(await shown('2999-01-01T00:00:00.000Z')).toMatchObject({ reason: 'dispute 7' });
    expect(await shown('2020-01-01T00:00:00.000Z')).toBeNull();
  });

  it('is refused where there is no such account', async () => {
    const asked = jobsPage(world.operator, STRANGER, { before: null, limit: 2 });
    await expect(asked).rejects.toMatchObject({ code: 'unknown_account' });
  });
});
