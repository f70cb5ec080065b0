import {
  StoreUnavailableError,
  OutcomeUnknownError,
  type EventStore,
  type StreamName,
} from './event-store.js';
import { OwnEvents, WriteFaults } from './own-events.js';

let now = 0;
const faults = (): WriteFaults => new WriteFaults(() => now);
const failed = (watch: WriteFaults, error: Error): Promise<unknown> =>
  expect(watch.watch(Promise.reject(error))).rejects.toBe(error);
beforeEach(() => (now = 0));

it.each([
  [new StoreUnavailableError("/data/events.db can't be written: the disk is full"), 'the disk is full'],
  [new StoreUnavailableError("/data/events.db can't be written: it is read-only"), 'it is read-only'],
  [
    new StoreUnavailableError("/data/events.db can't be read or written: the disk reports an error"),
    'the disk reports an error',
  ],
  [
    new OutcomeUnknownError('/data/events.db broke off in a commit: the disk reports an error'),
    'the disk reports an error',
  ],
])('an append that ends with %s is a fault of the disk, until one is written', async (error, reason) => {
  const watch = faults();
  await failed(watch, error);
  expect(watch.current()).toBe(reason);
  await watch.watch(Promise.resolve({ outcome: 'appended' }));
  expect(watch.current()).toBeNull();
});

it('a fault of a sequence of appends counts too, and is forgotten when nothing was tried for half a minute', async () => {
  const watch = faults();
  const stopped = new StoreUnavailableError("events.db can't be written: the disk is full");
  await watch.watch(Promise.resolve({ appended: [], stopped }));
  now = 29_999;
  expect(watch.current()).toBe('the disk is full');
  now = 30_000;
  expect(watch.current()).toBeNull();
});

it.each([
  new StoreUnavailableError('events.db is locked by another process'),
  new StoreUnavailableError('no answer'),
  new Error('anything else'),
])('an append that ends with %s is none', async (error) => {
  const watch = faults();
  await failed(watch, error);
  expect(watch.current()).toBeNull();
});

it("the log's own store tells it", async () => {
  const append = (): Promise<never> =>
    Promise.reject(new StoreUnavailableError("events.db can't be written: the disk is full"));
  const log = new OwnEvents({ append } as unknown as EventStore, { prefix: '' });
  expect(log.writeFault()).toBeNull();
  await expect(log.append('job-1' as StreamName, 'any', [])).rejects.toThrow('the disk is full');
  expect(log.writeFault()).toBe('the disk is full');
});
