/** Whose grant it is, from published packages to what is on file for a company. */
import { csvFile } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { companies } from '../companies/companies.source.js';
import { grants as source } from '../grants/grants.source.js';
import { grants } from './grants.fact.js';

const MARBECK = '01799991';
const REGISTER = {
  [MARBECK]: 'MARBECK HAULAGE LIMITED',
  '17000001': 'QUILLFORD TESTING LIMITED',
  '17000002': 'GREENSTOW VENTURES LIMITED',
};
const world = forEachTest(() => new RecordsWorld());

const grant = (id: unknown, recipient: object, more: object = {}) => ({
  ...{ id, awardDate: '2025-03-03', amountAwarded: 500, currency: 'GBP' },
  ...{ recipientOrganization: [recipient], dateModified: '2025-04-01T00:00:00Z', ...more },
});
const load = (name: string, all: object[], more: object = {}) =>
  world.import(source, [world.write(name, JSON.stringify({ grants: all }))], more);

/** Of each company: the ids of its grants. */
async function told(): Promise<Record<string, string[]>> {
  const rows = Object.entries(REGISTER).map(([CompanyNumber, CompanyName]) => ({
    ...{ CompanyNumber, CompanyName },
    ...(CompanyNumber === MARBECK && {
      'PreviousName_1.CompanyName': 'MARBECK CARTAGE LIMITED',
      'PreviousName_1.CONDATE': '01/02/2015',
    }),
  }));
  await world.import(companies, [world.write('BasicCompanyData-2026-01-01.csv', csvFile(rows))]);
  return world.inForce(companies, (edition) => {
    const company = edition.byNumbers(Object.keys(REGISTER));
    const found = world.inForce(source, (held) =>
      grants.join([...company.keys()], {
        facts: { company },
        editions: { grants: held, companies: edition },
      }),
    );
    return Object.fromEntries([...found].map(([of, { items }]) => [of, items.map(({ key }) => key)]));
  });
}

it.each([
  ['its name, endings folded', { id: 'GB-COH-01799991', name: 'Marbeck Haulage Ltd.' }],
  ['its earlier name', { id: 'GB-COH-01799991', name: 'Marbeck Cartage' }],
  [
    'its name, and a charity number of the same digits',
    { id: 'GB-COH-01799991', name: 'MARBECK HAULAGE LIMITED', charityNumber: '1799991' },
  ],
  [
    'its name, and two numbers',
    { id: 'GB-COH-01799991', companyNumber: '09999999', name: 'Marbeck Haulage Limited' },
  ],
  ['another name, which nothing contradicts', { companyNumber: 1799991, name: 'Marbeck of Leeds' }],
  ['no name', { companyNumber: '1799991' }],
  [
    'a charity number of other digits',
    { companyNumber: '1799991', name: 'Marbeck Trust', charityNumber: '1000000' },
  ],
])('tells a grant under its number with %s', async (_what, recipient) => {
  await load('grants-2025-06-01.json', [grant('g', recipient)]);
  expect(await told()).toEqual({ [MARBECK]: ['g'] });
});

it.each([
  [
    'a charity of the same digits',
    { id: 'GB-COH-01799991', name: 'Royal Thistledown Players', charityNumber: '1799991' },
  ],
  [
    'a charity by its id',
    { id: 'GB-CHC-1799991', name: 'Royal Thistledown Players', companyNumber: '1799991' },
  ],
  [
    'a charity, its number typed as a number',
    { companyNumber: 1799991, charityNumber: 1799991, name: 'Players' },
  ],
  [
    'a charity that is linked to another',
    { companyNumber: '1799991', charityNumber: '1799991-1', name: 'Players' },
  ],
  [
    'a charity with two numbers',
    { companyNumber: '1799991', charityNumber: 'SC099999 / 1799991', name: 'Players' },
  ],
  [
    'a charity by its id, with words in the place of its number',
    { id: 'GB-CHC-1799991', companyNumber: '1799991', charityNumber: '2 charities', name: 'Players' },
  ],
  ['another company by its name', { companyNumber: '1799991', name: 'Quillford Testing Ltd' }],
  ['two companies by number', { id: 'GB-COH-01799991', companyNumber: '09999999', name: 'Players' }],
])('tells no grant of %s', async (_what, recipient) => {
  await load('grants-2025-06-01.json', [grant('g', recipient)]);
  expect(await told()).toEqual({});
});

