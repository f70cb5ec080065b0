import type { Fault } from '../../../test/support/stores/faulty-event-store.js';
import { failFirst, failWrite } from '../../../test/support/stores/faulty-event-store.js';
import { JobWorld } from '../../../test/support/worlds/job-world.js';
import {
  DEFERRED_MS,
  INLINE_MS,
  bodyOf,
  countOf,
  resolveIn,
  resolved,
} from '../../../test/support/worlds/resolve-world.js';
import {
  aWorker,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
} from '../../../test/support/worlds/worker-world.js';

const SUBMIT_LEASE_MS = 10_001;

describe('a process that dies in the middle of a resolve', () => {
  const WITH_KEY = [
    'IdempotencyKeyClaimed',
    'RowsSubmitted',
    'JobSubmitted',
    'RowsDelivered',
    'RowsRecorded',
    'ChunkCompleted',
  ];
  const faults: Fault[] = ['crash_before', 'crash_after'];
  const cases = (writes: string[]) =>
    writes.flatMap((type, write) => faults.map((fault): [Fault, string, number] => [fault, type, write]));

  it.each(cases(WITH_KEY))(
    '%s %s: an equal request gets an answer, delivered and charged once',
    async (fault, _type, write) => {
      const world = new JobWorld();
      const dying = world.process(failWrite(write, fault));
      await expect(resolveIn(dying, { key: 'k' })).rejects.toThrow('the process died');
      world.pass(SUBMIT_LEASE_MS);
      world.pass(INLINE_MS);
      const worker = aWorker(world.process());
      await worker.start();
      const again = resolved(await resolveIn(world.process(), { key: 'k' }));
      expect(bodyOf(again)).toMatchObject({ ref: 'my ref', status: 'done' });
      await until(hasEnded(world, again.job_id));
      await worker.stop();
      const story = await storyOf(world, again.job_id);
      expectWhole(story);
      expect(story.rows.get(0)?.units).toBe(4);
      expect(countOf(await world.eventTypes(), 'JobSubmitted')).toBe(1);
    },
  );

  it.each(cases(['RowsSubmitted', 'JobSubmitted', 'RowsRecorded', 'ChunkCompleted']))(
    '%s %s, and nobody can come back: it ends, worker_lost and unbilled unless it was recorded',
    async (fault, type, write) => {
      const world = new JobWorld();
      const dying = world.process(failWrite(write, fault));
      await expect(resolveIn(dying)).rejects.toThrow('the process died');
      const submitted = (await world.events()).find(({ event }) => event.type === 'JobSubmitted');
      world.pass(INLINE_MS);
      const worker = aWorker(world.process());
      await worker.start();
      if (submitted !== undefined) {
        const job = submitted.stream.slice('job-'.length);
        await until(hasEnded(world, job));
        const story = await storyOf(world, job);
        expectWhole(story);
        const recorded = type === 'ChunkCompleted' || (type === 'RowsRecorded' && fault === 'crash_after');
        expect(story.rows.get(0)?.reason).toBe(recorded ? null : 'worker_lost');
        expect(story.rows.get(0)?.units).toBe(recorded ? 4 : 0);
      }
      await worker.stop();
    },
  );

  it('is not taken over while its request may still be at work', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('RowsDelivered', 'crash_before'));
    await expect(resolveIn(dying, { key: 'k' })).rejects.toThrow();
    const job =
      (await world.events()).find(({ event }) => event.type === 'JobSubmitted')?.stream.slice(4) ?? '';
    const worker = aWorker(world.process());
    await worker.start();
    await until(() => worker.openJobCount === 1);
    world.pass(INLINE_MS - 2);
    const later = await submitIn(world);
    await until(hasEnded(world, later));
    expect((await storyOf(world, job)).ended).toBeNull();
    world.pass(2);
    await until(hasEnded(world, job));
    await worker.stop();
  });

  it('keeps its promise with defer_live: a worker finishes the row', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('RowsRecorded', 'crash_before'));
    await expect(resolveIn(dying, { deferLive: true })).rejects.toThrow();
    const job =
      (await world.events()).find(({ event }) => event.type === 'JobSubmitted')?.stream.slice(4) ?? '';
    world.pass(DEFERRED_MS);
    const worker = aWorker(world.process());
    await worker.start();
    await until(hasEnded(world, job));
    await worker.stop();
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.rows.get(0)?.units).toBe(4);
  });

  it('answers although the store fails after the record; a worker closes the job', async () => {
    const world = new JobWorld();
    const process = world.process(failFirst('ChunkCompleted', 'unavailable'));
    const outcome = resolved(await resolveIn(process));
    expect(outcome).toMatchObject({ outcome: 'resolved', billed_units: 4, expires_at: null });
    world.pass(INLINE_MS);
    const worker = aWorker(world.process());
    await worker.start();
    await until(hasEnded(world, outcome.job_id));
    await worker.stop();
    expectWhole(await storyOf(world, outcome.job_id));
  });
});
