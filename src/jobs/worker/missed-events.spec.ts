/** A store that loses an event on its way to a follower, and a job whose end was never written. */
import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { FaultyEventStore } from '../../../test/support/stores/faulty-event-store.js';
import { LosesOne } from '../../../test/support/stores/loses-one.js';
import { afterThisTest } from '../../../test/support/worlds/for-each-test.js';
import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import {
  aWorker,
  cancelIn,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
  work,
} from '../../../test/support/worlds/worker-world.js';
import type {
  Append,
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  SequenceResult,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { isActive } from '../../streams/job/job.state.js';
import { JobRepository } from '../job-stream.js';
import { JobBook } from './job-book.js';
import { JobFollower } from './job-follower.js';

/** As a program that forgot to write events of this type. */
class Forgetful extends FaultyEventStore {
  constructor(
    store: EventStore,
    private readonly type: string,
  ) {
    super(store);
  }
  private rest = (events: readonly NewEvent[]): NewEvent[] => events.filter(({ type }) => type !== this.type);

  override append(
    stream: StreamName,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    return super.append(stream, expected, this.rest(events));
  }
  override appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    return super.appendInOrder(appends.map((one) => ({ ...one, events: this.rest(one.events) })));
  }
}

describe('an event that a follower missed', () => {
  it.each(['JobSubmitted', 'ChunkStarted', 'ChunkCompleted'])(
    '(%s) is read from the stream of its job as soon as a later one comes',
    async (type) => {
      const world = new JobWorld();
      const job = await submitIn(world, rowsAsked(1_500));
      const store = new LosesOne(world.log, ({ type: seen }) => seen === type, 1);
      const blind = aWorker(world.process(), { ports: { store } });
      const [follower, book] = [await blind.get(JobFollower), await blind.get(JobBook)];
      await follower.loadOpenJobs();
      const stopping = new AbortController();
      const following = follower.follow(stopping.signal);

      afterThisTest(async () => {
        stopping.abort();
        await follower.stop();
        await following;
      });

      let go = (): void => undefined;
      const held = new Promise<void>((resolve) => (go = resolve));
      let batches = 0;
      const enricher = new FakeEnricher({ beforeBatch: () => (++batches === 3 ? held : undefined) });
      const worker = aWorker(world.process(), { enricher, options: { chunksAtOnce: 1 } });
      await worker.start();
      afterThisTest(() => (go(), worker.stop()));
      await until(() => batches === 3);
      const repository = await worker.get(JobRepository);
      const whole = await repository.load(job);
      expect(isActive(whole.state)).toBe(true);
      await until(() => book.get(job)?.revision === whole.revision);
      expect(book.get(job)?.state).toEqual(whole.state);
      expect(store.lost).toBe(1);

      go();
      await until(hasEnded(world, job));
      await until(() => book.size === 0);
    },
  );

  it('costs no other job a reading: a whole log is followed without one', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(1_500));
    const reads = jest.spyOn(JobRepository.prototype, 'load');
    await work(world, job);
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    expectWhole(await storyOf(world, job));
  });
});

describe('a job whose chunks are all complete', () => {
  it.each([
    ['JobCompleted', 40],
    ['JobCancelled', 1_500],
  ])('(without %s) is ended by the next workers that see it, once', async (type, count) => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(count));
    const enricher = new FakeEnricher({
      beforeBatch: async () => {
        if (type === 'JobCancelled') await cancelIn(world, job);
      },
    });
    const ports = { store: new Forgetful(world.log, type) };
    const worker = aWorker(world.process(), { enricher, ports, options: { chunksAtOnce: 1 } });
    await worker.start();
    await until(async () => (await world.eventTypes()).includes('ChunkCompleted'));
    await worker.stop();
    expect(await hasEnded(world, job)()).toBe(false);

    await Promise.all([work(world, job), work(world, job)]);
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.types.filter((one) => one === type)).toHaveLength(1);
    expect(story.skipped > 0).toBe(type === 'JobCancelled');
  });
});
