/** Writes to EventStoreDB whose answer never comes, comes wrong, or can't come: written once or not at all, and told so. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { WRITE_FAULTS, EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { appended, events, ids, newStream, streamEvents } from '../event-store/event-store-under-test.js';
import { PATIENT, inTrouble, withTrouble } from './troubled-server.js';

async function expectOnce(store: EventStore, stream: StreamName, list: readonly NewEvent[]): Promise<void> {
  expect(ids(await streamEvents(store, stream))).toEqual(ids(list));
}

describe.each(WRITE_FAULTS)('a write that meets "%s"', (fault) => {
  const running = forAllTests(() => EventStoreDbProcess.start());

  test('is repeated with the same ids at the same revision until it is there, once', () =>
    inTrouble(running, async ({ server, store }) => {
      const stream = newStream();
      const list = events(4);
      await server.control.nextWrites(fault, 2);
      const first = await appended(store, stream, 'no_stream', list.slice(0, 2));
      await server.control.nextWrites(fault);
      const second = await appended(store, stream, first.revision, list.slice(2));
      expect([first.revision, second.revision]).toEqual([1, 3]);
      await expectOnce(store, stream, list);
    }));

  test('is not repeated at "any", where a repeat could write twice: its outcome is unknown', () =>
    inTrouble(running, async ({ server, store }) => {
      const stream = newStream();
      await server.control.nextWrites(fault);
      await expect(store.append(stream, 'any', events(1))).rejects.toThrow(OutcomeUnknownError);
      const slice = await store.readStream(stream);
      const isWritten = fault === 'time-out-although-written' || fault.endsWith('after-write');
      expect(slice.status === 'found' ? slice.events.length : 0).toBe(isWritten ? 1 : 0);
    }));

  test('deletes a stream for good all the same', () =>
    inTrouble(running, async ({ server, store }) => {
      const stream = newStream();
      await appended(store, stream, 'no_stream', events(1));
      await server.control.nextWrites(fault);
      expect(await store.deleteStream(stream)).toBe('deleted');
      expect(await store.readStream(stream)).toEqual({ status: 'deleted' });
    }));

  test('beyond its patience is reported as unknown, and the same append settles it later', () =>
    inTrouble(running, async ({ server, open }) => {
      const hasty = open(server.url, 1);
      const stream = newStream();
      const list = events(2);
      await server.control.nextWrites(fault, 2);
      await expect(hasty.append(stream, 'no_stream', list)).rejects.toThrow(OutcomeUnknownError);
      expect(await appended(hasty, stream, 'no_stream', list)).toMatchObject({ revision: 1 });
      await expectOnce(hasty, stream, list);
    }));
});

test('an append that was lost on the way loses to a writer who came meanwhile, and is told so', () =>
  withTrouble({}, async ({ server, store, open }) => {
    const stream = newStream();
    const [mine, theirs] = [events(1), events(3)];
    await server.control.nextWrites('stall-before-write');
    const lost = store.append(stream, 'no_stream', mine);
    await eventually('it to be lost', () => server.control.isWellBehaved());
    await appended(open(), stream, 'no_stream', theirs);
    expect(await lost).toEqual({ outcome: 'conflict', actual: 2 });
    await expectOnce(store, stream, theirs);
  }));

test.each([
  ['down', (server: EventStoreDbProcess) => server.control.goDown()],
  ['starting', (server: EventStoreDbProcess) => server.control.beUnready()],
])('a server that is %s is told from an unknown outcome: nothing was written', (_title, trouble) =>
  withTrouble({}, async ({ server, store }) => {
    const stream = newStream();
    await store.head();
    await trouble(server);
    // The connection that just broke may still take a call, and then nobody knows.
    await expect(store.head()).rejects.toThrow(StoreUnavailableError);
    for (const call of [
      () => store.append(stream, 'no_stream', events(1)),
      () => store.append(stream, 'any', events(1)),
      () => store.deleteStream(stream),
      () => store.readStream(stream),
      () => store.readAll({ after: '' as never }),
      () => store.head(),
    ]) {
      await expect(call()).rejects.toThrow(StoreUnavailableError);
    }
    await server.control.behave();
    await server.control.restart();
    expect(await store.readStream(stream)).toEqual({ status: 'no_stream' });
    await appended(store, stream, 'no_stream', events(1));
  }),
);

test('appends in flight when the server is killed are all there once, however they were answered', () =>
  withTrouble(PATIENT, async ({ server, store, open }) => {
    const writers = [store, open(), open()];
    const appends = Array.from({ length: 60 }, (_, index) => ({
      writer: writers[index % writers.length] ?? store,
      stream: newStream(),
      list: events(3),
    }));
    const running = appends.map(({ writer, stream, list }) => writer.append(stream, 'no_stream', list));
    const settled = Promise.allSettled(running);
    await eventually('some to be written', async () => (await server.control.records()).length >= 30);
    await server.control.goDown();
    await server.control.restart();
    const results: PromiseSettledResult<AppendResult>[] = await settled;
    for (const [index, { writer, stream, list }] of appends.entries()) {
      const result = results[index];
      if (result?.status === 'fulfilled')
        expect(result.value).toMatchObject({ outcome: 'appended', revision: 2 });
      else expect(result?.reason).toBeInstanceOf(Error);
      expect(await appended(writer, stream, 'no_stream', list)).toMatchObject({ revision: 2 });
      await expectOnce(store, stream, list);
    }
  }));

test('a node that no longer leads sends its callers to the one that does', () =>
  withTrouble({}, async ({ server, store }) => {
    const leader = await server.control.addNode();
    const stream = newStream();
    await appended(store, stream, 'no_stream', events(1));
    await server.control.lead(leader);
    expect(await appended(store, stream, 0, events(1))).toMatchObject({ revision: 1 });
    expect(await streamEvents(store, stream)).toHaveLength(2);
    await server.control.lead(0);
    expect(await store.head()).toBe((await streamEvents(store, stream))[1]?.position);
  }));

test('a cluster whose discovery failed is found once it is there: a broken client is replaced', () =>
  withTrouble({}, async ({ server, open }) => {
    const store = open(`esdb+discover://127.0.0.1:${server.port}?tls=false`);
    await server.control.goDown();
    await expect(store.head()).rejects.toThrow(StoreUnavailableError);
    await expect(store.append(newStream(), 'no_stream', events(1))).rejects.toThrow(StoreUnavailableError);
    await server.control.restart();
    await appended(store, newStream(), 'no_stream', events(1));
  }));

test('a read that nobody answers is given up, and the next one goes through', () =>
  withTrouble({}, async ({ server, store }) => {
    const stream = newStream();
    await appended(store, stream, 'no_stream', events(2));
    await server.control.silence();
    await expect(store.readStream(stream)).rejects.toThrow(StoreUnavailableError);
    await server.control.behave();
    expect(await streamEvents(store, stream)).toHaveLength(2);
  }));

test('reads of a client that was given up meanwhile are no short answers', () =>
  withTrouble({}, async ({ server, store }) => {
    const stream = newStream();
    await appended(store, stream, 'no_stream', events(2));
    await server.control.silence();
    // The first that stall cost the client of all of them, and the server answers again before the last stall.
    const reads = Array.from({ length: 12 }, async (_, index) => {
      await pause(index * 25);
      return streamEvents(store, stream);
    });
    const settled = Promise.allSettled(reads);
    await reads[0]?.catch(() => undefined);
    await server.control.behave();
    for (const read of await settled) {
      if (read.status === 'fulfilled') expect(read.value).toHaveLength(2);
      else expect(read.reason).toBeInstanceOf(StoreUnavailableError);
    }
  }));

test('a server that came back empty is read as empty', () =>
  withTrouble({}, async ({ server, store }) => {
    const stream = newStream();
    const { position } = await appended(store, stream, 'no_stream', events(2));
    await server.control.restart({ empty: true });
    expect(await store.readStream(stream)).toEqual({ status: 'no_stream' });
    expect(await store.head()).toBe('');
    expect(await store.readAll({ after: position })).toEqual({ events: [], position, atHead: true });
  }));

test('a read that its store is closed under gives no short answer', () =>
  withTrouble(PATIENT, async ({ server, store }) => {
    const stream = newStream();
    await appended(store, stream, 'no_stream', events(2));
    await server.control.silence();
    const read = expect(store.readStream(stream)).rejects.toThrow(StoreUnavailableError);
    await pause(100);
    await store.close();
    await read;
  }));

test('a store that was closed answers nothing more', () =>
  withTrouble({}, async ({ store }) => {
    await store.close();
    await expect(store.head()).rejects.toThrow(StoreUnavailableError);
    await expect(store.append(newStream(), 'any', events(1))).rejects.toThrow(StoreUnavailableError);
  }));

test('a server that needs longer than the deadline is given more time with each repeat, and remembered for it', () =>
  withTrouble({}, async ({ server, store }) => {
    const stream = newStream();
    const list = events(2);
    await server.control.slow(600);
    expect(await appended(store, stream, 'no_stream', list.slice(0, 1))).toMatchObject({ revision: 0 });
    expect(await store.append(stream, 0, list.slice(1))).toMatchObject({ outcome: 'appended', revision: 1 });
    await server.control.behave();
    await expectOnce(store, stream, list);
  }));
