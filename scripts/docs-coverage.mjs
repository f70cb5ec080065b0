/** `npm run docs:coverage`: runs the tests of the interface and writes docs/coverage.md from what they saw. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'company-data-observed-'));

const run = (words, env = {}) =>
  spawnSync(words[0], words.slice(1), { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

// A page that is out of date fails the first run: it is about to be written.
run(['npx', 'jest', 'test/http', '--selectProjects', 'embedded', '--testPathIgnorePatterns', 'fuzz'], {
  OBSERVED: folder,
});
const written = run(['npx', 'jest', 'test/docs/coverage'], { WRITE_COVERAGE: folder });
rmSync(folder, { recursive: true, force: true });
process.exitCode = written ? 0 : 1;
