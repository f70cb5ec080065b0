/** `npm run try:sync`, the newcomer's path from nothing to a register that answers, prints what docs/operations.md shows. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineOn } from '../support/cli.js';
import { SAMPLE_REGISTER } from '../support/sample-register.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const ROOT = join(__dirname, '..', '..');
const folder = forEachTest(() => new TemporaryFolder());

/** Masks digests and sizes of archives, which another Node may pack otherwise, and keys, which are random. */
const withoutChance = (text: string): string =>
  text
    .replace(/-[0-9a-f]{12} /g, '-DIGEST ')
    .replace(/ +\d+ kB/g, ' SIZE')
    .replace(/svc_live_\S+/, 'KEY')
    .replace(/^\S+ is ready/m, 'data-of-samples is ready')
    .replace(/DATA_DIR=\S+/, 'DATA_DIR=data-of-samples');

const shown = (): string => {
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  return /^\$ npm ci && npm run try:sync\n([\s\S]*?)```$/m.exec(page)?.[1] ?? '';
};

it('puts the samples in force from the stand-in, and opens an account, as docs/operations.md shows it', async () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/sync-samples.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: folder.path, PORT: '0', METRICS_PORT: '0' },
  });
  expect(withoutChance(stdout)).toBe(withoutChance(shown()));
  expect(status).toBe(0);
  const cli = new CommandLineOn('inside', {}, folder.path);
  const [, number = ''] = /^"[^"]*","(\d{8})"/m.exec(readFileSync(SAMPLE_REGISTER, 'utf8')) ?? [];
  expect((await cli.run('register', 'show', 'companies', number)).code).toBe(0);
});
