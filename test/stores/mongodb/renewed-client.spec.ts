/** A client of the driver that finds no server any more, though there is one: another takes its place, and says so. */
import { Socket } from 'node:net';
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { MongoConnection } from '../../../packages/platform/src/mongodb/connection.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { afterThisTest, forEachTest } from '../../support/worlds/for-each-test.js';
import { impatient } from './troubled-mongo.js';

afterEach(() => jest.restoreAllMocks());

/**
 * The connection of a monitor that polls ends just as it asks: the driver 7.8 waits for that write for ever, and never
 * asks again.
 */
function endAtNextHello(): Promise<void> {
  const written = Reflect.get(Socket.prototype, 'write') as (...given: unknown[]) => boolean;
  return new Promise((resolve) => {
    const spy = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (
      this: Socket,
      ...given: unknown[]
    ) {
      if (String(given[0]).includes('hello')) {
        spy.mockRestore();
        this.destroy();
        resolve();
      }
      return written.apply(this, given);
    });
  });
}

const server = forEachTest(() => MongoDbProcess.start());

test('calls are answered again without a new process', async () => {
  await server.control.endStreaming();
  const url = `${impatient(server.url)}&heartbeatFrequencyMS=500`;
  const connection = new MongoConnection({ url, renewAfterMs: 2_000 }).share();
  afterThisTest(() => connection.close());
  const write = () => connection.use((database) => database.collection('any').insertOne({}));
  await write();
  await endAtNextHello();
  await server.control.stepDown();
  await expect(write()).rejects.toThrow(StoreUnavailableError);
  await server.control.stepUp();
  const told: string[] = [];
  await eventually('an answer', () =>
    write().then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailableError);
        told.push(String(error));
        return false;
      },
    ),
  );
  expect(told.filter((message) => message.includes('its client was replaced'))).toHaveLength(1);
});
