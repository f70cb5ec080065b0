/**
 * openapi-fetch over the types that openapi-typescript makes of the description, against the sandbox over
 * HTTP: a whole job, its pages and errors. The compiler judges what it sends and reads.
 */
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Ran } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { FIRST_KEY } from '../../src/sandbox/sandbox-keys.js';

jest.setTimeout(300_000);

const ROOT = join(__dirname, '..', '..');
const MODULES = join(ROOT, 'node_modules');
/** The sandbox has every block of them. */
const NUMBERS = ['90000001', '90000002', '90000003'];
const NOBODY = '99999998';
const STRICT = '--strict --target es2022 --module nodenext --lib es2022,dom --types node --ignoreConfig';

const folder = new TemporaryFolder();
afterAll(() => folder.remove());

const world = forAllTests(() => SandboxWorld.start());

const node = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  run(process.execPath, words, { cwd: folder.path, env });

test('a client of openapi-fetch is typed to the last field, runs a job, reads its pages and its errors', async () => {
  symlinkSync(MODULES, folder.file('node_modules'));
  cpSync(join(__dirname, 'fetch', 'journey.mts'), folder.file('journey.mts'));
  const typed = [join(MODULES, 'openapi-typescript/bin/cli.js'), join(ROOT, 'docs/openapi.json')];
  expect(await node([...typed, '-o', 'schema.d.ts'])).toMatchObject({ end: 0 });
  const compiler = join(MODULES, 'typescript/bin/tsc');
  expect(await node([compiler, ...STRICT.split(' '), 'journey.mts'])).toEqual({ end: 0, output: '' });

  const env = { URL: world.sandbox.url, KEY: FIRST_KEY, NUMBERS: [...NUMBERS, NOBODY].join() };
  const { end, output } = await node(['journey.mjs'], env);
  expect({ end, output: output.trimEnd().split('\n') }).toEqual({
    end: 0,
    output: [
      'blocks: 37',
      'job: completed',
      ...NUMBERS.map((number) => expect.stringMatching(`^row ${number}: done active$`) as string),
      `row ${NOBODY}: done none`,
      `error of row ${NOBODY}: not_matched`,
      expect.stringMatching(`^resolved: ${NUMBERS[0]} active$`) as string,
      'of nobody: 404 job_not_found',
      'refused: 400 rows',
    ],
  });
});
