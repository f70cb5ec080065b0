/** A new version of the program, process by process, whose results pages are another version: nobody notices. */
import { join } from 'node:path';
import { IN_MODULES } from '../support/service-process.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { forEachTest } from '../support/worlds/for-each-test.js';
import { endOf, patiently } from './patiently.js';
import { rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

jest.setTimeout(240_000);

const NEWER = {
  program: IN_MODULES,
  nodeOptions: ['--require', join(__dirname, 'programs', 'newer-projection.js')],
};
const ROWS = 2_000;
const numbers = companyNumbers();

const world = forEachTest(() => ProcessWorld.create());
const client = forEachTest(async () => world.client((await world.account('Upgraded')).key));

beforeEach(async () => {
  await world.fleet.startAll();
});

async function accepted(): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    ref: `r${row}`,
    company_number: numbers[row % numbers.length],
  }));
  const { body } = await client.ask('/v1/enrich/jobs', { method: 'POST', body: { rows, blocks: BLOCKS } });
  return String(body['job_id']);
}

async function doneJob(): Promise<string> {
  const job = await accepted();
  await endOf(client, job);
  return job;
}

/** How the API that runs now sees the read model of the results. */
async function resultsSeen(): Promise<{ version: number; state: string }> {
  // Also while it isn't ready: no projector may be there.
  const answer = await client.once('/readyz');
  const all = (answer?.body['projections'] ?? []) as { name: string; version: number; state: string }[];
  const results = all.find(({ name }) => name === 'results');
  if (results === undefined) throw new Error('the results are not listed');
  return { version: results.version, state: results.state };
}

describe('an upgrade with another version of a read model', () => {
  it('rebuilds it beside the live one while reads go on, and is taken over by each process in its turn', async () => {
    const job = await doneJob();
    const before = await rowsOf(client, job, () => 1_000);
    const old = await resultsSeen();
    expect(old.state).toBe('live');

    expect(await world.fleet.stop('projector')).toBe(0);
    await world.fleet.start('projector', NEWER);
    let reads = 0;
    await patiently('the newer version in place', async () => {
      expect(await rowsOf(client, job, () => 1_000)).toEqual(before);
      reads++;
      return (await resultsSeen()).state === 'other_version';
    });
    expect(reads).toBeGreaterThan(0);
    expect(await rowsOf(client, job, () => 1_000)).toEqual(before);
    // The older API beside the newer projector: work goes on.
    expect(await rowsOf(client, await doneJob(), () => 1_000)).toEqual(before);

    expect(await world.fleet.stop('api')).toBe(0);
    await world.fleet.start('api', NEWER);
    expect(await resultsSeen()).toEqual({ version: old.version + 1, state: 'live' });
    expect(await rowsOf(client, job, () => 1_000)).toEqual(before);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  });

  it('answers at once by what the version before left, also where that stopped before the end of the log', async () => {
    const job = await doneJob();
    const before = await rowsOf(client, job, () => 1_000);
    expect(await world.fleet.stop('projector')).toBe(0);
    const late = await accepted();
    await patiently('all rows of a job that no read model knows', async () => {
      const { counts } = (await client.ask(`/v1/enrich/jobs/${late}`)).body as {
        counts: { processed: number };
      };
      return counts.processed === ROWS;
    });
    expect(await world.fleet.stop('api')).toBe(0);

    await world.fleet.start('api', NEWER);
    // Those of other lanes are as they were, and have yet to catch up.
    expect((await client.once('/readyz'))?.body['reasons']).not.toContainEqual(
      expect.stringContaining('lane pages'),
    );
    expect((await resultsSeen()).state).toBe('other_version');
    expect(await rowsOf(client, job, () => 1_000)).toEqual(before);
    expect((await client.ask(`/v1/enrich/jobs/${late}`)).body).toMatchObject({ results_ready: false });

    await world.fleet.start('projector', NEWER);
    await endOf(client, late);
    expect((await resultsSeen()).state).toBe('live');
    for (const one of [job, late]) expect(await rowsOf(client, one, () => 1_000)).toEqual(before);
  });
});
