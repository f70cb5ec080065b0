/** The program as npm starts it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES } from '../support/basic-company-data.js';
import { asFirstCompanies } from '../support/other-layout.js';
import { RegisterWorld } from '../support/worlds/register-world.js';
import { CommandLineOn } from '../support/cli.js';

const PROGRAM = join(__dirname, '..', '..', 'bin', 'company-data.js');

describe('the program', () => {
  it('that is not built yet says what to do', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unbuilt-'));
    cpSync(PROGRAM, join(folder, 'bin', 'company-data.js'));
    const start = (...words: string[]) =>
      spawnSync(process.execPath, [join(folder, 'bin', 'company-data.js'), ...words], { encoding: 'utf8' });
    const [plain, json] = [start('serve'), start('serve', '--json')];
    rmSync(folder, { recursive: true });
    expect([plain.status, plain.stdout]).toEqual([2, '']);
    expect(plain.stderr).toContain('npm run build');
    expect(JSON.parse(json.stderr)).toMatchObject({ error: 'not_built' });
  });

  it('tells its version and its commands', async () => {
    const cli = new CommandLineOn('as processes');
    const [version, help] = [await cli.run('--version'), await cli.run('--help')];
    cli.remove();
    expect(version).toEqual({ code: 0, stdout: '1.0.0\n', stderr: '' });
    expect(help.code).toBe(0);
    for (const group of ['register', 'accounts', 'keys', 'jobs', 'usage', 'investigate', 'enrich'])
      expect(help.stdout).toContain(`\n  ${group} `);
  });

  it('names what an upgrade needs before anything is started', async () => {
    const register = new RegisterWorld();
    await register.import([FILES.june2020]);
    asFirstCompanies(register.dataDir);
    // An address of nobody, so that it ends where it would listen.
    const env = { PATH: process.env['PATH'], DATA_DIR: register.dataDir, ROLES: 'api', HOST: '192.0.2.1' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'serve'], {
      encoding: 'utf8',
      env,
    });
    register.remove();
    expect(status).toBe(2);
    expect(stdout + stderr).toMatch(
      /"source":"companies".*can't be read by this program: it has layout 1001, this program reads 6002: run register upgrade/,
    );
  });

  it('stops with one line at a setting that is wrong', () => {
    const env = { PATH: process.env['PATH'], PORT: 'abc' };
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'accounts', 'list'], {
      encoding: 'utf8',
      env,
    });
    expect([status, stderr]).toEqual([
      2,
      "company-data: PORT must be an integer from 0 to 65535 (it is 'abc')\n",
    ]);
  });
});
