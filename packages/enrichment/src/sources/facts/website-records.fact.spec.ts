/** From published files to the websites that they name for a company. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFile } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forAllTests } from '../../../../../test/support/worlds/for-each-test.js';
import type { CompanyRecord } from '../companies/company-record.js';
import { companies } from '../companies/companies.source.js';
import { contracts } from '../contracts/contracts.source.js';
import { grants } from '../grants/grants.source.js';
import { payGap } from '../pay-gap/pay-gap.source.js';
import { siteRanking } from '../site-ranking/site-ranking.source.js';
import { siteRanks, type SiteRank } from './site-ranks.fact.js';
import { websiteRecords, type WebsiteRecord } from './website-records.fact.js';

const FIXTURES = join(__dirname, '../../../../../test/fixtures/register/records');
const PAY_GAP = join(
  __dirname,
  '../../../../../samples/published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv',
);
const RELEASES = join(FIXTURES, 'contracts-finder-2025-03-11_sample.jsonl');

const REGISTER = {
  '03867954': 'POWERLEAGUE FIVES LIMITED',
  '00227590': 'FINANCIAL TIMES LIMITED(THE)',
  '04236992': 'SKYLINE TAXI AND PRIVATE HIRE LIMITED',
  '10266124': 'ANOTHER NAME LIMITED',
};

/** The published releases, with a website for each organisation: suppliers of the sample name none. */
const releasesWithSites = (): object[] =>
  readFileSync(RELEASES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { parties: object[] })
    .map((release) => ({
      ...release,
      parties: release.parties.map((party) => ({
        ...party,
        details: { url: 'https://www.skyline.co.uk/x' },
      })),
    }));

const GRANT = {
  id: '360G-x-1',
  awardDate: '2024-05-01',
  amountAwarded: 1,
  currency: 'GBP',
  recipientOrganization: [{ companyNumber: '3867954', url: 'http://powerleague.co.uk/' }],
};

const world = forAllTests(() => new RecordsWorld());
let found: ReadonlyMap<string, readonly WebsiteRecord[]>;
let ranks: ReadonlyMap<string, readonly SiteRank[]>;
beforeAll(async () => {
  const rows = Object.entries(REGISTER).map(([CompanyNumber, CompanyName]) => ({
    CompanyNumber,
    CompanyName,
  }));
  await world.import(companies, [world.write('BasicCompanyData-2025-03-01.csv', csvFile(rows))]);
  await world.import(payGap, [PAY_GAP]);
  await world.import(contracts, [world.writeLines('releases.jsonl', releasesWithSites())]);
  await world.import(grants, [world.write('grants.json', JSON.stringify({ grants: [GRANT] }))]);
  await world.import(siteRanking, [world.write('top-2026-03-01.csv', '7,powerleague.co.uk\n8,prismic.io\n')]);
  world.inForce(companies, (register) => {
    const company: ReadonlyMap<string, CompanyRecord> = register.byNumbers(Object.keys(REGISTER));
    world.inForce(payGap, (pay_gap) => {
      world.inForce(contracts, (notices) => {
        world.inForce(grants, (awards) => {
          world.inForce(siteRanking, (site_ranking) => {
            const editions = {
              companies: register,
              pay_gap,
              contracts: notices,
              grants: awards,
              site_ranking,
            };
            found = websiteRecords.join([...company.keys()], { facts: { company }, editions });
            ranks = siteRanks.join([...company.keys()], { facts: { company }, editions });
          });
        });
      });
    });
  });
});

it('names the host of each record with its source and day, the newest first', () => {
  expect(found.get('03867954')).toEqual([
    {
      host: 'powerleague.co.uk',
      source: 'grants_register',
      url: 'http://powerleague.co.uk/',
      seen_on: '2024-05-01',
      not_own: null,
    },
    {
      host: 'powerleague.co.uk',
      source: 'pay_gap_register',
      url: expect.stringContaining('powerleague.co.uk') as string,
      seen_on: '2022-03-24',
      not_own: null,
    },
  ]);
});

it('tells a host of documents from a website of the company', () => {
  expect(found.get('00227590')).toMatchObject([
    { host: expect.stringContaining('prismic.io') as string, not_own: 'document host' },
  ]);
});

it('takes a website out of a notice only where the name beside the number is the company’s', () => {
  expect(found.get('04236992')).toEqual([
    { host: 'skyline.co.uk', source: 'contract_notices', url: null, seen_on: '2025-01-23', not_own: null },
  ]);
  expect(found.has('10266124')).toBe(false);
});

it('tells the rank of what may be a website of the company', () => {
  expect([...ranks]).toEqual([
    ['03867954', [{ host: 'powerleague.co.uk', ranks: [{ list_date: '2026-03-01', rank: 7 }] }]],
  ]);
});
