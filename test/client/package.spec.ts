/** The package as a customer gets it: built, as ES modules, without a dependency, and with types that stand alone. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StandInService } from '../support/stand-in-service.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = join(ROOT, 'packages', 'client');
const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;

const folder = forAllTests(() => new TemporaryFolder());
const service = forAllTests(() => StandInService.start(KEY));

/** A project of a customer's, in which the package is installed. */
beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: PACKAGE });
  mkdirSync(folder.file('node_modules/@company-data'), { recursive: true });
  symlinkSync(PACKAGE, folder.file('node_modules/@company-data/client'));
});

async function run(...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], KEY, URL: service.url };
  return (await promisify(execFile)(process.execPath, words, { cwd: folder.path, env })).stdout;
}

it('depends on no other package', () => {
  expect(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).not.toMatch(/ependencies"/);
});

it('answers plain node, as the README begins', async () => {
  const [, program = ''] = /```ts\n(.+?)```/s.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8')) ?? [];
  expect(program.trim().split('\n')).toHaveLength(5);
  service.answers.set('/v1/resolve', { matched: { company_name: 'A LTD' }, blocks: { officers: 'all' } });
  const here = program.replace(/'https:[^']+'/, 'process.env.URL').replace('COMPANY_DATA_KEY', 'KEY');
  folder.write('first.mjs', here);
  expect(await run('first.mjs')).toBe('A LTD all\n');
});

it('is typed to the last field for a program that knows no Node', async () => {
  folder.write(
    'typed.mts',
    `import { AmbiguousMatchError, CompanyData } from '@company-data/client';
const client = new CompanyData({ url: '', key: '' });
export async function owners(domain: string): Promise<readonly string[]> {
  try {
    const { blocks } = await client.resolve({ domain, blocks: ['controllers'] });
    const block = blocks.controllers;
    return block?.status === 'available' ? block.value.controllers.map(({ name }) => name ?? '') : [];
  } catch (error) {
    if (error instanceof AmbiguousMatchError) return error.body.candidates.map((one) => one.company_number);
    throw error;
  }
}
// @ts-expect-error: there is no such block
client.resolve({ domain: 'a.co.uk', blocks: ['controler'] });
`,
  );
  const flags = '--strict --noEmit --target es2022 --module nodenext --lib es2022,dom'.split(' ');
  await run(join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, 'typed.mts');
}, 120_000);
