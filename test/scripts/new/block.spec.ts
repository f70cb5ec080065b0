import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const SCRIPT = [join(ROOT, 'scripts', 'new.mjs'), 'block'];

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  for (const file of ['packages/contract/src/block-key.ts', 'packages/enrichment/src/blocks/index.ts']) {
    mkdirSync(join(folder.path, file, '..'), { recursive: true });
    cpSync(join(ROOT, file), folder.file(file));
  }
});

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path], { encoding: 'utf8' });
const read = (file: string): string => readFileSync(folder.file(file), 'utf8');

/** The entries of a list in a file, in their order. */
const entries = (file: string, list: string, entry: RegExp): string[] => {
  const text = read(file);
  const from = text.indexOf(`const ${list}`);
  return [...text.slice(from, text.indexOf(']', text.indexOf('= [', from))).matchAll(entry)].map(
    (match) => match[1] ?? '',
  );
};
const keys = (list: string): string[] => entries('packages/contract/src/block-key.ts', list, /'(\w+)'/g);
const catalogued = (): string[] =>
  entries('packages/enrichment/src/blocks/index.ts', 'BLOCKS', /^ {2}(\w+),$/gm);

it.each([
  ['core', 'CORE_BLOCKS'],
  ['premium', 'PREMIUM_BLOCKS'],
])('enters a new block at the end of its tier: %s', (tier, list) => {
  const before = catalogued();
  run('air_quality', '--kind', 'website', '--tier', tier);
  expect(keys(list).at(-1)).toBe('air_quality');
  expect(catalogued().indexOf('airQuality')).toBe(
    tier === 'core' ? keys('CORE_BLOCKS').length - 1 : before.length,
  );
  expect(catalogued()).toHaveLength(before.length + 1);
  expect(read('packages/enrichment/src/blocks/index.ts')).toContain(
    "import airQuality from './website/air-quality.block.js';",
  );
  expect(read('packages/enrichment/src/blocks/website/air-quality.block.ts')).toContain(`tier: '${tier}'`);
  expect(read('packages/enrichment/src/blocks/website/air-quality.block.spec.ts')).toContain(
    'not_available_yet',
  );
});

it.each([
  ['no key', []],
  ['a key of another form', ['AirQuality']],
  ['an unknown kind', ['air_quality', '--kind', 'weather']],
  ['an unknown tier', ['air_quality', '--tier', 'gold']],
])('refuses %s and writes nothing', (_what, words) => {
  const before = read('packages/enrichment/src/blocks/index.ts');
  expect(spawnSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path]).status).toBe(2);
  expect(read('packages/enrichment/src/blocks/index.ts')).toBe(before);
});

it('refuses a block that is there', () => {
  run('air_quality');
  expect(spawnSync(process.execPath, [...SCRIPT, 'air_quality', '--root', folder.path]).status).toBe(2);
});
