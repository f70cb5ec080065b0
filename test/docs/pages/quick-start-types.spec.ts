/** The programs in TypeScript that customers read first are right by the client's types, at their strictest. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { blocksOf, fileNameOf, type CodeBlock } from './page-blocks.js';

const ROOT = join(__dirname, '..', '..', '..');
const CLIENT = join(ROOT, 'packages', 'client', 'src');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules', '@types')],
  paths: {
    '@company-data/client': [join(CLIENT, 'index.ts')],
    '@company-data/client/node': [join(CLIENT, 'node.ts')],
  },
};

const folder = forEachTest(() => new TemporaryFolder());

const programsOf = (page: string): readonly CodeBlock[] =>
  blocksOf(readFileSync(join(ROOT, page), 'utf8')).filter(({ language }) => language === 'ts');

/** What is wrong with programs. */
function faultsOf(programs: readonly string[]): string[] {
  const files = programs.map((code, at) => folder.write(`program-${at}.mts`, code));
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, OPTIONS))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const SAMPLES = join(ROOT, 'src', 'api', 'assets', 'samples.mjs');

/** Calls as the forms of the documentation make them. */
const CALLS = [
  {
    operation: 'resolve',
    fields: [
      { name: 'company_name', in: 'query', kind: 'string', value: 'Bob\'s "Best" Ltd' },
      { name: 'blocks', in: 'query', kind: 'array', value: 'officers,charges' },
      { name: 'min_confidence', in: 'query', kind: 'number', value: '0.7' },
      { name: 'store', in: 'query', kind: 'boolean', value: 'false' },
      { name: 'X-Idempotency-Key', in: 'header', kind: 'string', value: 'first' },
    ],
  },
  {
    operation: 'submitJob',
    body: '{"rows":[{"company_number":"08209948"}],"blocks":["officers"],"options":{}}',
  },
  ...['getJob', 'cancelJob'].map((operation) => ({
    operation,
    fields: [{ name: 'job_id', in: 'path', kind: 'string', value: 'job_01KAJB8Z5N0000000000000001' }],
  })),
  ...['getResults', 'getErrors'].map((operation) => ({
    operation,
    fields: [{ name: 'limit', in: 'query', kind: 'number', value: '10' }],
  })),
  { operation: 'getUsage', fields: [{ name: 'from', in: 'query', kind: 'string', value: '2026-11-01' }] },
  ...['whoami', 'listBlocks', 'getDescription'].map((operation) => ({ operation })),
];

/** The samples of these calls, as the script of the documentation writes them. */
function samplesIn(language: string): readonly string[] {
  const program = `import { sampleOf } from ${JSON.stringify(SAMPLES)};
const calls = JSON.parse(process.argv[1]);
const request = { method: 'GET', target: '/openapi.json', headers: [], body: null };
const whole = (call) => ({ fields: [], body: null, origin: 'http://localhost:3000', request, withKey: true, ...call });
console.log(JSON.stringify(calls.map((call) => sampleOf(${JSON.stringify(language)}, whole(call)))));`;
  const output = execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    JSON.stringify(CALLS),
  ]);
  return JSON.parse(output.toString()) as string[];
}

it('are right: those of the quick start, the first of the client, and the samples of the documentation', () => {
  const quick = programsOf('docs/quick-start.md');
  expect(quick.map(fileNameOf)).toEqual(['first.mjs', 'list.mjs']);
  const [first] = programsOf('packages/client/README.md');
  const read = [...quick, ...(first === undefined ? [] : [first])].map(({ code }) => code);
  expect(faultsOf([...read, ...samplesIn('typescript')])).toEqual([]);
});

it('a field that no answer has is found', () => {
  const [first] = programsOf('docs/quick-start.md');
  const faults = faultsOf([first?.code.replace('matched.company_name', 'matched.name') ?? '']);
  expect(faults).toEqual([expect.stringContaining("Property 'name' does not exist")]);
});

it('samples in Python call the client by its names', () => {
  expect(samplesIn('python').map((code) => /client\.[^]*(?=\n {4}print)/.exec(code)?.[0])).toEqual([
    `client.resolve(company_name="Bob's \\"Best\\" Ltd", blocks=["officers", "charges"], min_confidence=0.7, store=False, idempotency_key="first")`,
    'client.jobs.create([{"company_number": "08209948"}], ["officers"], {})',
    'client.jobs.get("job_01KAJB8Z5N0000000000000001")',
    'client.jobs.cancel("job_01KAJB8Z5N0000000000000001")',
    'client.jobs.results_page("JOB_ID", limit=10)',
    'client.jobs.errors_page("JOB_ID", limit=10)',
    'client.usage(from_="2026-11-01")',
    'client.whoami()',
    'client.blocks()',
    undefined,
  ]);
});
