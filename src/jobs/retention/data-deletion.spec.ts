import { FaultyEventStore } from '../../../test/support/stores/faulty-event-store.js';
import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import { submitIn } from '../../../test/support/worlds/worker-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import {
  StreamDeletedError,
  type RecordedEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import { jsonEvent } from '../../streams/envelope.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { CHUNKS_WRITTEN_AT_ONCE } from '../record/data-stream.js';
import { DataDeletion } from './data-deletion.js';

const BY = { actor: 'worker', requestId: 'eraser' };
const ID = '01939f00-0000-7000-8000-000000000001';

let world: JobWorld;
beforeEach(() => {
  world = new JobWorld();
});

const deletionOver = (process = world.process()): Promise<DataDeletion> =>
  new WriteSide(process.ports).get(DataDeletion);
const statuses = (job: JobId, chunks: readonly number[]): Promise<string[]> =>
  Promise.all(chunks.map(async (chunk) => (await world.log.readStream(rowDataStream(job, chunk))).status));
/** What a worker writes that knows nothing of the erasure. */
const lateAppend = (job: JobId, chunk: number) =>
  world.log.append(rowDataStream(job, chunk), 'any', [
    jsonEvent({ type: 'RowDataClosed', data: { job_id: job, chunk } }, ID, {
      time: '2026-11-23T12:00:00.000Z',
    }),
  ]);

it('deletes the data of every chunk for good, and no other', async () => {
  const job = await submitIn(world, rowsAsked(1_200));
  const other = await submitIn(world, rowsAsked(3));
  await (await deletionOver()).deleteJob(job, 3, BY);
  expect(await statuses(job, [0, 1, 2, 3])).toEqual(['deleted', 'deleted', 'deleted', 'no_stream']);
  expect(await statuses(other, [0])).toEqual(['found']);
  await expect(lateAppend(job, 1)).rejects.toThrow(StreamDeletedError);
});

it('closes data that never were, so that no late worker can write them', async () => {
  const job = await submitIn(world, rowsAsked(3));
  const closed: RecordedEvent[] = [];
  const process = world.process();
  const deleteStream = process.store.deleteStream.bind(process.store);
  process.store.deleteStream = async (stream) => {
    const slice = await world.log.readStream(stream);
    if (slice.status === 'found') closed.push(...slice.events);
    return deleteStream(stream);
  };
  await (await deletionOver(process)).deleteJob(job, 3, BY);
  expect(await statuses(job, [0, 1, 2])).toEqual(['deleted', 'deleted', 'deleted']);
  const closings = closed.filter(({ type }) => type === 'RowDataClosed');
  expect(closings.map(({ stream, metadata }) => [stream, metadata['actor']])).toEqual(
    [1, 2].map((chunk) => [rowDataStream(job, chunk), 'worker']),
  );
  for (const chunk of [1, 2]) await expect(lateAppend(job, chunk)).rejects.toThrow(StreamDeletedError);
});

it('can be repeated, and is done where another worker is faster', async () => {
  const job = await submitIn(world, rowsAsked(3));
  const slow = world.process();
  const append = slow.store.append.bind(slow.store);
  slow.store.append = async (stream, expected, events) => {
    await (await deletionOver()).deleteJob(job, 2, BY);
    return append(stream, expected, events);
  };
  await (await deletionOver(slow)).deleteJob(job, 2, BY);
  await (await deletionOver()).deleteJob(job, 2, BY);
  expect(await statuses(job, [0, 1])).toEqual(['deleted', 'deleted']);
});

it('goes on where the submitter of unfinished rows wakes up and writes before a stream is closed', async () => {
  const job = 'job_01JDXB8Z5N0000000000000001' as JobId;
  await lateAppend(job, CHUNKS_WRITTEN_AT_ONCE);
  const process = world.process();
  const append = process.store.append.bind(process.store);
  let isAsleep = true;
  process.store.append = async (stream, expected, events) => {
    if (isAsleep && stream === rowDataStream(job, 3)) {
      isAsleep = false;
      await lateAppend(job, 3);
    }
    return append(stream, expected, events);
  };
  await (await deletionOver(process)).deleteUnfinished(job, BY);
  expect(isAsleep).toBe(false);
  expect(await statuses(job, [3, CHUNKS_WRITTEN_AT_ONCE])).toEqual(['deleted', 'deleted']);
});

it('is not done where the store fails', async () => {
  const job = await submitIn(world, rowsAsked(3));
  const failing = new FaultyEventStore(world.log, ({ types }) =>
    types.includes('RowDataClosed') ? 'unavailable' : null,
  );
  const deletion = await new WriteSide({ ...world.process().ports, store: failing }).get(DataDeletion);
  await expect(deletion.deleteJob(job, 2, BY)).rejects.toThrow('out of reach');
});
