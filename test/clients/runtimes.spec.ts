/**
 * The client in TypeScript under Deno and Bun: a list whose program is killed in the middle. Their programs come from the
 * npm registry, of one version each, some 100 MB. Where they can't be had, it says so in one line.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyData } from '../../packages/client/src/index.js';
import { CustomerProject } from '../support/client/customer-project.js';
import { companyNumbers } from '../support/sample-register.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { ProcessWorld } from '../support/worlds/process-world.js';

interface Runtime {
  readonly package: string;
  readonly version: string;
  /** In the package. */
  readonly program: string;
  /** Before the file. */
  readonly words: readonly string[];
}

const RUNTIMES: [name: string, runtime: Runtime][] = [
  [
    'Deno',
    {
      package: '@deno/linux-x64-glibc',
      version: '2.9.6',
      program: 'deno',
      words: ['run', '--allow-all'],
    },
  ],
  ['Bun', { package: '@oven/bun-linux-x64-baseline', version: '1.4.4', program: 'bin/bun', words: [] }],
];
const ROWS = 8_000;

const folder = forAllTests(() => new TemporaryFolder());
const project = forAllTests(() => new CustomerProject());
const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));

beforeAll(async () => {
  project.copy('list.mjs', join(__dirname, 'killed', 'list.mjs'));
  project.write('package.json', '{"dependencies":{"@company-data/client":"1.0.0"}}');
  await world.fleet.startAll();
});

/** Where its program is; null where it can't be had. */
function installed(name: string, runtime: Runtime): string | null {
  const words = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder.path];
  const { status, stderr } = spawnSync('npm', [...words, `${runtime.package}@${runtime.version}`], {
    encoding: 'utf8',
  });
  if (status === 0) return folder.file(`node_modules/${runtime.package}/${runtime.program}`);
  process.stdout.write(`${name} is passed over: it can't be had: ${stderr.split('\n')[0]}\n`);
  return null;
}

test.each(RUNTIMES)('under %s a list goes on where its program was killed', async (name, runtime) => {
  const program = installed(name, runtime);
  if (program === null) return;
  const { key } = await world.account(name);
  const OUT = project.file(`${name}.ndjson`);
  const numbers = companyNumbers().slice(0, 7);
  const env = {
    ...{ SERVICE: world.fleet.urlOf('service'), KEY: key, ROWS: String(ROWS), OUT },
    NUMBERS: numbers.join(),
    HOME: folder.path,
  };
  const words = [...runtime.words, 'list.mjs'];

  const child = project.start(words, env, program);
  child.stderr?.resume();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (/^[1-9]/m.test(text)) child.kill('SIGKILL');
  });
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  await project.run(words, env, program);

  const lines = readFileSync(OUT, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { ref: string }).ref)).toEqual(
    Array.from({ length: ROWS }, (_, row) => `r${row}`),
  );
  const { counts } = await new CompanyData({ url: env.SERVICE, key }).usage();
  expect(counts.rows).toBe(ROWS);
});
