/** Where the suites for EventStoreDB run: on stand-ins, or on the one server that EVENT_STORE_URL names. */
import { SERVER_VERSIONS } from '../src/server-context.js';
import { EventStoreDbStandIn } from '../src/stand-in.js';

export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface ServerUnderTest {
  readonly title: string;
  readonly start: () => Promise<RunningServer>;
}

export function serversUnderTest(): readonly ServerUnderTest[] {
  const url = process.env.EVENT_STORE_URL;
  if (url !== undefined && url !== '') {
    // Without user and password, which stand before the last @.
    const place = url.replace(/^.*:\/\/(.*@)?/, '').replace(/\?.*$/, '');
    return [{ title: `EventStoreDB at ${place}`, start: async () => ({ url, stop: async () => undefined }) }];
  }
  return SERVER_VERSIONS.map((version) => ({
    title: `EventStoreDB, stand-in for ${version}`,
    start: async () => {
      const standIn = await EventStoreDbStandIn.start({ version });
      return { url: standIn.url, stop: () => stopped(standIn) };
    },
  }));
}

async function stopped(standIn: EventStoreDbStandIn): Promise<void> {
  await standIn.kill();
  if (standIn.unknownCalls.length > 0) throw new Error(`unknown calls: ${standIn.unknownCalls.join(', ')}`);
}
