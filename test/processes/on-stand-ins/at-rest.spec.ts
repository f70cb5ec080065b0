/** What a service that has nothing to do asks of its event store: every question costs it processor time. */
import { setTimeout as pause } from 'node:timers/promises';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { DEFAULT_ROLES } from '../../../src/settings/settings.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { patiently } from '../patiently.js';
import { ServerPair } from './server-pair.js';

jest.setTimeout(300_000);

const servers = forAllTests(() => ServerPair.start());
const world = forAllTests(() =>
  ProcessWorld.create({
    plans: { api: { roles: DEFAULT_ROLES, settings: { CONSOLE_PORT: '0' } } },
    settings: {
      EVENT_STORE_URL: servers.settings['EVENT_STORE_URL'] ?? '',
      KEY_HASH_SECRET: 'of a test: key hashes',
      CURSOR_SECRET: 'of a test: cursors',
    },
  }),
);

/** Reads that came to the event store within a second, over so many seconds. */
async function readsPerSecond(seconds: number): Promise<number> {
  const [before, began] = [await servers.eventsControl.reads(), performance.now()];
  await pause(seconds * 1_000);
  const reads = (await servers.eventsControl.reads()) - before;
  return (reads * 1_000) / (performance.now() - began);
}

// Lanes and readiness of four roles made five to six, when each asked by itself.
it('asks for the head of the log once for all that want to know it', async () => {
  await world.fleet.startAll();
  await patiently('the service at rest', async () => (await readsPerSecond(6)) < 3);
});
