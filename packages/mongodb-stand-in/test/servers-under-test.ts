/** Where the suites for MongoDB run: on the stand-in, or on the one server that MONGODB_URL names. */
import { MongoDbStandIn } from '../src/stand-in.js';

export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface ServerUnderTest {
  readonly title: string;
  /**
   * It takes `configureFailPoint`: a server does with `--setParameter enableTestCommands=1`, told by
   * MONGODB_FAIL_POINTS=1.
   */
  readonly hasFailPoints: boolean;
  readonly start: () => Promise<RunningServer>;
}

export function serverUnderTest(): ServerUnderTest {
  const url = process.env.MONGODB_URL;
  if (url !== undefined && url !== '') {
    // Without user and password, which stand before the last @.
    const place = url.replace(/^.*:\/\/(.*@)?/, '').replace(/\/.*$/, '');
    return {
      title: `MongoDB at ${place}`,
      hasFailPoints: process.env.MONGODB_FAIL_POINTS === '1',
      start: async () => ({ url, stop: async () => undefined }),
    };
  }
  return {
    title: 'MongoDB, stand-in',
    hasFailPoints: true,
    start: async () => {
      const standIn = await MongoDbStandIn.start();
      return { url: standIn.url, stop: () => stopped(standIn) };
    },
  };
}

async function stopped(standIn: MongoDbStandIn): Promise<void> {
  await standIn.stop();
  if (standIn.unknownCalls.length > 0) throw new Error(`unknown calls: ${standIn.unknownCalls.join(', ')}`);
}
