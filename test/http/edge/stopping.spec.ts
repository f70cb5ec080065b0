/** What becomes of connections when the service stops: it doesn't wait for those on which nothing is under way. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { createApiRole, type ApiRole } from '../../../src/api/api-role.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { settingsFrom } from '../../../src/settings/settings.js';

/** Longer than any test may take: a stop that waits for its limit fails by its time-out. */
const NEVER_MS = 3_600_000;

const folder = new TemporaryFolder();
const settings = settingsFrom({ DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'silent' });
const stores = forEachTest(() => openStores({ ...settings, hosting: 'direct' }));
let api: ApiRole;
beforeEach(async () => {
  api = createApiRole(settings, stores, { logger: createLogger(settings), drainMs: NEVER_MS });
  await api.start();
});
afterAll(() => folder.remove());

async function opened(): Promise<Socket> {
  const socket = connect(api.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
const request = 'GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: keep-alive\r\n\r\n';

describe('a stop', () => {
  it('closes a kept connection that has had its answer', async () => {
    const socket = await opened();
    socket.write(request);
    await once(socket, 'data');
    await Promise.all([once(socket, 'close'), api.stop()]);
  });

  it('closes a connection that never asked for anything', async () => {
    const socket = await opened();
    await Promise.all([once(socket.resume(), 'close'), api.stop()]);
  });

  it('lets a request that has begun end, and then closes its connection', async () => {
    const socket = await opened();
    const [head, rest] = [request.slice(0, 20), request.slice(20)];
    const other = await opened();
    socket.write(head);
    const stopped = api.stop();
    // Once the idle connection is gone, the stop is looking for idle ones.
    await once(other.resume(), 'close');
    socket.write(rest);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    await Promise.all([once(socket, 'close'), stopped]);
  });
});
