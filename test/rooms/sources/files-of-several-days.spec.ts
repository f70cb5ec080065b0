/**
 * Files of several days, imported together or one after the other: what is told bears the day of the file
 * that tells it.
 */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { CodesWorld, type Envelope, type Loaded, type WorldData } from '../blocks/codes/codes-world.js';
import { keptWebsites } from '../blocks/codes/areas/kept-websites.js';
import { of as companyCalled } from '../blocks/codes/areas/website-cases.js';
import { companiesFile, csvTable } from '../blocks/codes/published.js';

const [EARLY, LATE, NEITHER] = ['17000001', '17000002', '17000003'];
const OLDER = '2025-06-01';
const NEWER = '2025-09-01';

const COMPANIES: Loaded = {
  ...companiesFile(
    [EARLY, LATE, NEITHER].map((CompanyNumber) => ({
      CompanyNumber,
      CompanyName: `DATED ${CompanyNumber} LIMITED`,
    })),
  ),
  asOf: '2025-05-01',
};
const nameOf = (number: string): string => `Dated ${number} Limited`;

interface Told {
  readonly status: string;
  readonly source: string;
  readonly as_of: string;
  readonly detail?: { readonly inputs?: readonly { readonly source: string; readonly as_of: string }[] };
}

/** What the block answers of each of the three. */
async function answers(data: WorldData, block: BlockKey): Promise<Told[]> {
  const world = await CodesWorld.of(data);
  const told: Envelope[] = [];
  for (const company_number of [EARLY, LATE, NEITHER])
    told.push(await world.envelope({ row: { company_number } }, block));
  world.remove();
  return told as unknown as Told[];
}

/** Together, in both orders, and the newer one as an update. */
const ways = (
  source: Loaded['source'],
  older: Loaded['files'],
  newer: Loaded['files'],
): [string, Loaded[]][] => [
  ['together', [{ source, files: { ...older, ...newer } }]],
  ['together, the newer one first', [{ source, files: { ...newer, ...older } }]],
  [
    'one after the other',
    [
      { source, files: older },
      { source, files: newer, update: true },
    ],
  ],
];

const grantTo = (number: string, day: string, awardDate: string): Loaded['files'] => ({
  [`grants-${day}.json`]: JSON.stringify({
    grants: [
      {
        ...{ id: `360G-${number}`, title: 'A roof', currency: 'GBP', amountAwarded: 5, awardDate },
        recipientOrganization: [{ id: `GB-COH-${number}`, name: nameOf(number) }],
      },
    ],
  }),
});
const awardTo = (number: string, day: string, awarded: string): Loaded['files'] => ({
  [`contracts-${day}.json`]: JSON.stringify({
    releases: [
      {
        ...{ ocid: `ocds-1-${number}`, id: '1', date: `${awarded}T09:00:00Z`, tag: ['award'] },
        parties: [{ id: 'P', name: nameOf(number), identifier: { scheme: 'GB-COH', id: number } }],
        awards: [{ id: '1', status: 'active', date: `${awarded}T00:00:00Z`, suppliers: [{ id: 'P' }] }],
      },
    ],
  }),
});

describe.each(ways('grants', grantTo(EARLY, OLDER, '2025-05-02'), grantTo(LATE, NEWER, '2025-08-02')))(
  'grants of two files, %s',
  (_how, loaded) => {
    it('are told of in the window of their own file', async () => {
      const told = await answers({ loaded: [COMPANIES, ...loaded] }, 'signals');
      expect(told.map(({ status, as_of, detail }) => [status, as_of, detail?.inputs?.[0]?.source])).toEqual([
        ['available', OLDER, 'grants_register'],
        ['available', NEWER, 'grants_register'],
        ['not_found', OLDER, undefined],
      ]);
      const none = await answers({ loaded: [COMPANIES, ...loaded] }, 'funding');
      expect(none[2]).toMatchObject({ reason: 'no_funding_on_record', as_of: OLDER });
    });
  },
);

it.each(ways('contracts', awardTo(EARLY, OLDER, '2025-05-20'), awardTo(LATE, NEWER, '2025-08-20')))(
  'awards of two files of notices, %s, are told of in the window of their own release',
  async (_how, loaded) => {
    const told = await answers({ loaded: [COMPANIES, ...loaded] }, 'signals');
    expect(told.map(({ status, as_of }) => [status, as_of])).toEqual([
      ['available', OLDER],
      ['available', '2025-08-20'],
      ['not_found', OLDER],
    ]);
  },
);

it('titles of companies and of overseas owners bear the month of their own file', async () => {
  const title = (number: string): string =>
    csvTable([
      {
        ...{
          'Title Number': `ZZ${number}`,
          Tenure: 'Freehold',
          'Property Address': 'Leeds',
          Postcode: 'LS1 1AA',
        },
        ...Object.fromEntries(
          [1, 2, 3, 4].flatMap((place) => [
            [`Proprietor Name (${place})`, place === 1 ? nameOf(number) : ''],
            [`Company Registration No. (${place})`, place === 1 ? number : ''],
          ]),
        ),
      },
    ]);
  const files = {
    'CCOD_FULL_2025_06.csv': `${title(EARLY)}"Row Count:","1"\n`,
    'CCOD_FULL_2025_09.csv': `${title(LATE)}"Row Count:","1"\n`,
  };
  const told = await answers({ loaded: [COMPANIES, { source: 'property', files }] }, 'property');
  expect(told.map(({ status, as_of }) => [status, as_of])).toEqual([
    ['available', OLDER],
    ['available', NEWER],
    ['not_found', OLDER],
  ]);
});

describe('lists of popular hosts, each of which is whole', () => {
  const list = (...hosts: readonly string[]): string =>
    hosts.map((host, at) => `${at + 1},${host}\n`).join('');
  const older = { 'top-1m-2024-03-01.csv': list('talking-pumps.co.uk', 'served-pumps.co.uk') };
  const newer = { 'top-1m-2024-07-01.csv': list('example.com', 'talking-pumps.co.uk') };

  it.each(ways('site_ranking', older, newer))('are told by the newest: %s', async (_how, loaded) => {
    const data = keptWebsites.world();
    const others = data.loaded.filter(({ source }) => source !== 'site_ranking');
    const world = await CodesWorld.of({ ...data, loaded: [...others, ...loaded] });
    const of = async (name: string) => world.envelope(companyCalled(name), 'web_traffic');
    expect(await of('Talking')).toMatchObject({
      as_of: '2024-07-01',
      value: { rank: 2, list_date: '2024-07-01', rank_90_days_before: 1 },
    });
    expect(await of('Served')).toMatchObject({ reason: 'no_web_traffic_on_profile', as_of: '2024-07-01' });
    world.remove();
  });
});
