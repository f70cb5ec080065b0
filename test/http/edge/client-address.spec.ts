/** Where a request comes from, as its line in the log says: what a proxy of ours says, and what nobody else may say. */
import { Agent, request } from 'undici';
import { createApiRole } from '../../../src/api/api-role.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { settingsFrom } from '../../../src/settings/settings.js';
import { eventually } from '../../support/eventually.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const PROXY = '127.0.0.2';

const folder = forAllTests(() => new TemporaryFolder());
const lines: string[] = [];
const api = forAllTests(async () => {
  const settings = settingsFrom({ DATA_DIR: folder.path, PORT: '0', TRUSTED_PROXIES: `${PROXY},10.0.0.0/8` });
  const stores = await openStores({ ...settings, hosting: 'direct' });
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  const role = createApiRole(settings, stores, { logger });
  await role.start();
  const stop = async (): Promise<void> => {
    await role.stop();
    await stores.close();
  };
  return { url: role.url, stop };
});

/** @param peer of the connection */
async function toldOf(peer: string, headers: Record<string, string>): Promise<unknown> {
  lines.length = 0;
  const dispatcher = new Agent({ localAddress: peer });
  try {
    const { body } = await request(`${api.url}/healthz`, { dispatcher, headers });
    await body.dump();
  } finally {
    await dispatcher.close();
  }
  const line = await eventually('the line', () => lines.find((each) => each.includes('/healthz')));
  return (JSON.parse(line) as Record<string, unknown>)['address'];
}

it('is the other end of the connection', async () => {
  expect(await toldOf('127.0.0.3', {})).toBe('127.0.0.3');
});

it('is whom a proxy of ours names, the last that is none of ours', async () => {
  expect(await toldOf(PROXY, { 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
  expect(await toldOf(PROXY, { 'x-forwarded-for': '192.0.2.1, 203.0.113.9, 10.9.9.9' })).toBe('203.0.113.9');
  expect(await toldOf(PROXY, { 'x-forwarded-for': '2001:DB8::1' })).toBe('2001:db8::1');
});

it('is not what anybody else says, nor what is no address', async () => {
  expect(await toldOf('127.0.0.3', { 'x-forwarded-for': '203.0.113.9' })).toBe('127.0.0.3');
  for (const odd of ['unknown', '203.0.113.9:4711', '[2J', '<b>'])
    expect(await toldOf(PROXY, { 'x-forwarded-for': odd })).toBe(PROXY);
});
