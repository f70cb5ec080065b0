/** `npm run check` runs all its checks, whichever fail, and fails where one does. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'check.mjs');
const SCRIPTS = { good: 'echo fine', bad: 'echo wrong && exit 3', late: 'echo last' };

describe('npm run check', () => {
  const folder = new TemporaryFolder();
  beforeAll(() => folder.write('package.json', JSON.stringify({ scripts: SCRIPTS })));
  afterAll(() => folder.remove());

  const check = (...names: string[]): { status: number | null; stdout: string } =>
    spawnSync(process.execPath, [SCRIPT, ...names], { cwd: folder.path, encoding: 'utf8' });

  it('ends with 0 where all pass', () => {
    const { status, stdout } = check('good', 'late');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/fine[^]*last|last[^]*fine/)]);
  });

  it('ends with 1 where one fails, names it, and has run the others', () => {
    const { status, stdout } = check('bad', 'good', 'late');
    expect(status).toBe(1);
    for (const told of ['wrong', 'bad: failed', 'fine', 'last']) expect(stdout).toContain(told);
    expect(stdout).toMatch(/\nfailed: bad\n$/);
  });
});
