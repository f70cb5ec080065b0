/** EventStoreDB as a process of its own: killed at any moment with what it was writing, or stopped in its tracks. */
import { appendFileSync } from 'node:fs';
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import {
  OutcomeUnknownError,
  type EventStore,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import {
  appended,
  events,
  ids,
  newCategory,
  newStream,
  streamEvents,
} from '../event-store/event-store-under-test.js';

const folder = new TemporaryFolder();
let file = '';
let server: EventStoreDbProcess;
let store: EventStore;

beforeEach(async () => {
  file = folder.file(`${newCategory()}.log`);
  server = await EventStoreDbProcess.start({ file });
  store = openEventStoreDb({ url: `${server.url}&defaultDeadline=1000`, stallMs: 1_000 });
});
afterEach(async () => {
  await store.close();
  await server.kill();
});
afterAll(() => folder.remove());

const restart = async (): Promise<void> => {
  await server.kill();
  server = await EventStoreDbProcess.start({ file, port: server.port });
};

test('three times killed under load, nothing acknowledged is lost, nothing is doubled, and a reader misses nothing', async () => {
  const category = newCategory();
  const seen: string[] = [];
  const subscription = store.subscribe({ after: '' as Position, categories: [category] }, async (page) => {
    seen.push(...ids(page.events));
  });
  const written: string[] = [];
  let isOver = false;
  const writer = async (): Promise<void> => {
    while (!isOver) {
      const [stream, list] = [newStream(category), events(4)];
      const isSure = await store.append(stream, 'no_stream', list).then(
        () => true,
        () => false,
      );
      if (isSure) expect(ids(await eventually('the stream', () => read(stream)))).toEqual(ids(list));
      await eventually('the append', () => settled(stream, list));
      written.push(...ids(list));
    }
  };
  const read = (stream: ReturnType<typeof newStream>) => streamEvents(store, stream).catch(() => undefined);
  const settled = async (stream: ReturnType<typeof newStream>, list: ReturnType<typeof events>) =>
    appended(store, stream, 'no_stream', list).catch(() => undefined);
  const writers = [writer(), writer(), writer(), writer()];
  for (let kill = 1; kill <= 3; kill++) {
    await eventually('some load', () => written.length >= kill * 60);
    await restart();
  }
  await eventually('load after the last kill', () => written.length >= 300);
  isOver = true;
  await Promise.all(writers);
  await eventually('all', () => seen.length >= written.length);
  await subscription.close();
  expect([...seen].sort()).toEqual([...written].sort());
});

test('a write that was cut short by the kill never was', async () => {
  const stream = newStream();
  await appended(store, stream, 'no_stream', events(2));
  await server.kill();
  appendFileSync(file, '[["torn-stream","0","99');
  server = await EventStoreDbProcess.start({ file, port: server.port });
  await appended(store, stream, 1, events(1));
  await restart();
  expect(await streamEvents(store, stream)).toHaveLength(3);
});

test('stopped in its tracks it leaves an append unknown; let go on, it has it once', async () => {
  const stream = newStream();
  const list = events(2);
  await appended(store, stream, 'no_stream', list.slice(0, 1));
  const hasty = openEventStoreDb({ url: `${server.url}&defaultDeadline=300`, patienceMs: 300 });
  await hasty.head();
  server.signal('SIGSTOP');
  try {
    await expect(hasty.append(stream, 0, list.slice(1))).rejects.toThrow(OutcomeUnknownError);
  } finally {
    server.signal('SIGCONT');
    await hasty.close();
  }
  await appended(store, stream, 0, list.slice(1));
  expect(ids(await streamEvents(store, stream))).toEqual(ids(list));
});

test('told to misbehave from outside, it does', async () => {
  const stream = newStream();
  await server.control.nextWrites('time-out-although-written');
  await expect(store.append(stream, 'any', events(1))).rejects.toThrow(OutcomeUnknownError);
  await server.control.behave();
  expect(await streamEvents(store, stream)).toHaveLength(1);
});
