import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const SCRIPT = [join(ROOT, 'scripts', 'new.mjs'), 'stream'];

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  for (const part of ['src/streams', 'test/fixtures/events', 'test/fixtures/released-kinds.json'])
    cpSync(join(ROOT, part), folder.file(part), { recursive: true });
});

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path], { encoding: 'utf8' });
const read = (file: string): string => readFileSync(folder.file(file), 'utf8');

it('enters a stream in the list of streams, and a specimen of its event in the corpus', () => {
  run('tariff', 'TariffRecorded');
  expect(read('src/streams/index.ts')).toContain(
    "import { tariffStreams } from './tariff/tariff.events.js';",
  );
  expect(read('src/streams/index.ts')).toMatch(/ {2}tariffStreams,\n\] as const;/);
  expect(read('src/streams/tariff/tariff.events.ts')).not.toContain('closing:');
  expect(read('src/streams/tariff/tariff.events.ts')).toMatch(/TariffRecorded: \{\n {4}since: \d+,/);
  expect(existsSync(folder.file('src/streams/tariff/tariff.decider.spec.ts'))).toBe(true);
  expect(JSON.parse(read('test/fixtures/events/v1/TariffRecorded.json'))).toMatchObject({
    stored: { stream: 'tariff-1001', type: 'TariffRecorded' },
  });
  expect(read('test/fixtures/events/v1.sha256')).toMatch(/^[0-9a-f]{64} {2}TariffRecorded\.json$/m);
});

it('gives a stream that ends the event that closes it', () => {
  run('tariff', 'TariffRecorded', '--ends');
  expect(read('src/streams/tariff/tariff.events.ts')).toContain("closing: () => ({ type: 'TariffRecorded'");
});

it.each([
  ['no category', []],
  ['a category with a dash', ['price-list', 'ListRecorded']],
  ['no past tense of two words', ['tariff', 'tariff']],
  ['a stream that is there', ['job', 'JobForgotten']],
])('refuses %s and writes nothing', (_what, words) => {
  const before = read('src/streams/index.ts');
  expect(spawnSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path]).status).toBe(2);
  expect(read('src/streams/index.ts')).toBe(before);
});
