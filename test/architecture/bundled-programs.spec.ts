/** The program as it is started: each thread in one file, with code that V8 compiled before. `npm run build` first. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { compiledOf } from '../../packages/platform/src/program/load-bundle.js';

const DIST = join(__dirname, '..', '..', 'dist');

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' });

const programs = filesOf('bundled')
  .filter((name) => name.endsWith('.bundle.js'))
  .map((name) => name.replace('.bundle.js', ''));

/** They read what strangers wrote, or run for an import alone. */
const IN_MODULES = /^packages\/enrichment\//;

it('the three programs, and every thread that a service keeps, are each in one file', () => {
  const threads = ['src', 'packages']
    .flatMap((folder) => filesOf(folder).map((name) => `${folder}/${name}`))
    .filter((name) => /[.-]thread\.js$/.test(name))
    .map((name) => name.replace(/\.js$/, ''))
    .filter((name) => !IN_MODULES.test(name) && !name.endsWith('/standing-thread'));
  expect([...programs].sort()).toEqual(['src/cli', 'src/serve', 'src/serve-sandbox', ...threads].sort());
});

/** It begins with the first list that a client sends. */
const NOT_AT_START = 'src/jobs/submit/intake-thread';

it.each(programs.filter((name) => name !== NOT_AT_START))(
  'V8 takes the code that was compiled of %s',
  (name) => {
    const filename = join(DIST, 'bundled', `${name}.bundle.js`);
    const cachedData = readFileSync(compiledOf(filename));
    const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
    expect(script.cachedDataRejected).toBe(false);
  },
);

it.each(programs)('%s is ASCII, as its loader reads it', (name) => {
  const bytes = readFileSync(join(DIST, 'bundled', `${name}.bundle.js`));
  expect(bytes.every((byte) => byte < 128)).toBe(true);
});

it.each(programs)('%s imports nothing late, and no package in it asks for its own address', (name) => {
  const text = readFileSync(join(DIST, 'bundled', `${name}.bundle.js`), 'latin1');
  // A script has no address, and can't import.
  expect(text).not.toMatch(/\bimport_meta\d*\.url\b/);
  expect(text).not.toMatch(/(?:^|[^.\w$'"`])import\(/m);
});

it('the modules that a bundle was made of stay beside it, for programs that run from them', () => {
  for (const name of [
    'src/serve.js',
    'src/cli.js',
    'packages/enrichment/src/sites/crawler/crawler.program.js',
  ])
    expect(existsSync(join(DIST, name))).toBe(true);
});
