/** Where the suites for EventStoreDB run: on stand-ins, or on the one server that EVENT_STORE_URL names. */
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';

interface ServerUnderTest {
  readonly title: string;
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
}

/**
 * What tells one version from another the conformance suite and the faults of subscriptions show; the whole
 * contract runs on the latest one, and on all in the long form.
 */
const VERSIONS =
  process.env.TEST_LONG === undefined ? (['26.1'] as const) : (['23.10', '24.2', '26.1'] as const);

export function serversUnderTest(): readonly ServerUnderTest[] {
  const url = process.env.EVENT_STORE_URL;
  if (url !== undefined && url !== '') {
    // Without user and password, which stand before the last @.
    const place = url.replace(/^.*:\/\/(.*@)?/, '').replace(/\?.*$/, '');
    return [{ title: `EventStoreDB at ${place}`, start: async () => ({ url, stop: async () => undefined }) }];
  }
  return VERSIONS.map((version) => ({
    title: `EventStoreDB, stand-in for ${version}`,
    start: async () => {
      const standIn = await EventStoreDbProcess.start({ version });
      return { url: standIn.url, stop: () => standIn.stop() };
    },
  }));
}
