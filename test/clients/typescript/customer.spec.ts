/** The package as a customer gets it: built, as ES modules, without a dependency, and with types that stand alone. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyData } from '../../../packages/client/src/index.js';
import { CustomerProject } from '../../support/client/customer-project.js';
import { companyNumbers } from '../../support/sample-register.js';
import { StandInService } from '../../support/stand-in-service.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';

jest.setTimeout(180_000);

const ROOT = join(__dirname, '..', '..', '..');
const README = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');
const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;

const project = forAllTests(() => new CustomerProject());

describe('the package', () => {
  const service = forAllTests(() => StandInService.start(KEY));

  it('depends on no other package', () => {
    expect(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8')).not.toMatch(/ependencies"/);
  });

  it('answers plain node, as the README begins', async () => {
    const [, program = ''] = /```ts\n(.+?)```/s.exec(README) ?? [];
    expect(program.trim().split('\n')).toHaveLength(5);
    service.answers.set('/v1/resolve', { matched: { company_name: 'A LTD' }, blocks: { officers: 'all' } });
    project.write('first.mjs', program.replace(/'https:[^']+'/, 'process.env.URL'));
    const env = { URL: service.url, COMPANY_DATA_KEY: KEY };
    expect(await project.run(['first.mjs'], env)).toBe('A LTD all\n');
  });

  it('is typed to the last field for a program that knows no Node', async () => {
    project.write(
      'typed.mts',
      `import { AmbiguousMatchError, CompanyData } from '@company-data/client';
const client = new CompanyData({ url: '', key: '' });
export async function owners(domain: string): Promise<readonly string[]> {
  try {
    const { blocks } = await client.resolve({ domain, blocks: ['controllers'] });
    const block = blocks.controllers;
    return block?.status === 'available' ? block.value.controllers.map(({ name }) => name ?? '') : [];
  } catch (error) {
    if (error instanceof AmbiguousMatchError) return error.body.candidates.map((one) => one.company_number);
    throw error;
  }
}
// @ts-expect-error: there is no such block
client.resolve({ domain: 'a.co.uk', blocks: ['controler'] });
`,
    );
    const flags = '--strict --noEmit --target es2022 --module nodenext --lib es2022,dom --ignoreConfig'.split(
      ' ',
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(await project.run([compiler, ...flags, 'typed.mts'])).toBe('');
  });
});

const ROWS = 6_000;
/** Says on stdout whenever a job was accepted, and so many rows were taken. */
const LIST_PROGRAM = `import { CompanyData } from '@company-data/client';
import { fileState, ResultsFile } from '@company-data/client/node';
const { URL, KEY, NUMBERS, ROWS } = process.env;
const numbers = NUMBERS.split(' ');
async function* rows() {
  for (let row = 0; row < Number(ROWS); row++) yield { ref: 'r' + row, company_number: numbers[row % numbers.length] };
}
const client = new CompanyData({ url: URL, key: KEY });
const results = await ResultsFile.open('out.ndjson');
const run = client.jobs.submit(rows(), {
  blocks: ['company_identity', 'industry'],
  rowsPerJob: 1500,
  state: fileState('state.json'),
  from: results.rows,
  onJob: ({ first_row }) => console.log('job ' + first_row),
});
for await (const row of run) {
  await results.write(row);
  if (row.row % 250 === 0) console.log('row ' + row.row);
}
await results.close();
`;

describe('a program that is killed in the middle of a list', () => {
  const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    await world.fleet.startAll();
    const { key } = await world.account('Killed');
    env = {
      URL: world.fleet.urlOf('service'),
      KEY: key,
      ROWS: String(ROWS),
      NUMBERS: companyNumbers().join(' '),
    };
    project.write('list.mjs', LIST_PROGRAM);
  });

  /** Runs it until it says so, then kills it on the spot. */
  async function killedAt(moment: string): Promise<void> {
    const child = project.start(['list.mjs'], env);
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(`${moment}\n`)) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'close')) as [null, NodeJS.Signals];
    expect([signal, printed]).toEqual(['SIGKILL', expect.stringContaining(moment)]);
  }

  it('goes on where it was: no row is lost, doubled or paid for twice', async () => {
    for (const moment of ['job 0', 'row 250', 'job 3000', 'row 2000', 'row 5500']) await killedAt(moment);
    await project.run(['list.mjs'], env);
    const lines = readFileSync(project.file('program/out.ndjson'), 'utf8').trimEnd().split('\n');
    const results = lines.map(
      (line) => JSON.parse(line) as { ref: string; blocks: Record<string, { status: string }> },
    );
    expect(results.map(({ ref }) => ref)).toEqual(Array.from({ length: ROWS }, (_, row) => `r${row}`));
    const available = results
      .flatMap(({ blocks }) => Object.values(blocks))
      .filter(({ status }) => status === 'available');
    const client = new CompanyData({ url: env['URL'] ?? '', key: env['KEY'] ?? '' });
    expect((await client.usage()).counts.units).toBe(available.length);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  });
});
