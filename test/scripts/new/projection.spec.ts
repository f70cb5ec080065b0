import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const SCRIPT = [join(ROOT, 'scripts', 'new.mjs'), 'projection'];
const INDEX = 'projections/index.ts';

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  mkdirSync(folder.file('projections'));
  cpSync(join(ROOT, INDEX), folder.file(INDEX));
});

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path], { encoding: 'utf8' });
const read = (file: string): string => readFileSync(folder.file(file), 'utf8');

const lanes = [...readFileSync(join(ROOT, INDEX), 'utf8').matchAll(/name: '(\w+)',\s*projections/g)].map(
  ([, lane]) => lane ?? '',
);

it.each(lanes)('writes a read model and enters it last in its lane: %s', (lane) => {
  run('late-fees', '--lane', lane);
  expect(read(INDEX)).toMatch(new RegExp(`name: '${lane}',\\s*projections: \\[[^\\]]+, lateFees\\]`));
  expect(read(INDEX)).toContain("import { lateFees } from './late-fees/late-fees.projection.js';");
  expect(read('projections/late-fees/late-fees.document.ts')).toContain("('late_fees')");
  expect(read('projections/late-fees/late-fees.projection.ts')).toContain(`lane: '${lane}'`);
  expect(read('projections/late-fees/late-fees.projection.spec.ts')).toContain('documentsOf(');
});

it.each([
  ['no name', []],
  ['a name of another form', ['LateFees', '--lane', 'work']],
  ['no lane', ['late-fees']],
  ['an unknown lane', ['late-fees', '--lane', 'night']],
])('refuses %s and writes nothing', (_what, words) => {
  const before = read(INDEX);
  expect(spawnSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path]).status).toBe(2);
  expect(read(INDEX)).toBe(before);
});

it('refuses a read model that is there', () => {
  run('late-fees', '--lane', 'billing');
  const again = [...SCRIPT, 'late-fees', '--lane', 'billing', '--root', folder.path];
  expect(spawnSync(process.execPath, again).status).toBe(2);
});
