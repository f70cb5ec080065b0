/** How long the client of a list tries, and what it says meanwhile. Its waits take no time here. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { StandInService } from '../../../test/support/stand-in-service.js';
import { ApiClient } from './api-client.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;

/** Where nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await once(server.close(), 'close');
  return url;
}

function clientOf(url: string) {
  const said: string[] = [];
  let waited = 0;
  const client = new ApiClient({
    url,
    key: KEY,
    patience: 600_000,
    patienceAtFirst: 10_000,
    onWait: (_, why) => void said.push(why),
    wait: async (milliseconds) => void (waited += milliseconds),
  });
  return { client, said, waited: () => waited };
}

describe('an address at which nothing has answered yet', () => {
  it('is said at the first try and given up within its own patience', async () => {
    const { client, said, waited } = clientOf(await closedAddress());
    await expect(client.call('/whoami')).rejects.toMatchObject({ code: 'gave_up' });
    expect(said[0]).toMatch(/can't be reached .*ECONNREFUSED/);
    expect(waited()).toBeLessThanOrEqual(10_000);
  });

  it('is tried for as long as any once it has answered', async () => {
    const service = await StandInService.start(KEY);
    const { client, said, waited } = clientOf(service.url);
    await client.call('/whoami');
    await service.stop();
    await expect(client.call('/whoami')).rejects.toMatchObject({ code: 'gave_up' });
    expect(waited()).toBeGreaterThan(500_000);
    expect(said[0]).toMatch(/can't be reached/);
  });
});
