/**
 * Schemathesis over the sandbox: it makes requests of the description, right and wrong, alone and one out of
 * the other's answer: no 5xx, and no answer outside of its schema. Where this machine has no Python, or
 * can't reach an index of packages, it says so in one line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith, run } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { FIRST_KEY } from '../../src/sandbox/sandbox-keys.js';

jest.setTimeout(600_000);

const ROOT = join(__dirname, '..', '..');
const SEED = 1;
const MAX_OF_AN_OPERATION = 200;
const LEAST_CASES = 1_500;
/** They judge what is refused: the specification takes a wrong `limit`, and refuses two identifiers, which no schema says. */
const OTHERWISE = ['positive_data_acceptance', 'negative_data_rejection'];

interface Parameter {
  readonly name: string;
}
interface Narrowed {
  readonly paths: { readonly '/v1/resolve': { readonly get: { parameters: Parameter[] } } };
  readonly components: {
    readonly schemas: { readonly AskedRow: { readonly properties: { company_number: object } } };
  };
}

/** The description as one knows it who has the numbers of companies: made up, they would all be 404. */
function narrowed(): Narrowed {
  const description = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8')) as Narrowed;
  const { get } = description.paths['/v1/resolve'];
  const row = description.components.schemas.AskedRow.properties;
  const known = {
    type: 'string',
    enum: ['90000001', '90000002', '92000018', '93000004', '95000001', '91000002'],
  };
  get.parameters = get.parameters
    .filter(({ name }) => name !== 'company_name' && name !== 'domain')
    .map((one) =>
      one.name === 'company_number' ? { name: one.name, in: 'query', required: true, schema: known } : one,
    );
  row.company_number = { anyOf: [known, row.company_number] };
  return description;
}

const folder = new TemporaryFolder();
afterAll(() => folder.remove());

const world = forAllTests(() => SandboxWorld.start());

test('every answer to a request that Schemathesis makes is one that the description promises', async () => {
  const { python, why } = await pythonWith(
    folder.file('python'),
    join(__dirname, 'schemathesis', 'requirements.txt'),
  );
  if (python === undefined) return void process.stdout.write(`Schemathesis is passed over: ${why}\n`);
  const { url } = world.sandbox;
  folder.write('openapi.json', JSON.stringify(narrowed()));
  folder.write('schemathesis.toml', '');
  const { end, output } = await run(
    python.program,
    [
      ...['-m', 'schemathesis.cli', '--config-file', 'schemathesis.toml', 'run', 'openapi.json', '-u', url],
      ...[
        '-H',
        `Authorization: Bearer ${FIRST_KEY}`,
        '--checks',
        'all',
        '--exclude-checks',
        OTHERWISE.join(),
      ],
      ...['--seed', String(SEED), '-n', String(MAX_OF_AN_OPERATION), '--generation-database', 'none'],
      ...['--no-color', '--request-timeout', '30'],
    ],
    { cwd: folder.path },
  );
  expect({ end, output }).toEqual({ end: 0, output: expect.stringMatching(/Tested: 11$/m) as string });
  expect(output).not.toMatch(/^Failures:|^Errors:/m);
  expect(Number(/(\d+) generated/.exec(output)?.[1])).toBeGreaterThan(LEAST_CASES);
});
