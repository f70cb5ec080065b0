/** Every kind of job, run for real, then judged by `verify` with the read models that follow from it. */
import type { JobId } from '../../../packages/contract/src/ids.js';
import { EraseJobRows } from '../../../src/jobs/commands.js';
import { WriteSide } from '../../support/worlds/write-side.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { failFirst } from '../../support/stores/faulty-event-store.js';
import { JobWorld, rowsAsked } from '../../support/worlds/job-world.js';
import { LogBuilder } from '../../support/logs/log-builder.js';
import { openLogs } from '../../support/logs/log-under-test.js';
import { projected } from '../../support/logs/projected.js';
import {
  DEFERRED_MS,
  INLINE_MS,
  askingFor,
  resolveIn,
  resolved,
} from '../../support/worlds/resolve-world.js';
import { breaches } from '../../support/verified.js';
import { LEASE_MS, aWorker, cancelIn, submitIn, work } from '../../support/worlds/worker-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const LIVE = new FakeEnricher({ live: ['industry'] });

const KINDS: Record<string, (world: JobWorld) => Promise<unknown>> = {
  'a background job': async (world) => work(world, await submitIn(world, rowsAsked(1_100))),
  'a job cancelled before it began': async (world) => cancelIn(world, await submitIn(world)),
  'a job cancelled midway': async (world) => {
    const job = await submitIn(world, rowsAsked(3_000));
    const enricher = new FakeEnricher({
      beforeBatch: async ({ from }) => {
        if (from === 1_000) await cancelIn(world, job);
      },
    });
    await work(world, job, aWorker(world.process(), { enricher, options: { chunksAtOnce: 1 } }));
  },
  'a job with late blocks': async (world) =>
    work(world, await submitIn(world, rowsAsked(30)), aWorker(world.process(), { enricher: LIVE })),
  'a job whose rows were erased': async (world) => {
    const job = await submitIn(world, rowsAsked(30));
    await work(world, job);
    await new WriteSide(world.process().ports).execute(new EraseJobRows(job, 'asked', 'operator', 'cli'));
  },
  'a job whose worker died': async (world) => {
    const job = await submitIn(world, rowsAsked(600));
    const dying = world.process(failFirst('RowsRecorded', 'crash_before'));
    const worker = aWorker(dying);
    await worker.start();
    await dying.store.died;
    await worker.stop();
    world.pass(LEASE_MS + 1);
    await work(world, job);
  },
  'a resolve': (world) => resolveIn(world.process()),
  'a resolve with a key': (world) => resolveIn(world.process(), { key: 'k' }),
  'a resolve that is not stored': (world) => resolveIn(world.process(), { store: false }),
  'a resolve that is not stored, with a key': (world) =>
    resolveIn(world.process(), { store: false, key: 'k' }),
  'a resolve that found nothing': (world) =>
    resolveIn(world.process(), { request: askingFor({ company_number: '00000009' }) }),
  'a resolve with live blocks': (world) => resolveIn(world.process(), { enricher: LIVE }),
  'a deferred resolve': async (world) => {
    const { job_id } = resolved(await resolveIn(world.process(), { enricher: LIVE, deferLive: true }));
    world.pass(DEFERRED_MS);
    await work(world, job_id, aWorker(world.process(), { enricher: LIVE }));
  },
  'a resolve left behind': async (world) => {
    const dying = world.process(failFirst('RowsRecorded', 'crash_before'));
    await expect(resolveIn(dying)).rejects.toThrow('the process died');
    const submitted = (await world.events()).find(({ event }) => event.type === 'JobSubmitted');
    world.pass(INLINE_MS);
    await work(world, submitted?.stream.slice('job-'.length) as JobId);
  },
  'a key that a 502 freed': async (world) => {
    const enricher = new FakeEnricher({
      beforeRow: () => {
        throw new Error('a defect');
      },
    });
    await resolveIn(world.process(), { key: 'k', enricher });
    await resolveIn(world.process(), { key: 'k' });
  },
};

describe('nothing is wrong with the log, the pages or the bill of', () => {
  const logs = forAllTests(openLogs);

  it.each(Object.entries(KINDS))('%s', async (_kind, run) => {
    const world = new JobWorld(logs.fresh());
    await new LogBuilder(world.log).openAccount();
    await run(world);
    const read = await projected(world.log);
    await read.drive();
    expect(await breaches({ eventStore: world.log, readModels: read.live })).toEqual({});
    await read.close();
  });
});
