/** Memory over many jobs: what a service holds must not depend on how many it has finished. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../packages/platform/src/errors/error-code.js';
import type { PatientClient } from '../support/patient-client.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { endOf, patiently } from './patiently.js';
import { rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

const LONG = process.env['TEST_LONG'] === '1';

/** Jobs of one kind, one after the other. */
interface Load {
  readonly jobs: number;
  readonly rows: number;
  /** Until here caches and compiled code may still grow. */
  readonly warm: number;
  /** Jobs between two looks. */
  readonly looks: number;
  /** What a finished job may leave behind, in bytes. */
  readonly left: number;
}

/**
 * Many jobs show what a job leaves, even its bare state; large ones what a row or a chunk does: two bytes a
 * row at the most. Rows alone are some 1 KB each as asked and delivered, so any that stayed show at once: in
 * the short run too, which allows for caches that are still filling. After 140 jobs each lane remembers the
 * 500 streams that it may.
 */
const LOADS: readonly Load[] = LONG
  ? [
      { jobs: 260, rows: 2_000, warm: 140, looks: 20, left: 12_000 },
      { jobs: 40, rows: 50_000, warm: 10, looks: 5, left: 100_000 },
    ]
  : [{ jobs: 20, rows: 2_000, warm: 12, looks: 20, left: 1_000_000 }];

jest.setTimeout(LONG ? 3_600_000 : 180_000);

const TELL_MEMORY = join(__dirname, 'programs', 'tell-memory.js');
const numbers = companyNumbers();
const MB = 1_048_576;

let world: ProcessWorld;
let client: PatientClient;

beforeAll(async () => {
  const service = { nodeOptions: ['--expose-gc', '--require', TELL_MEMORY] };
  world = await ProcessWorld.create({ plans: { service } });
  client = world.client((await world.account('Soaked')).key, 'service');
  await world.fleet.startAll();
});
afterAll(() => world.remove());

/** A job from its submission to the last of its rows, as a client sees it through. */
async function throughJob(name: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, row) => ({
    ref: `${name}r${row}`,
    // The same companies in each job: what is kept of the register itself is there after the first.
    company_number: numbers[row % numbers.length],
  }));
  const headers = { 'x-idempotency-key': `soak-${name}` };
  const { body } = await client.ask('/v1/enrich/jobs', {
    method: 'POST',
    headers,
    body: { rows, blocks: BLOCKS },
  });
  const id = String(body['job_id']);
  await endOf(client, id);
  expect(await rowsOf(client, id, () => 1_000)).toHaveLength(count);
}

interface Told {
  readonly asked: number;
  readonly bytes: number;
}

/** Bytes by thread. */
type Held = ReadonlyMap<string, number>;

function told(folder: string): (readonly [thread: string, told: Told])[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => {
    try {
      return [[name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Told] as const];
    } catch (error) {
      // Of a thread that has ended since.
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  });
}

let asked = 0;

/** What each thread holds after a collection; the least of three looks. */
async function held(): Promise<Held> {
  const folder = join(world.cli.dataDir, 'memory');
  const least = new Map<string, number>();
  for (let look = 0; look < 3; look++) {
    writeFileSync(join(folder, 'asked'), String(++asked));
    const threads = await patiently('every thread', () => {
      const all = told(folder);
      return all.every(([, one]) => one.asked === asked) ? all : undefined;
    });
    for (const [thread, { bytes }] of threads)
      least.set(thread, Math.min(bytes, least.get(thread) ?? Infinity));
  }
  return least;
}

const sum = (all: Iterable<number>): number => [...all].reduce((left, right) => left + right, 0);

describe.each(LOADS)('after $jobs jobs of $rows rows', ({ jobs, rows, warm, looks, left }) => {
  it('a service holds no more than after the first of them', async () => {
    const samples: { jobs: number; held: Held }[] = [];
    for (let job = 1; job <= jobs; job++) {
      await throughJob(`${rows}-${job}`, rows);
      if (job === warm || job === jobs || (job > warm && job % looks === 0))
        samples.push({ jobs: job, held: await held() });
    }
    // A thread of a store that nobody calls ends, and another one begins: what those hold comes and goes,
    // some 20 MB at a look. So threads that lived all the time are compared, each by its least of both
    // halves.
    const half = Math.floor(samples.length / 2);
    const [early, late] = [samples.slice(0, half), samples.slice(-half)];
    const threads = [...(samples[0]?.held.keys() ?? [])].filter((one) =>
      samples.every((at) => at.held.has(one)),
    );
    const least = (of: typeof samples, thread: string): number =>
      Math.min(...of.map((at) => at.held.get(thread) ?? NaN));
    const jobsApart = (late[0]?.jobs ?? NaN) - (early[0]?.jobs ?? NaN);
    const perJob = sum(threads.map((thread) => least(late, thread) - least(early, thread))) / jobsApart;
    const shown = samples.map(
      ({ jobs: done, held: all }) => `${done}: ${(sum(all.values()) / MB).toFixed(1)} MB in ${all.size}`,
    );
    process.stdout.write(
      `soak, ${rows} rows: heaps and buffers in threads by jobs done: ${shown.join(', ')}; ` +
        `${Math.round(perJob)} bytes a job in ${threads.length} threads\n`,
    );
    expect(threads.length).toBeGreaterThan(3);
    expect(perJob).toBeLessThan(left);
  });
});

it('it ends in order afterwards', async () => {
  expect(await world.fleet.stop('service')).toBe(0);
});
