/**
 * The whole life of a job, with its only process dying at each of its writes in turn, before it and after it: whatever
 * was accepted is finished by the next process, nothing twice.
 */
import type { ClientPlan, LifePlan } from './fault-world.js';
import { FaultWorld } from './fault-world.js';
import { SOUND } from './host.js';
import { expectErased, expectPages, expectUsageRebuilt, expectVerified, projectedTwice } from './judged.js';

const LONG = process.env['TEST_LONG'] === '1';

jest.setTimeout(LONG ? 1_800_000 : 180_000);

const ROWS = 501; // two chunks

const CLIENT: ClientPlan = {
  account: 0,
  key: 0,
  rows: ROWS,
  seed: 12_345_678,
  live: false,
  idempotent: true,
  duplicates: 0,
  cancelAfter: null,
  erase: false,
};

const SCENARIOS: Readonly<Record<string, ClientPlan>> = {
  'a job under an idempotency key, asked for twice at once': { ...CLIENT, duplicates: 1 },
  'a job that is cancelled in the middle': { ...CLIENT, cancelAfter: 3 },
  'a job with late blocks, whose rows are erased': { ...CLIENT, rows: 9, live: true, erase: true },
  ...(LONG
    ? {
        'a job without a key': { ...CLIENT, idempotent: false },
        'a job of three chunks, cancelled and erased': {
          ...CLIENT,
          rows: 1_100,
          cancelAfter: 8,
          erase: true,
        },
        'a job with many late blocks, cancelled': { ...CLIENT, rows: 40, live: true, cancelAfter: 8 },
      }
    : {}),
};

const lifeOf = (client: ClientPlan, hosts: LifePlan['hosts']): LifePlan => ({
  clients: [client],
  hosts,
  alive: 1,
});

async function lived(plan: LifePlan): Promise<FaultWorld> {
  const world = new FaultWorld(plan);
  await world.live();
  return world;
}

async function expectWhole(world: FaultWorld, client: ClientPlan): Promise<void> {
  const judged = await projectedTwice(world.jobs.log);
  await expectVerified(judged);
  await expectUsageRebuilt(judged);
  const jobs = await world.jobIds();
  expect(jobs.length).toBeLessThanOrEqual(1);
  // Without a key, a submission whose answer was lost may have come to nothing.
  if (client.idempotent) expect(jobs).toHaveLength(1);
  const [job] = jobs;
  if (job === undefined || world.stories[0]?.job === null) return;
  const refs = Array.from({ length: client.rows }, (_, row) => `r${row}`);
  if (client.erase) await expectErased(judged, job, 1);
  else await expectPages(judged, job, [1, 100, 1_000], refs);
}

describe.each(Object.entries(SCENARIOS))('%s', (_title, client) => {
  it.each([
    ['before', false],
    ['after', true],
  ])('survives a death %s each of its writes', async (_when, written) => {
    const undisturbed = await lived(lifeOf(client, [SOUND]));
    await expectWhole(undisturbed, client);
    const writes = undisturbed.firstWrites.length;
    expect(writes).toBeGreaterThan(5);
    for (let write = 0; write < writes; write++) {
      const world = await lived(lifeOf(client, [{ ...SOUND, death: { write, written } }]));
      // A client that acts in the middle doesn't always act at the same moment: a life may end before this write.
      expect(world.firstDied || world.firstWrites.length <= write).toBe(true);
      await expectWhole(world, client);
    }
  });
});
