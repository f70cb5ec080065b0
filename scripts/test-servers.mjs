/**
 * `npm run test:servers`: conformance, contracts, end-to-end and fault suites on the servers that
 * EVENT_STORE_URL and MONGODB_URL name. Both are asked first, so that a run on the wrong or on no server ends
 * with one line that names it. Words after it go to jest, e.g. a path. `--order SEED` shuffles the suites, the
 * same way for the same seed.
 *
 * Suites share the servers, so they run one after the other. They leave streams in the log; their databases
 * are dropped. Never point it at servers with data of customers.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = createRequire(join(ROOT, 'dist', 'src', 'cli.js'));

const fail = (line) => {
  process.stderr.write(`test:servers: ${line.replace(/\s*\n\s*/g, ' ')}\n`);
  process.exit(1);
};

async function askEventStore(url) {
  const { openEventStoreDb } = built(
    '../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js',
  );
  const store = openEventStoreDb({ url });
  await store.head().finally(() => store.close());
}

async function askMongoDb(url) {
  const { openMongoDb } = built('../packages/platform/src/mongodb/open-mongodb.js');
  const { readModels, coordination } = await openMongoDb({ url });
  await readModels
    .checkpoint('test:servers')
    .finally(() => Promise.all([readModels.close(), coordination.close()]));
}

async function mustAnswer(setting, ask) {
  const url = process.env[setting] ?? '';
  if (url === '') fail(`${setting} is not set; it must name a server to run the tests on`);
  try {
    await ask(url);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    fail(`${setting} names a server that can't be used: ${told.replaceAll(url, setting)}`);
  }
}

/** The words for jest: `--order SEED` becomes what shuffles the suites. */
function forJest([...words]) {
  const at = words.indexOf('--order');
  if (at === -1) return words;
  const [, seed = ''] = words.splice(at, 2);
  if (!/^\d{1,9}$/.test(seed))
    fail(`--order needs a seed, a number of at most nine digits (it is '${seed}')`);
  return ['--testSequencer=./test/support/jest/shuffled.js', `--seed=${seed}`, '--showSeed', ...words];
}

const words = forJest(process.argv.slice(2));
if (!existsSync(join(ROOT, 'dist', 'src', 'cli.js'))) fail('not built yet: run "npm run build" first');
await mustAnswer('EVENT_STORE_URL', askEventStore);
await mustAnswer('MONGODB_URL', askMongoDb);

const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(process.execPath, [jest, '--runInBand', ...words], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TEST_STORES: 'servers' },
});
process.exit(status ?? 1);
