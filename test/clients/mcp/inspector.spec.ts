/**
 * The protocol's inspector, from its command line, as a second judge outside. It is no package of the
 * project: the long run fetches it, or `MCP_INSPECTOR` names its `cli.js`. Where it can't be had it says so
 * in one line.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM } from '../../support/mcp/mcp-host.js';
import { companyNumbers } from '../../support/sample-register.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const README = readFileSync(join(__dirname, '..', '..', '..', 'packages/mcp/README.md'), 'utf8');
const [, INSPECTOR = ''] =
  /npx --yes (@modelcontextprotocol\/inspector-cli@[\d.]+) --cli node/.exec(README) ?? [];
const folder = forAllTests(() => new TemporaryFolder());
const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
const [NUMBER = ''] = companyNumbers();

/** Null where it can't be had. */
function inspector(): string | null {
  const named = process.env['MCP_INSPECTOR'];
  if (named !== undefined) return existsSync(named) ? named : null;
  if (process.env['TEST_LONG'] === undefined) return null;
  try {
    const words = ['install', '--ignore-scripts', '--prefix', folder.path, INSPECTOR];
    execFileSync('npm', words, { stdio: 'ignore', timeout: 300_000 });
    return folder.file('node_modules/@modelcontextprotocol/inspector-cli/build/cli.js');
  } catch {
    return null;
  }
}

it('lists the tools and calls one, as the README begins', async () => {
  const cli = inspector();
  if (cli === null)
    return void process.stdout.write("The MCP inspector is passed over: it can't be had here\n");
  const { key } = await world.customer();
  const env = {
    ...{ PATH: process.env['PATH'], COMPANY_DATA_URL: world.api.url, COMPANY_DATA_KEY: key },
    COMPANY_DATA_MCP_STATE_FOLDER: folder.path,
  };
  const asked = async (...words: string[]): Promise<Record<string, unknown>> => {
    const all = [cli, '--cli', process.execPath, PROGRAM, ...words];
    const { stdout } = await promisify(execFile)(process.execPath, all, { env, timeout: 60_000 });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  expect((await asked('--method', 'tools/list'))['tools']).toHaveLength(9);
  const call = ['--method', 'tools/call', '--tool-name', 'find_company', '--tool-arg'];
  const { structuredContent } = await asked(...call, `company_number=${NUMBER}`);
  expect(structuredContent).toMatchObject({ receipt: { row: 0, units: 1 } });
});
