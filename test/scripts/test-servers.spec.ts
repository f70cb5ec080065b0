/** `npm run test:servers` without the servers that it is for: one line that names what is missing, and no test runs. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { EventStoreDbProcess } from '../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../packages/mongodb-stand-in/src/index.js';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'test-servers.mjs');
const NOBODY = { events: 'esdb://127.0.0.1:1?tls=false', documents: 'mongodb://127.0.0.1:1/?replicaSet=rs0' };

async function run(
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number | null; told: string }> {
  const child = spawn(process.execPath, [SCRIPT, '--listTests'], {
    env: { PATH: process.env['PATH'], ...settings },
  });
  let told = '';
  child.stderr.on('data', (piece: Buffer) => (told += piece.toString()));
  child.stdout.on('data', (piece: Buffer) => (told += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, told };
}

describe('test:servers', () => {
  const events = forAllTests(() => EventStoreDbProcess.start());

  it.each<[string, () => Readonly<Record<string, string>>, RegExp]>([
    ['neither is set', () => ({}), /^test:servers: EVENT_STORE_URL is not set; [^\n]+\n$/],
    [
      'one of them is not set',
      () => ({ EVENT_STORE_URL: events.url }),
      /^test:servers: MONGODB_URL is not set; [^\n]+\n$/,
    ],
    [
      'no EventStoreDB answers',
      () => ({ EVENT_STORE_URL: NOBODY.events, MONGODB_URL: NOBODY.documents }),
      /^test:servers: EVENT_STORE_URL names a server that can't be used: [^\n]+\n$/,
    ],
    [
      'no MongoDB answers',
      () => ({ EVENT_STORE_URL: events.url, MONGODB_URL: NOBODY.documents }),
      /^test:servers: MONGODB_URL names a server that can't be used: [^\n]+\n$/,
    ],
  ])('fails in one line where %s', async (_, settings, line) => {
    const { code, told } = await run(settings());
    expect(code).toBe(1);
    expect(told).toMatch(line);
  });

  it('runs the suites of adapters and service where both answer', async () => {
    const documents = await MongoDbProcess.start();
    const { code, told } = await run({ EVENT_STORE_URL: events.url, MONGODB_URL: documents.url });
    await documents.stop();
    expect([code, told.slice(0, 300)]).toEqual([0, expect.stringContaining('/test/')]);
    for (const folder of [
      'packages/eventstoredb-stand-in/test',
      'packages/mongodb-stand-in/test/conformance',
      'test/stores/eventstoredb',
      'test/stores/mongodb',
      'test/http/journey',
    ])
      expect(told).toContain(`/${folder}`);
    expect(told).not.toContain('/src/');
  });
});
