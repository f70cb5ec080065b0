/**
 * A client in Java, which OpenAPI Generator makes of the description, against the sandbox over HTTP: a whole
 * job, its pages and errors. Where this machine has no Java or Maven, or can't reach an index of packages,
 * it says so in one line.
 */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { FIRST_KEY } from '../../src/sandbox/sandbox-keys.js';

jest.setTimeout(600_000);

const ROOT = join(__dirname, '..', '..');
/** The sandbox has every block of them. */
const NUMBERS = ['90000001', '90000002', '90000003'];
const NOBODY = '99999998';
const NOT_REACHED = /Could not (?:transfer|find) artifact|UnknownHostException/;

const folder = new TemporaryFolder();
afterAll(() => folder.remove());

const world = forAllTests(() => SandboxWorld.start());

const maven = (goal: string, cwd: string, env: Readonly<Record<string, string>> = {}) =>
  run('mvn', ['-B', '-q', '-Dstyle.color=never', goal], { cwd, env });

/** Null where there is nothing to make it with. */
async function madeClient(): Promise<string | null> {
  const project = folder.file('java');
  cpSync(join(__dirname, 'java'), project, { recursive: true });
  cpSync(join(ROOT, 'docs', 'openapi.json'), join(project, 'openapi.json'));
  if (spawnSync('mvn', ['-v']).status !== 0) return passedOver('no Maven here');
  const { end, output } = await maven('compile', project);
  if (end !== 0 && NOT_REACHED.test(output)) return passedOver('no packages to be had');
  expect({ end, output }).toEqual({ end: 0, output: expect.not.stringContaining('ERROR') as string });
  return project;
}

function passedOver(why: string): null {
  process.stdout.write(`The client in Java is passed over: ${why}\n`);
  return null;
}

test('a client that is generated in Java runs a job, reads its pages and its errors, and resolves one company', async () => {
  const project = await madeClient();
  if (project === null) return;
  const env = { URL: world.sandbox.url, KEY: FIRST_KEY, NUMBERS: [...NUMBERS, NOBODY].join() };
  const { end, output } = await maven('exec:java', project, env);
  expect({ end, output }).toEqual({ end: 0, output: expect.any(String) as string });
  const said = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => /^[a-z].*: /.test(line));
  expect(said).toEqual([
    'blocks: 37',
    'scopes: [read, enrich]',
    'job: completed',
    ...NUMBERS.map((number) => expect.stringMatching(`^row ${number}: done active$`) as string),
    `row ${NOBODY}: done none`,
    `error of row ${NOBODY}: not_matched`,
    expect.stringMatching(`^resolved: ${NUMBERS[0]} active$`) as string,
    'of nobody: 404',
  ]);
});
