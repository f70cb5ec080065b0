/** A store that once gives less of a stream than there is: no row ends for it, and none is left out. */
import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import {
  LEASE_MS,
  aWorker,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
  work,
} from '../../../test/support/worlds/worker-world.js';
import { FaultyEventStore, failFirst } from '../../../test/support/stores/faulty-event-store.js';
import type {
  EventStore,
  StreamName,
  StreamRead,
  StreamSlice,
} from '../../../packages/platform/src/event-store/event-store.js';

/** The first read of a stream of this kind gives only so many of its events. */
class ShortOnce extends FaultyEventStore {
  private spent = false;

  constructor(
    store: EventStore,
    private readonly kind: string,
    private readonly events: number,
  ) {
    super(store);
  }

  override async readStream(stream: StreamName, read?: StreamRead): Promise<StreamSlice> {
    const slice = await super.readStream(stream, read);
    if (this.spent || slice.status !== 'found' || !stream.startsWith(this.kind)) return slice;
    this.spent = true;
    return { ...slice, events: slice.events.slice(0, this.events) };
  }
}

const ASKED = 500;

it('reads what was asked once more', async () => {
  const world = new JobWorld();
  const job = await submitIn(world, rowsAsked(ASKED));
  const ports = { store: new ShortOnce(world.log, 'rowdata-', 0) };
  await work(world, job, aWorker(world.process(), { ports }));
  const story = await storyOf(world, job);
  expectWhole(story);
  expect(story.counts).toMatchObject({ succeeded: 450, not_found: 50, failed: 0 });
});

it('reads the record of a chunk that it took over once more', async () => {
  const world = new JobWorld();
  const job = await submitIn(world, rowsAsked(ASKED));
  const dying = world.process(failFirst('RowsRecorded', 'crash_after'));
  const first = aWorker(dying);
  await first.start();
  await Promise.race([dying.store.died, until(hasEnded(world, job))]);
  world.pass(LEASE_MS + 1);
  const ports = { store: new ShortOnce(world.log, 'rows-', 2) };
  await work(world, job, aWorker(world.process(), { ports }));
  await first.stop();
  expectWhole(await storyOf(world, job));
});
