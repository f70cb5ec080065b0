import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const SCRIPT = [join(ROOT, 'scripts', 'new.mjs'), 'source'];
const INDEX = 'packages/enrichment/src/sources/index.ts';

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  mkdirSync(folder.file('packages/enrichment/src/sources'), { recursive: true });
  cpSync(join(ROOT, INDEX), folder.file(INDEX));
});

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path], { encoding: 'utf8' });
const read = (file: string): string => readFileSync(folder.file(file), 'utf8');

it('enters a source in the list of sources', () => {
  run('pay_gap', '--fact', 'pay_report');
  expect(read(INDEX)).toContain("import { payGap } from './pay-gap/pay-gap.source.js';");
  expect(read(INDEX)).toMatch(/SOURCES = \[[\s\S]*, payGap\] as const/);
  expect(read('packages/enrichment/src/sources/pay-gap/pay-gap.source.ts')).toContain("fact: 'pay_report'");
  expect(read('packages/enrichment/src/sources/pay-gap/README.md')).toContain('Licence');
});

it.each([
  ['no name', []],
  ['a name of another form', ['PayGap']],
  ['a fact of another form', ['vessels', '--fact', 'Ship']],
])('refuses %s and writes nothing', (_what, words) => {
  const before = read(INDEX);
  expect(spawnSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path]).status).toBe(2);
  expect(read(INDEX)).toBe(before);
});

it('refuses a source that is there', () => {
  run('vessels');
  expect(spawnSync(process.execPath, [...SCRIPT, 'vessels', '--root', folder.path]).status).toBe(2);
});
