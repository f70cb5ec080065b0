/**
 * No fault that is ours ends a row: whatever comes out of a port, at whichever call, the chunk comes again until its rows
 * are answered as if nothing had been.
 */
import type { RegisterEnricher } from '../../../../packages/enrichment/src/pipeline/register-enricher.js';
import type { JobPorts } from '../../../../src/jobs/job-ports.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type Subscription,
} from '../../../../packages/platform/src/event-store/event-store.js';
import { SqliteFileError } from '../../../../packages/platform/src/sqlite/sqlite-file.js';
import { ServiceClosedError, ServiceLostError } from '../../../../packages/platform/src/threads/calls.js';
import { SharedReadings } from '../../../../packages/enrichment/src/live/readings/shared-readings.js';
import { SuppressionList } from '../../../../src/jobs/suppressions/suppressed-hashes.js';
import type { JobId } from '../../../../packages/contract/src/ids.js';
import { manyRows } from '../../../support/basic-company-data.js';
import { EnrichmentWorld } from '../../../support/worlds/enrichment-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';
import { JOB_SETTINGS, JobWorld } from '../../../support/worlds/job-world.js';
import { askingFor, resolveIn, resolved } from '../../../support/worlds/resolve-world.js';
import {
  LEASE_MS,
  aWorker,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
} from '../../../support/worlds/worker-world.js';

const FAULTS: Readonly<Record<string, () => Error>> = {
  'out of reach': () => new StoreUnavailableError('out of reach'),
  'of unknown outcome': () => new OutcomeUnknownError('nobody knows'),
  'a thread that died': () => new ServiceLostError('the thread died'),
  'a thread that is closed': () => new ServiceClosedError('it is closed'),
  'a full disk': () => new SqliteFileError('full', 'the disk is full'),
  'a damaged file': () => new SqliteFileError('damaged', 'malformed'),
  'an input or output error': () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }),
  'too many open files': () => Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
  'an error of a driver': () => new TypeError("can't read properties of undefined"),
  'an error of its own kind': () => new Error('connection 7 to 10.0.0.3:27017 closed'),
};

/** What fails. */
interface Plan {
  readonly fault: string;
  /** Calls of all ports, from 0. */
  readonly from: number;
  readonly calls: number;
  /** The call is made, and its answer is lost. */
  readonly after: boolean;
}

/** Ports whose calls are counted together, some of which fail. */
class FailingPorts {
  calls = 0;
  failed = 0;

  constructor(private readonly plan: Plan) {}

  port<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || name === 'close') return method;
        return (...given: unknown[]): unknown => this.call(String(name), () => method.apply(target, given));
      },
    });
  }

  private call(name: string, act: () => unknown): unknown {
    const { from, calls, after, fault } = this.plan;
    const place = this.calls++;
    if (place < from || place >= from + calls) return act();
    this.failed += 1;
    const error = FAULTS[fault]?.() ?? new Error(fault);
    if (name === 'subscribe') return broken(error);
    return after ? Promise.resolve(act()).then(() => Promise.reject(error)) : Promise.reject(error);
  }
}

const broken = (error: Error): Subscription => ({
  ended: Promise.reject(error),
  close: async () => undefined,
});

const world = forEachTest(() => new EnrichmentWorld());

/** Five companies of the register, and one that it doesn't know. */
const ROWS = [...manyRows(5).map(({ CompanyNumber = '' }) => CompanyNumber), '00000009'].map(
  (company_number, place) => ({ company_number, ref: `row ${place}` }),
);

function enricherOver(jobs: JobWorld, ports: FailingPorts): { enricher: RegisterEnricher; ports: JobPorts } {
  const process = jobs.process();
  const store = ports.port(process.ports.store);
  const suppressions = new SuppressionList({ store, secret: JOB_SETTINGS.keyHashSecret });
  const readings = ports.port(new SharedReadings({}));
  return {
    enricher: world.enricher({ suppressions, readings }),
    ports: { ...process.ports, store, coordination: ports.port(process.ports.coordination) },
  };
}

async function worked(failing: FailingPorts, jobs: JobWorld, job: JobId): Promise<void> {
  const { enricher, ports } = enricherOver(jobs, failing);
  const worker = aWorker(jobs.process(), { enricher, ports, options: { chunksAtOnce: 1 } });
  const started = (): Promise<boolean> =>
    worker.start().then(
      () => true,
      () => false,
    );
  // A worker that can't learn what is open is started again.
  while (!(await started())) continue;
  let looks = 0;
  await until(async () => {
    // A lease that couldn't be given back runs out.
    if (++looks % 20 === 0) jobs.pass(LEASE_MS + 1);
    return hasEnded(jobs, job)();
  });
  await worker.stop();
}

const LONG = process.env['TEST_LONG'] !== undefined;

/** Every call of a life, each with every length of a fault; of its kinds each in turn, or all where there is time. */
function* plansOver(calls: number): Generator<Plan> {
  const kinds = Object.keys(FAULTS);
  let turn = 0;
  for (let from = 0; from < calls; from++) {
    for (const length of [1, 3, 9]) {
      for (let kind = 0; kind < (LONG ? kinds.length : 1); kind++) {
        const fault = kinds[turn++ % kinds.length] ?? '';
        yield { fault, from, calls: length, after: turn % 3 === 0 };
      }
    }
  }
}

const NO_FAULT: Plan = { fault: '', from: 0, calls: 0, after: false };

/** @param live one life with these ports, from the beginning */
async function throughEveryFault(live: (ports: FailingPorts) => Promise<void>): Promise<void> {
  const sound = new FailingPorts(NO_FAULT);
  await live(sound);
  let failed = 0;
  for (const plan of plansOver(sound.calls)) {
    const ports = new FailingPorts(plan);
    await live(ports).catch((error: unknown) => {
      throw new Error(`with ${JSON.stringify(plan)}`, { cause: error });
    });
    failed += ports.failed;
  }
  // How often a worker looks differs from life to life: the last places may not be reached.
  expect(failed).toBeGreaterThan(sound.calls);
}

it('is any that ends a row of a job', async () => {
  await world.loadRows(manyRows(5));
  await throughEveryFault(async (ports) => {
    const jobs = new JobWorld();
    const job = await submitIn(jobs, ROWS);
    await worked(ports, jobs, job);
    const story = await storyOf(jobs, job);
    expectWhole(story);
    expect(story.counts).toMatchObject({ succeeded: 5, not_found: 1, failed: 0 });
  });
}, 600_000);

it.each([
  ['with a key', { store: true, key: 'k' }],
  ['without a key', { store: true, key: null }],
  ['of which nothing is stored', { store: false, key: null }],
])(
  'is any that ends a resolve %s: it is answered as ever, or is to be asked again',
  async (_which, asking) => {
    await world.loadRows(manyRows(5));
    await throughEveryFault(async (failing) => {
      const jobs = new JobWorld();
      const { enricher, ports } = enricherOver(jobs, failing);
      const asked = { ...asking, enricher, request: askingFor(ROWS[0] ?? {}) };
      const outcome = await resolveIn({ ...jobs.process(), ports }, asked).catch(() => null);
      if (outcome !== null) expect(resolved(outcome).row.status).toBe('delivered');
      const failures = (await jobs.events()).filter(({ event }) => event.type === 'RowFailed');
      expect(failures).toEqual([]);
    });
  },
  600_000,
);
