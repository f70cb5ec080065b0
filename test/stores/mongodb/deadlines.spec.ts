/** Calls that a server never takes: each ends in time, and the next one is answered. */
import { Socket } from 'node:net';
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { MongoConnection } from '../../../packages/platform/src/mongodb/connection.js';
import { GivenUpError } from '../../../packages/platform/src/mongodb/errors.js';
import { openMongoDb } from '../../../packages/platform/src/mongodb/open-mongodb.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { afterThisTest, forAllTests } from '../../support/worlds/for-each-test.js';
import { testPatienceMs } from '../patience.js';
import { newName, position } from '../read-models/read-models-under-test.js';
import { Steps, impatient, inTrouble, withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);
afterEach(() => jest.restoreAllMocks());

/** More than a call may take with these tests' timeouts, all of its parts and its repetition included. */
const LONG_MS = 4_000;

const running = forAllTests(() => MongoDbProcess.start());

function connect(): MongoConnection {
  const connection = new MongoConnection({ url: impatient(running.url, 200) }).share();
  afterThisTest(() => connection.close());
  return connection;
}

/** The first message that holds all of this stays in the buffers of its socket, as with a machine that froze. */
function stallFirst(...words: readonly string[]): { readonly isStalled: () => boolean } {
  const written = Reflect.get(Socket.prototype, 'write') as (...given: unknown[]) => boolean;
  let isStalled = false;
  jest.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...given: unknown[]) {
    const message = String(given[0]);
    if (isStalled || !words.every((word) => message.includes(word))) return written.apply(this, given);
    isStalled = true;
    return false;
  });
  return { isStalled: () => isStalled };
}

test('a commit whose last command is never taken is given up, and the next one is made', async () => {
  await inTrouble(running, async ({ readModels }) => {
    const steps = await Steps.begin(readModels);
    const stalled = stallFirst('commitTransaction');
    await expect(steps.commit(readModels, 1)).rejects.toThrow(StoreUnavailableError);
    expect(stalled.isStalled()).toBe(true);
    expect(await readModels.checkpoint(steps.name)).toBe(position(0));
  });
});

test('a server that never takes the first question whether it is fit is given up, and asked again', async () => {
  const connection = connect();
  const stalled = stallFirst('hello', 'lsid');
  await expect(connection.use(async () => 'fit')).rejects.toThrow(StoreUnavailableError);
  expect(stalled.isStalled()).toBe(true);
  expect(await connection.use(async () => 'fit')).toBe('fit');
});

test('a call gives up the client that it was made with, and not the one that took its place', async () => {
  const connection = connect();
  const first = await connection.use(async (database) => database);
  const never = (): Promise<never> => new Promise(() => undefined);
  const late = connection.within(never, first);
  await expect(connection.within(never, first)).rejects.toThrow(GivenUpError);
  const second = await connection.use(async ({ client }) => client);
  expect(second).not.toBe(first.client);
  await expect(late).rejects.toThrow(GivenUpError);
  const later = connection.within(never, first);
  await expect(later).rejects.toThrow(GivenUpError);
  expect(await connection.use(async ({ client }) => client)).toBe(second);
});

describe('an index', () => {
  const declared = { name: newName(), indexes: [{ name: 'by_place', fields: ['place'] }] };

  test('of a collection that is full is waited for longer than any other call', async () => {
    await withTrouble({}, async ({ server, readModels, coordination }) => {
      await server.control.fail({ commands: ['createIndexes'], times: 1_000, delayMs: LONG_MS });
      await Promise.all([readModels.declare([declared]), coordination.get('any')]);
      expect(await readModels.range(declared.name, { index: 'by_place', equals: ['here'] })).toEqual([]);
    });
  });

  test('is not waited for on a server that froze', async () => {
    const server = await MongoDbProcess.start();
    const { readModels, coordination, readings } = await openMongoDb({
      url: `${impatient(server.url)}&heartbeatFrequencyMS=500`,
    });
    await server.control.fail({ commands: ['createIndexes'], delayMs: 2 * LONG_MS });
    const declaring = readModels.declare([declared]);
    const refused = expect(declaring).rejects.toThrow(StoreUnavailableError);
    await eventually('the server builds it', () => server.control.isWellBehaved());
    server.signal('SIGSTOP');
    await refused;
    server.signal('SIGCONT');
    await readModels.declare([declared]);
    await Promise.all([readModels, coordination, readings].map((store) => store.close()));
    await server.stop();
  });
});