describe('a grant that was corrected', () => {
  const first = [grant('8', { id: 'GB-COH-17000001', name: 'Quillford Testing Limited' })];
  const corrected = { dateModified: '2025-09-01T00:00:00Z' };
  const other = [grant(8, { id: 'gb-coh-17000002', name: 'Greenstow Ventures Limited' }, corrected)];

  it.each([
    ['first', [first, other]],
    ['last', [other, first]],
  ])('is told of the new recipient alone, read %s', async (_how, [one = [], two = []]) => {
    const day = (grants: object[]): string => (grants === first ? '2025-06-01' : '2025-09-01');
    await load(`grants-${day(one)}.json`, one);
    await load(`grants-${day(two)}.json`, two, { update: true });
    expect(await told()).toEqual({ '17000002': ['8'] });
  });

  describe('has the recipient of its newest publication, whenever that says it was changed', () => {
    const to = (number: string, dateModified?: unknown) => [
      grant('8', { id: `GB-COH-${number}` }, { dateModified }),
    ];
    it.each([
      ['on no day in the older', undefined, '2024-01-15T00:00:00Z'],
      ['on no day in the newer', '2025-04-01T00:00:00Z', undefined],
      ['earlier in the newer', '2025-04-01T00:00:00Z', '2025-03-20'],
      ['on a day to come in the older', '2029-01-01', '2025-08-01'],
      ['on a day that is none in the newer', '2025-04-01', 'in May'],
    ])('%s', async (_what, older, newer) => {
      const publications = [
        ['grants-2025-06-01.json', to('17000001', older)],
        ['grants-2025-09-01.json', to('17000002', newer)],
      ] as const;
      for (const order of [publications, [...publications].reverse()]) {
        const files = order.map(([name, grants]) => world.write(name, JSON.stringify({ grants })));
        await world.import(source, files);
        expect(await told()).toEqual({ '17000002': ['8'] });
      }
    });

    it.each([
      ['another zone', '2025-04-01T23:30:00-05:00', '2025-04-02T01:00:00Z'],
      ['a zone without a colon', '2025-04-02T00:30:00+0100', '2025-04-01T23:00:00Z'],
      ['a day alone', '2025-04-02T09:00:00Z', '2025-04-02'],
      ['no zone', '2025-04-02T09:00:00', '2025-04-02T09:30:00+01:00'],
    ])('in one publication that of its newest change, told in %s', async (_what, newer, older) => {
      const both = [...to('17000002', newer), ...to('17000001', older)];
      for (const order of [both, [...both].reverse()]) {
        await load('grants-2025-06-01.json', order);
        expect(await told()).toEqual({ '17000002': ['8'] });
      }
    });
  });

  it('is told of none where the new recipient is no company', async () => {
    await load('grants-2025-06-01.json', first);
    const charity = [grant('8', { id: 'GB-CHC-1', name: 'A Trust' }, corrected)];
    await load('grants-2025-09-01.json', charity, { update: true });
    expect(await told()).toEqual({});
  });

  it('is told of both whom one publication names', async () => {
    const both = { recipientOrganization: [{ id: 'GB-COH-17000001' }, { id: 'GB-COH-17000002' }] };
    await load('grants-2025-06-01.json', [grant('8', {}, both)]);
    expect(await told()).toEqual({ '17000001': ['8'], '17000002': ['8'] });
  });
});
