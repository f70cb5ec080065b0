import * as fc from 'fast-check';
import type { ClientStory } from './fault-world.js';
import { FaultWorld } from './fault-world.js';
import { expectErased, expectPages, expectUsageRebuilt, expectVerified, projectedTwice } from './judged.js';
import type { Judged } from './judged.js';
import { life, limits } from './random-plans.js';
import type { LogsUnderTest } from '../../../support/logs/log-under-test.js';
import { openLogs } from '../../../support/logs/log-under-test.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';

const LONG = process.env['TEST_LONG'] === '1';
/**
 * FAULT_RUNS and FAULT_SEED choose others, FAULT_PATH repeats one that failed (the `path` of its report), FAULT_SHRINK=1
 * looks for the smallest plan that fails.
 */
const RUNS = Number(process.env['FAULT_RUNS'] ?? (LONG ? 500 : 10));
/** On a server a life takes seconds: the short form has one there, and the many in memory. */
const runsOn = ({ slowness }: LogsUnderTest): number =>
  slowness > 1 && !LONG && process.env['FAULT_RUNS'] === undefined ? 1 : Math.ceil(RUNS / slowness);

const logs = forAllTests(openLogs);
const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_121);
const PATH = process.env['FAULT_PATH'];

jest.setTimeout(LONG ? 3_600_000 : 300_000);

/** Equal requests under one key are one job, accepted by at most one answer. */
function expectOneJob({ plan, answers, job }: ClientStory): void {
  if (!plan.idempotent) return;
  expect(answers).toHaveLength(plan.duplicates + 1);
  for (const answer of answers) expect(answer).toMatchObject({ job_id: job });
  expect(answers.filter(({ outcome }) => outcome === 'accepted').length).toBeLessThanOrEqual(1);
}

async function expectRows(judged: Judged, story: ClientStory, sizes: readonly number[]): Promise<void> {
  const { plan, job } = story;
  if (job === null) return;
  const refs = Array.from({ length: plan.rows }, (_, row) => `r${row}`);
  if (plan.erase) await expectErased(judged, job, 1);
  else await expectPages(judged, job, sizes, refs);
}

describe('whatever clients ask and however processes die, sleep and disagree about the time,', () => {
  it('everything accepted is finished, delivered once and charged once, and shown as the log says', async () => {
    await fc.assert(
      fc.asyncProperty(life, limits, async (plan, sizes) => {
        const world = new FaultWorld(plan, logs.fresh(), logs.slowness);
        await world.live();
        const judged = await projectedTwice(world.jobs.log);
        await expectVerified(judged);
        await expectUsageRebuilt(judged);
        const known = new Set(await world.jobIds());
        for (const story of world.stories) {
          if (story.job !== null) expect(known).toContain(story.job);
          expectOneJob(story);
          await expectRows(judged, story, sizes);
        }
      }),
      {
        numRuns: runsOn(logs),
        seed: SEED,
        ...(PATH === undefined ? {} : { path: PATH }),
        endOnFailure: process.env['FAULT_SHRINK'] !== '1',
      },
    );
  });
});
