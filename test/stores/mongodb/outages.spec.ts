/** A server that goes, comes back, freezes, changes its primary or never was fit: calls end in time, work goes on. */
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { openMongoDb } from '../../../packages/platform/src/mongodb/open-mongodb.js';
import type { DocumentStores } from '../../../packages/platform/src/stores/stores.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { testPatienceMs } from '../patience.js';
import { newName, position, put } from '../read-models/read-models-under-test.js';
import { Steps, impatient, withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

/** One call of each kind. */
const CALLS: readonly (readonly [string, (stores: DocumentStores) => Promise<unknown>])[] = [
  ['a document', ({ readModels }) => readModels.get('any', 'key')],
  ['a range', ({ readModels }) => readModels.range('any', {})],
  ['a checkpoint', ({ readModels }) => readModels.checkpoint('any')],
  ['a snapshot', ({ readModels }) => readModels.snapshot((reader) => reader.checkpoint('any'))],
  ['a declaration', ({ readModels }) => readModels.declare([{ name: newName() }])],
  [
    'a commit',
    ({ readModels }) => readModels.commit([], { name: newName(), expected: null, next: position(1) }),
  ],
  ['an entry', ({ coordination }) => coordination.get('any')],
  ['a put', ({ coordination }) => coordination.put(newName(), {}, { expected: null })],
  ['many puts', ({ coordination }) => coordination.putMany([{ key: newName(), value: {} }])],
  ['a sweep', ({ coordination }) => coordination.sweep()],
  ['a reading', ({ readings }) => readings.find('page', ['any'], 0)],
  [
    'a reading kept',
    ({ readings }) => readings.keep({ kind: 'page', key: newName(), fetchedAt: 1, content: Buffer.of(1) }),
  ],
  ['a sweep of readings', ({ readings }) => readings.sweep(0)],
];

/** What each call ended with: an error's name, or `answered`. */
const endings = (stores: DocumentStores): Promise<string[]> =>
  Promise.all(
    CALLS.map(([, call]) =>
      call(stores).then(
        () => 'answered',
        (error: unknown) => (error instanceof Error ? error.name : String(error)),
      ),
    ),
  );

const ALL_ANSWERED = CALLS.map(() => 'answered');
const ALL_UNAVAILABLE = CALLS.map(() => 'StoreUnavailableError');
const allAnswered = (stores: DocumentStores) =>
  eventually('every call answered', async () => (await endings(stores)).every((end) => end === 'answered'));

test('while the server is away every call says so, and afterwards all are answered by the same client', async () => {
  await withTrouble({ patienceMs: 100 }, async ({ server, readModels, coordination, readings }) => {
    const steps = await Steps.begin(readModels);
    expect(await endings({ readModels, coordination, readings })).toEqual(ALL_ANSWERED);
    await server.control.refuseConnections();
    expect(await endings({ readModels, coordination, readings })).toEqual(ALL_UNAVAILABLE);
    await server.control.restart();
    await allAnswered({ readModels, coordination, readings });
    expect(await steps.commit(readModels, 1)).toBe('committed');
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
  });
});

test('a server that freezes is given up in time, and used again when it wakes', async () => {
  await withTrouble({ patienceMs: 100 }, async ({ server, readModels, coordination, readings }) => {
    expect(await endings({ readModels, coordination, readings })).toEqual(ALL_ANSWERED);
    await server.control.silence();
    const ends = await endings({ readModels, coordination, readings });
    expect(ends.filter((end) => !['StoreUnavailableError', 'OutcomeUnknownError'].includes(end))).toEqual([]);
    await server.control.behave();
    await allAnswered({ readModels, coordination, readings });
  });
});

/** More than the buffers of a socket take on both ends. */
const LARGE = 'x'.repeat(7_000_000);

/** What a large call ends with on a server that stops right after it has answered this command. */
async function endOnFrozen(
  server: MongoDbProcess,
  lastCommand: string,
  call: () => Promise<unknown>,
): Promise<unknown> {
  await server.control.fail({ commands: [lastCommand], freezes: true });
  try {
    return await call().catch((error: unknown) => error);
  } finally {
    server.signal('SIGCONT');
  }
}

test('a commit too large to be sent at once, to a server that freezes, is given up, and the next one is made', async () => {
  await withTrouble({ patienceMs: 100 }, async ({ server, readModels, coordination, readings }) => {
    const steps = await Steps.begin(readModels);
    const move = { name: steps.name, expected: position(0), next: position(1) };
    const writes = ['one', 'two', 'three'].map((key) => put(steps.collection, key, { text: LARGE }));
    const end = await endOnFrozen(server, 'update', () => readModels.commit(writes, move));
    expect(end).toBeInstanceOf(StoreUnavailableError);
    await allAnswered({ readModels, coordination, readings });
    expect(await readModels.checkpoint(steps.name)).toBe(position(0));
    // The woken server still holds what was begun on the old connections, until it ends such transactions itself.
    const others = await Steps.begin(readModels);
    expect(await others.commit(readModels, 1)).toBe('committed');
  });
});

test('a put that large is given up', async () => {
  await withTrouble({}, async ({ server, readModels, coordination, readings }) => {
    await coordination.put('small', {});
    const frozen = async () => {
      await coordination.get('small');
      return coordination.put('large', { text: LARGE });
    };
    expect(await endOnFrozen(server, 'find', frozen)).toBeInstanceOf(StoreUnavailableError);
    await allAnswered({ readModels, coordination, readings });
  });
});

test('a read that asks for very many keys is given up', async () => {
  await withTrouble({}, async ({ server, readModels, coordination, readings }) => {
    const { name, collection } = await Steps.begin(readModels);
    const keys = Array.from({ length: 100_000 }, (_, index) => `${'k'.repeat(100)}${index}`);
    const frozen = () =>
      readModels.snapshot(async (reader) => {
        await reader.checkpoint(name);
        return reader.getMany(collection, keys);
      });
    expect(await endOnFrozen(server, 'find', frozen)).toBeInstanceOf(StoreUnavailableError);
    await allAnswered({ readModels, coordination, readings });
  });
});

test.each(['reset', 'end'] as const)(
  'connections that break (%s) are replaced without anybody noticing',
  async (how) => {
    // As long as it takes a busy machine: nobody is away here.
    const patience = { socketMs: 30_000, selectionMs: 30_000 };
    await withTrouble(patience, async ({ server, readModels, coordination }) => {
      const steps = await Steps.begin(readModels);
      const alone = newName();
      const afterLoss = async <T>(call: () => Promise<T>): Promise<T> => {
        await server.control.dropConnections(how);
        return call();
      };
      for (let to = 1; to <= 5; to++) {
        expect(await afterLoss(() => steps.commit(readModels, to))).toBe('committed');
        expect(await afterLoss(() => steps.seen(readModels))).toEqual({
          at: to,
          documents: to + 2,
          last: to,
        });
        const move = { name: alone, expected: to === 1 ? null : position(to - 1), next: position(to) };
        expect(await afterLoss(() => readModels.commit([], move))).toBe('committed');
        expect(await afterLoss(() => readModels.checkpoint(alone))).toBe(position(to));
        await afterLoss(() => coordination.put('lease', { to }));
        await afterLoss(() => coordination.putMany([{ key: 'note', value: { to } }]));
        expect(await afterLoss(() => coordination.delete('note'))).toBe(true);
      }
      expect((await coordination.get('lease'))?.value).toEqual({ to: 5 });
    });
  },
);

test('a server that lost everything is filled anew, by processes that knew the old one', async () => {
  await withTrouble({}, async ({ server, readModels }) => {
    const before = await Steps.begin(readModels);
    await server.control.restart({ empty: true });
    await eventually('an answer', () =>
      readModels.checkpoint(before.name).then(
        (at) => at === null,
        () => false,
      ),
    );
    expect(await before.commit(readModels, 1)).toBe('superseded');
    await readModels.declare([{ name: before.collection, indexes: [{ name: 'by_to', fields: ['to'] }] }]);
    expect(await before.commit(readModels, 0)).toBe('committed');
    expect(await readModels.range(before.collection, { index: 'by_to', equals: [0] })).toHaveLength(2);
  });
});

test('a server that comes later than the process is used once it is there', async () => {
  const server = await MongoDbProcess.start();
  await server.control.refuseConnections();
  const stores = await openMongoDb({ url: impatient(server.url) });
  expect(await endings(stores)).toEqual(ALL_UNAVAILABLE);
  await server.control.restart();
  await allAnswered(stores);
  await Promise.all([stores.readModels, stores.coordination, stores.readings].map((store) => store.close()));
  await server.stop();
});

test('a server without transactions is refused at once, with one line that names the setting', async () => {
  const server = await MongoDbProcess.start({ role: 'standalone' });
  const opening = openMongoDb({ url: impatient(server.url) });
  await expect(opening).rejects.toThrow(StoreUnavailableError);
  await expect(opening).rejects.toThrow(
    /^MONGODB_URL names a server without transactions: [^\n]*replica set[^\n]*$/,
  );
  await server.stop();
});

test('one that turns out to have none, later, is refused by every call', async () => {
  const server = await MongoDbProcess.start({ role: 'standalone' });
  await server.control.refuseConnections();
  const stores = await openMongoDb({ url: impatient(server.url) });
  await server.control.restart();
  await eventually('the refusal', () =>
    stores.coordination.get('any').then(
      () => false,
      (error: unknown) => String(error).includes('MONGODB_URL names a server without transactions'),
    ),
  );
  await Promise.all([stores.readModels, stores.coordination, stores.readings].map((store) => store.close()));
  await server.stop();
});

test('closing ends what is under way, and nothing is answered afterwards', async () => {
  await withTrouble({}, async ({ server, open }) => {
    const stores = await open();
    await stores.coordination.get('any');
    await server.control.fail({ commands: ['find'], isStalled: true });
    const reading = stores.readModels.checkpoint('any').catch((error: unknown) => error);
    await stores.readModels.close();
    await Promise.all([stores.coordination.close(), stores.readings.close()]);
    await reading;
    expect(await endings(stores)).toEqual(ALL_UNAVAILABLE);
  });
});
