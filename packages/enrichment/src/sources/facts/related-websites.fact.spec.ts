/** From published files to the website of a related company, as it is served. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { importRegister } from '../kit/editions/import-register.js';
import { payGap } from '../pay-gap/pay-gap.source.js';
import { psc } from '../psc/psc.source.js';

const PAY_GAP = join(
  __dirname,
  '../../../../../samples/published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv',
);

/** `of` is held by `owner`, three quarters or more. */
const held = (of: string, owner: string, name: string): string =>
  JSON.stringify({
    company_number: of,
    data: {
      kind: 'corporate-entity-person-with-significant-control',
      name,
      natures_of_control: ['ownership-of-shares-75-to-100-percent'],
      notified_on: '2016-04-06',
      identification: { registration_number: owner, country_registered: 'England' },
      links: { self: `/company/${of}/persons-with-significant-control/corporate-entity/${owner}` },
    },
  });

const world = new EnrichmentWorld();
beforeAll(async () => {
  const { dataDir } = world.register;
  await world.loadRows([
    { CompanyNumber: '03867954', CompanyName: 'POWERLEAGUE FIVES LIMITED' },
    { CompanyNumber: '01111111', CompanyName: 'PITCHES BELOW LIMITED' },
    { CompanyNumber: '02222222', CompanyName: 'PITCHES FURTHER BELOW LIMITED' },
    { CompanyNumber: '09999999', CompanyName: 'ALL PITCHES LIMITED' },
    { CompanyNumber: '05555555', CompanyName: 'PITCHES BESIDE LIMITED' },
  ]);
  const snapshot = join(dataDir, 'persons-with-significant-control-snapshot-2024-07-01.jsonl');
  writeFileSync(
    snapshot,
    [
      held('01111111', '03867954', 'Powerleague Fives Limited'),
      held('02222222', '01111111', 'Pitches Below Limited'),
      held('03867954', '09999999', 'All Pitches Limited'),
      held('05555555', '09999999', 'All Pitches Limited'),
      JSON.stringify({
        company_number: '09999999',
        data: {
          kind: 'persons-with-significant-control-statement',
          statement: 'no-individual-or-entity-with-signficant-control',
          notified_on: '2016-04-06',
        },
      }),
    ].join('\n'),
  );
  for (const [source, file] of [
    [psc, snapshot],
    [payGap, PAY_GAP],
  ] as const) {
    const imported = await importRegister({ source, files: [file], dataDir });
    if (imported.outcome !== 'imported') throw new Error(JSON.stringify(imported));
  }
});
afterAll(() => {
  world.remove();
});

it.each([
  ['01111111', 'owner'],
  ['02222222', 'ultimate_owner'],
  ['09999999', 'subsidiary'],
  ['05555555', 'sister'],
])('of %s that of its %s is a candidate, which nothing proves', async (company_number, relation) => {
  const [row] = await world.enrich([{ company_number }], { blocks: ['related_company_domain'] });
  expect(world.faults).toEqual([]);
  expect(served(row)).toMatchObject({
    blocks: {
      related_company_domain: {
        status: 'not_found',
        reason: 'not_confirmed',
        detail: {
          candidates: [
            {
              domain: 'powerleague.co.uk',
              company: { company_number: '03867954' },
              relation,
              source: 'pay_gap_register',
            },
          ],
        },
      },
    },
  });
});
