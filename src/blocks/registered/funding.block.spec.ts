/** From a published package to the served row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnrichmentWorld, served } from '../../../test/support/worlds/enrichment-world.js';
import { importRegister } from '../../sources/editions/import-register.js';
import { grants } from '../../sources/grants/grants.source.js';

const PACKAGE = join(
  __dirname,
  '../../../test/fixtures/register/records/360giving_grants_with_company_numbers.json',
);

let world: EnrichmentWorld;
beforeEach(async () => {
  world = new EnrichmentWorld();
  await world.loadRows([
    { CompanyNumber: '00712444', CompanyName: 'ARTS EDUCATIONAL SCHOOLS(THE)' },
    { CompanyNumber: '08209948', CompanyName: '! LTD' },
  ]);
});
afterEach(() => {
  world.remove();
});

const load = (file: string) =>
  importRegister({ source: grants, files: [file], dataDir: world.register.dataDir });
async function fundingOf(company_number: string): Promise<unknown> {
  const [row] = await world.enrich([{ company_number }], { blocks: ['funding'] });
  expect(world.faults).toEqual([]);
  return (served(row) as { blocks: { funding: unknown } }).blocks.funding;
}

it('says of 00712444 what eleven grants sum up to, to the penny', async () => {
  expect(await load(PACKAGE)).toMatchObject({ outcome: 'imported', rejected: 0 });
  expect(await fundingOf('00712444')).toMatchObject({
    status: 'available',
    source: 'grants_register',
    value: {
      totals: [{ kind: 'grant', amount: { amount: '387426.27', currency: 'GBP' }, count: 11 }],
      rounds: {
        total: 11,
        truncated: false,
        items: expect.arrayContaining([
          expect.objectContaining({ date: '2013-09-01', amount: { amount: '41133.77', currency: 'GBP' } }),
        ]) as unknown[],
      },
    },
  });
  expect(await fundingOf('08209948')).toMatchObject({ status: 'not_found', reason: 'no_funding_on_record' });
});

const text = readFileSync(PACKAGE, 'utf8');

it.each([
  ['cut off', text.slice(0, 9_000)],
  ['broken', text.replace('"currency"', '"currency')],
  ['nested without end', `{"grants": [${'['.repeat(2_000_000)}`],
  ['of another form', '{"releases": []}'],
])('refuses a package that is %s', async (_how, content) => {
  const file = world.register.write('grants.json', content);
  expect(await load(file)).toMatchObject({ outcome: 'refused' });
});

it('rejects a grant without a date, and counts it', async () => {
  const bad = text.replace(/"awardDate": "[^"]*"/, '"awardDate": "some day"');
  const file = world.register.write('grants.json', bad);
  expect(
    await importRegister({
      source: grants,
      files: [file],
      dataDir: world.register.dataDir,
      maxRejectedPercent: 10,
    }),
  ).toMatchObject({ outcome: 'imported', rejected: 1, rejects: [{ line: 1 }] });
});
