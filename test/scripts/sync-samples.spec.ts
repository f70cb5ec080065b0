/** `npm run try:sync` says what the README shows. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const ROOT = join(__dirname, '..', '..');
const folder = forEachTest(() => new TemporaryFolder());

/** Archives, and so their digests and sizes, may be packed otherwise by another Node. */
const withoutDigests = (text: string): string =>
  text.replace(/-[0-9a-f]{12} /g, '-DIGEST ').replace(/ +\d+ kB/g, ' SIZE');

it('fetches the samples from the stand-in, as the README shows it', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/sync-samples.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: folder.path },
  });
  expect(status).toBe(0);
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, shown = ''] = /^\$ npm run try:sync\n([\s\S]*?)```$/m.exec(readme) ?? [];
  expect(withoutDigests(stdout)).toBe(withoutDigests(shown));
});
