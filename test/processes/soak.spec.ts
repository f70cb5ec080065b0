/** Memory over many jobs: what a service holds must not depend on how many it has finished. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PatientClient } from '../support/patient-client.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { endOf, patiently } from './patiently.js';
import { rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

const LONG = process.env['TEST_LONG'] === '1';
const JOBS = LONG ? 200 : 20;
const ROWS = 2_000;
/** Until here caches and compiled code may still grow. */
const WARM = LONG ? 60 : 12;
/**
 * What a finished job may leave behind, in bytes. Its rows alone are some 2 MB as asked and delivered, so any that stayed
 * show at once; over 140 jobs its bare state does too. The short run allows for caches that are still filling.
 */
const LEFT_PER_JOB = LONG ? 12_000 : 1_000_000;

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
async function throughJob(job: number): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    ref: `j${job}r${row}`,
    // The same companies in each job: what is kept of the register itself is there after the first.
    company_number: numbers[row % numbers.length],
  }));
  const headers = { 'x-idempotency-key': `soak-${job}` };
  const { body } = await client.ask('/v1/enrich/jobs', {
    method: 'POST',
    headers,
    body: { rows, blocks: BLOCKS },
  });
  const id = String(body['job_id']);
  await endOf(client, id);
  expect(await rowsOf(client, id, () => 1_000)).toHaveLength(ROWS);
}

interface Told {
  readonly asked: number;
  readonly bytes: number;
}

function told(folder: string): Told[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Told);
}

let asked = 0;

/** What all threads hold after a collection; the least of three looks. */
async function held(): Promise<number> {
  const folder = join(world.cli.dataDir, 'memory');
  const looks: number[] = [];
  while (looks.length < 3) {
    writeFileSync(join(folder, 'asked'), String(++asked));
    const threads = await patiently('every thread', () => {
      const all = told(folder);
      return all.every((one) => one.asked === asked) ? all : undefined;
    });
    looks.push(threads.reduce((sum, { bytes }) => sum + bytes, 0));
  }
  return Math.min(...looks);
}

describe(`after ${JOBS} jobs of ${ROWS} rows`, () => {
  it('a service holds no more than after the first of them', async () => {
    const samples: { jobs: number; bytes: number }[] = [];
    for (let job = 1; job <= JOBS; job++) {
      await throughJob(job);
      if (job === WARM || job === JOBS || (job > WARM && job % 20 === 0))
        samples.push({ jobs: job, bytes: await held() });
    }
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was measured');
    const perJob = (last.bytes - first.bytes) / (last.jobs - first.jobs);
    const shown = samples.map(({ jobs, bytes }) => `${jobs}: ${(bytes / MB).toFixed(1)} MB`).join(', ');
    process.stdout.write(
      `soak: heaps and buffers by jobs done: ${shown}; ${Math.round(perJob)} bytes a job\n`,
    );
    expect(perJob).toBeLessThan(LEFT_PER_JOB);
    expect(await world.fleet.stop('service')).toBe(0);
  });
});
