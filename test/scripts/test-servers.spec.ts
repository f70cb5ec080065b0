/** What `npm run test:servers` runs, in which order, and the line with which it ends without a server. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { EventStoreDbProcess } from '../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../packages/mongodb-stand-in/src/index.js';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'test-servers.mjs');
const NOBODY = { events: 'esdb://127.0.0.1:1?tls=false', documents: 'mongodb://127.0.0.1:1/?replicaSet=rs0' };

async function run(
  settings: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ code: number | null; told: string }> {
  const child = spawn(process.execPath, [SCRIPT, '--listTests', ...words], {
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

  it('fails in one line where --order has no seed', async () => {
    for (const seed of [[], ['word']]) {
      const { code, told } = await run({}, '--order', ...seed);
      expect([code, told]).toEqual([
        1,
        expect.stringMatching(/^test:servers: --order needs a seed, [^\n]+\n$/),
      ]);
    }
  });

  it('runs the suites of adapters and service where both answer', async () => {
    const documents = await MongoDbProcess.start();
    const settings = { EVENT_STORE_URL: events.url, MONGODB_URL: documents.url };
    const { code, told } = await run(settings);
    const shuffled = await Promise.all(['1', '1', '2'].map((seed) => run(settings, '--order', seed)));
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
    const [given, first, again, second] = [{ told }, ...shuffled].map((one) => one.told.split('\n'));
    expect(first?.toSorted()).toEqual(given?.toSorted());
    expect(first).not.toEqual(given);
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
  });
});
