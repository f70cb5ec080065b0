/**
 * A client in Python, which openapi-python-client makes of the description without a warning, against the
 * sandbox over HTTP: a whole job of all blocks, its pages and errors. Where this machine has no Python, or
 * can't reach an index of packages, it says so in one line.
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith, run, type Ran } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { FIRST_KEY } from '../../src/sandbox/sandbox-keys.js';

jest.setTimeout(600_000);

const DESCRIPTION = join(__dirname, '..', '..', 'docs', 'openapi.json');
const PYTHON = join(__dirname, 'python');
/** The sandbox has every block of them. */
const NUMBERS = ['90000001', '90000002', '90000003'];
const NOBODY = '99999998';

const folder = new TemporaryFolder();
afterAll(() => folder.remove());

const world = forAllTests(() => SandboxWorld.start());

/** The generator's own words, which say of each part that it leaves out why. */
const generated = (program: string, project: string): Promise<Ran> =>
  run(program, [
    ...['-m', 'openapi_python_client', 'generate', '--path', DESCRIPTION, '--fail-on-warning'],
    ...['--meta', 'none', '--output-path', join(project, 'generated')],
    ...['--config', join(PYTHON, 'generator.json')],
  ]);

test('a client that is generated in Python leaves nothing out, runs a job and reads every block typed', async () => {
  const { python, why } = await pythonWith(folder.file('python'), join(PYTHON, 'requirements.txt'));
  if (python === undefined)
    return void process.stdout.write(`The generated client in Python is passed over: ${why}\n`);
  const project = folder.file('project');
  mkdirSync(project);
  expect(await generated(python.program, project)).toEqual({
    end: 0,
    output: expect.not.stringMatching(/warning|unable|skipp/i) as string,
  });
  cpSync(join(PYTHON, 'journey.py'), join(project, 'journey.py'));

  const env = { URL: world.sandbox.url, KEY: FIRST_KEY, NUMBERS: [...NUMBERS, NOBODY].join() };
  const { end, output } = await run(python.program, ['journey.py'], { cwd: project, env });
  expect({ end, output: output.trimEnd().split('\n') }).toEqual({
    end: 0,
    output: [
      'blocks: 37',
      "scopes: ['read', 'enrich']",
      'job: completed',
      ...NUMBERS.map((number) => expect.stringMatching(`^row ${number}: done active$`) as string),
      `row ${NOBODY}: done none`,
      'blocks read: 37',
      'untyped: []',
      `error of row ${NOBODY}: not_matched`,
      expect.stringMatching(`^resolved: ${NUMBERS[0]} active$`) as string,
      'of nobody: 404 job_not_found',
      "refused: 400 ['rows']",
    ],
  });
});
