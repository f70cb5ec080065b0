import { FakeEnricher, LIVE_ANSWER } from '../../../test/support/fake-enricher.js';
import type { Fault } from '../../../test/support/stores/faulty-event-store.js';
import { failFirst } from '../../../test/support/stores/faulty-event-store.js';
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { JobWorld } from '../../../test/support/worlds/job-world.js';
import {
  DEFERRED_MS,
  INLINE_MS,
  bodyOf,
  countOf,
  resolveIn,
  resolved,
} from '../../../test/support/worlds/resolve-world.js';
import { aWorker, expectWhole, hasEnded, storyOf, until } from '../../../test/support/worlds/worker-world.js';

describe('live blocks', () => {
  it('are waited for and delivered with the row', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ live: ['industry'] });
    const outcome = resolved(await resolveIn(world.process(), { enricher }));
    expect(enricher.checks).toMatchObject([{ terms: { priority: 'resolve', account: ACCOUNT } }]);
    expect(outcome).toMatchObject({ billed_units: 4, row: { pending_blocks: [] } });
    expect(bodyOf(outcome)).toMatchObject({ status: 'done', blocks: { industry: { status: 'available' } } });
  });

  it('are worked on only once the job is in the log, with or without a key', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({
      live: ['industry'],
      check: async () => {
        expect(await world.eventTypes()).toEqual(['RowsSubmitted', 'JobSubmitted', 'ChunkStarted']);
        return LIVE_ANSWER;
      },
    });
    const outcome = resolved(await resolveIn(world.process(), { enricher }));
    expect(outcome).toMatchObject({ billed_units: 4 });
  });

  it('that are not there in time are pending, filled by a worker, charged once, and in the replay', async () => {
    const world = new JobWorld();
    const slow = new FakeEnricher({ live: ['industry'], check: () => new Promise(() => undefined) });
    const process = world.process(undefined, { resolveTimeoutSeconds: 0.02 });
    const first = resolved(await resolveIn(process, { enricher: slow, key: 'k' }));
    expect(first).toMatchObject({ billed_units: 3, expires_at: null, row: { pending_blocks: ['industry'] } });
    expect(bodyOf(first)).toMatchObject({ status: 'pending', blocks: { industry: { status: 'pending' } } });
    world.pass(INLINE_MS);
    const worker = aWorker(world.process(), { enricher: new FakeEnricher({ live: ['industry'] }) });
    await worker.start();
    await until(hasEnded(world, first.job_id));
    await worker.stop();
    const replayed = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(replayed).toMatchObject({ outcome: 'replayed', billed_units: 0, row: { pending_blocks: [] } });
    expect(bodyOf(replayed)).toMatchObject({ status: 'done', blocks: { industry: { status: 'available' } } });
    const story = await storyOf(world, first.job_id);
    expectWhole(story);
    expect(story.rows.get(0)?.units).toBe(4);
  });

  it('are left to a worker at once with defer_live', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ live: ['industry'] });
    const process = world.process();
    const outcome = resolved(await resolveIn(process, { enricher, deferLive: true }));
    expect(outcome).toMatchObject({ expires_at: null, row: { pending_blocks: ['industry'] } });
    expect(enricher.checks).toEqual([]);
    world.pass(DEFERRED_MS);
    const worker = aWorker(world.process(), { enricher });
    await worker.start();
    await until(hasEnded(world, outcome.job_id));
    await worker.stop();
    expect(enricher.checks).toMatchObject([{ terms: { priority: 'resolve', account: ACCOUNT } }]);
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(story.types).toEqual([
      'JobSubmitted',
      'ChunkStarted',
      'RowsRecorded',
      'RowResolved',
      'RowCharged',
      'BlockFilled',
      'BlockCharged',
      'ChunkCompleted',
      'JobCompleted',
    ]);
  });

  it('that no check answers are given up at the deadline, unbilled', async () => {
    const world = new JobWorld();
    let tries = 0;
    const enricher = new FakeEnricher({
      live: ['industry'],
      check: async () => {
        tries++;
        throw new Error('the source is down');
      },
    });
    const outcome = resolved(await resolveIn(world.process(), { enricher, deferLive: true }));
    world.pass(DEFERRED_MS);
    const worker = aWorker(world.process(undefined, { liveDeadlineSeconds: 2.1 }), { enricher });
    await worker.start();
    await until(hasEnded(world, outcome.job_id));
    await worker.stop();
    expect(tries).toBeGreaterThan(0);
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(story.rows.get(0)?.units).toBe(3);
    expect(story.types).toContain('BlockFilled');
    expect(story.types).not.toContain('BlockCharged');
  });

  it.each<[Fault, string]>([
    ['crash_before', 'BlockDelivered'],
    ['crash_after', 'BlockDelivered'],
    ['crash_before', 'BlockFilled'],
    ['crash_after', 'BlockFilled'],
    ['crash_before', 'ChunkCompleted'],
    ['crash_after', 'ChunkCompleted'],
  ])('are filled and charged once whoever dies (%s %s)', async (fault, type) => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ live: ['industry'], check: async () => LIVE_ANSWER });
    const outcome = resolved(await resolveIn(world.process(), { enricher, deferLive: true }));
    world.pass(DEFERRED_MS);
    const dying = world.process(failFirst(type, fault));
    const first = aWorker(dying, { enricher });
    await first.start();
    await dying.store.died;
    await first.stop();
    world.pass(1_000);
    const second = aWorker(world.process(), { enricher });
    await second.start();
    await until(hasEnded(world, outcome.job_id));
    await second.stop();
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(countOf(story.types, 'BlockFilled')).toBe(1);
    expect(countOf(story.types, 'BlockCharged')).toBe(1);
    expect(story.rows.get(0)?.units).toBe(4);
  });
});
