import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { contracts } from './contracts.source.js';
import { mergedAwards } from './merged-awards.js';
import { ORGANISATION } from './notice-record.js';

const RELEASES = join(
  __dirname,
  '../../../../../test/fixtures/register/records/contracts-finder-2025-03-11_sample.jsonl',
);
type Release = Record<string, unknown> & { ocid: string; date: string };
const releases = readFileSync(RELEASES, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Release);
const byOcid = (part: string): Release => releases.find(({ ocid }) => ocid.includes(part)) ?? never();
const never = (): never => {
  throw new Error('the sample has no such notice');
};
/** What the notice 3eaf1935 says, with something else in it. */
const changed = (more: object): object => ({ ...byOcid('3eaf1935'), ...more });

const world = forEachTest(() => new RecordsWorld());

const noticesOf = (number: string): string[] =>
  world.inForce(contracts, (edition) => edition.subjectsUnder(ORGANISATION, [number]).get(number) ?? []);
const awardsIn = (ocid: string) =>
  world.inForce(contracts, (edition) =>
    mergedAwards(edition.byNumbers([ocid]).get(ocid)).map(({ notice: _notice, ...award }) => award),
  );
const suppliersIn = (ocid: string): string[] =>
  awardsIn(ocid).flatMap(({ suppliers }) => suppliers.map(({ number }) => number));

it('reads published releases: who was awarded what, by whom, and where it stands', async () => {
  expect(await world.import(contracts, [RELEASES])).toMatchObject({
    outcome: 'imported',
    as_of: '2025-03-11',
    rejected: 0,
  });
  const { ocid } = byOcid('ce1fe07e');
  expect(noticesOf('10266124')).toEqual([ocid]);
  expect(awardsIn(ocid)).toEqual([
    {
      id: `${ocid}-1`,
      stands: true,
      awarded_on: '2024-12-12',
      title: expect.any(String) as string,
      amount: 109409,
      currency: 'GBP',
      supplier_count: 1,
      suppliers: [{ number: '10266124', name: 'Sabre Building Solutions Ltd.', website: null }],
    },
  ]);
});

it('takes an amount of 0 for unknown', async () => {
  await world.import(contracts, [RELEASES]);
  expect(awardsIn(byOcid('3eaf1935').ocid)).toMatchObject([{ amount: null, currency: null }]);
});

it.each([
  ['in the order published', releases],
  ['in the other', [...releases].reverse()],
])('keeps what the newest release of a notice says, read %s', async (_how, lines) => {
  await world.import(contracts, [world.writeLines('releases.jsonl', lines)]);
  expect(awardsIn(byOcid('09a309a3').ocid).map(({ amount }) => amount)).toEqual([109320]);
});

it('forgets a supplier that a newer release no longer names', async () => {
  await world.import(contracts, [RELEASES]);
  const { ocid } = byOcid('3eaf1935');
  const [award] = byOcid('3eaf1935')['awards'] as object[];
  const newer = changed({
    date: '2025-04-01T00:00:00Z',
    awards: [{ ...award, suppliers: [{ id: 'GB-COH-10266124' }] }],
  });
  await world.import(contracts, [world.writeLines('r-2025-04-01.jsonl', [newer])], { update: true });
  expect(suppliersIn(ocid)).toEqual(['10266124']);
});

it('forgets an award that is cancelled, and keeps one that a later notice says nothing of', async () => {
  await world.import(contracts, [RELEASES]);
  const { ocid } = byOcid('3eaf1935');
  const later = (date: string, awards: object[]) =>
    world.import(contracts, [world.writeLines(`r-${date}.jsonl`, [changed({ date, awards })])], {
      update: true,
      asOf: date.slice(0, 10),
    });
  await later('2025-04-01T00:00:00Z', []);
  expect(awardsIn(ocid)).toHaveLength(1);
  await later('2025-04-02T00:00:00Z', [{ id: `${ocid}-1`, status: 'cancelled' }]);
  expect(awardsIn(ocid)).toHaveLength(0);
});

it('puts back the zeros that buyers leave out, and counts suppliers without a number', async () => {
  await world.import(contracts, [RELEASES]);
  expect(noticesOf('00158718')).toEqual([byOcid('7dc69fe1').ocid]);
  const [award] = awardsIn(byOcid('d1441223').ocid);
  expect(award?.suppliers.map(({ number }) => number)).toContain('04142000');
  expect([award?.supplier_count, award?.suppliers.length]).toEqual([12, 8]);
});

it('keeps no contact point, whoever it is of', async () => {
  const contactPoint = { name: 'Jo Bloggs', email: 'jo@example.co.uk', telephone: '020 7946 0000' };
  const parties = (byOcid('3eaf1935')['parties'] as object[]).map((party) => ({ ...party, contactPoint }));
  await world.import(contracts, [world.writeLines('r.jsonl', [changed({ parties, contactPoint })])]);
  const held = world.inForce(contracts, (edition) => JSON.stringify([...edition.held()]));
  expect(held).toContain('04236992');
  expect(held).not.toMatch(/Bloggs|example|7946/);
});

it('keeps the host of a website that a notice names for a company, and mends lost line ends of a title', async () => {
  const party = {
    id: 'x',
    name: 'Centre for Process Innovation Limited',
    additionalIdentifiers: [{ scheme: 'GB-COH', id: '5002194' }],
    details: { url: 'http://www.uk-cpi.com/about' },
  };
  const release = changed({
    parties: [party],
    awards: [{ id: '1', title: 'Works:rnrnNorthern Road', suppliers: [{ id: 'x' }] }],
  });
  await world.import(contracts, [world.writeLines('r.jsonl', [release])]);
  expect(awardsIn(byOcid('3eaf1935').ocid)).toMatchObject([
    {
      title: 'Works:  Northern Road',
      awarded_on: '2025-01-23',
      suppliers: [{ number: '05002194', website: 'uk-cpi.com' }],
    },
  ]);
});

it('reads a release package, and tells of the place of a release that has no date', async () => {
  const document = { uri: 'https://example.org/1', version: '1.1', releases };
  const file = world.write('package.json', JSON.stringify(document, null, 2));
  expect(await world.import(contracts, [file])).toMatchObject({ outcome: 'imported', rejected: 0 });
  expect(noticesOf('04236992')).toHaveLength(1);
  const broken = { ...document, releases: [...releases, { ocid: 'ocds-x' }] };
  const other = world.write('broken.json', JSON.stringify(broken, null, 2));
  expect(await world.import(contracts, [other], { maxRejectedPercent: 20 })).toMatchObject({
    rejects: [{ file: 'broken.json', line: releases.length + 1, reason: 'date is not an instant' }],
  });
});

it.each([
  ['cut off', JSON.stringify({ releases }).slice(0, 5_000)],
  ['nested without end', `{"ocid":"x","date":"2025-01-01T00:00:00Z","a":${'['.repeat(2_000_000)}`],
  ['a package nested without end', `{"releases":[${'['.repeat(2_000_000)}`],
  ['of another kind', '{"grants":[]}'],
  ['of lines without a notice', '{"ocid":"x"}\n{"id":"y"}\n'],
])('imports nothing of a file that is %s, and says why', async (_how, content) => {
  const before = await world.import(contracts, [RELEASES]);
  const refused = await world.import(contracts, [world.write('releases.json', content)]);
  expect(refused).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/^[^\n]+$/) as string });
  expect([before.outcome, noticesOf('10266124').length]).toEqual(['imported', 1]);
});

describe('ids of parties', () => {
  const alder = { name: 'ALDER LIMITED', identifier: { scheme: 'GB-COH', id: '17000001' } };
  const beech = { name: 'BEECH LIMITED', identifier: { scheme: 'GB-COH', id: 17000002 } };
  const supplied = async (parties: object[], supplier: object): Promise<string[]> => {
    const release = changed({ parties, awards: [{ id: '1', suppliers: [supplier] }] });
    await world.import(contracts, [world.writeLines('r.jsonl', [release])]);
    return suppliersIn(byOcid('3eaf1935').ocid);
  };

  it.each([
    ['text and text', '101', '101'],
    ['a number and text', 101, '101'],
    ['text and a number', '101', 101],
    ['a number and a number', 101, 101],
  ])('compare as text: %s', async (_how, party, supplier) => {
    const parties = [
      { ...alder, id: party },
      { ...beech, id: '102' },
    ];
    expect(await supplied(parties, { id: supplier, name: 'ALDER LIMITED' })).toEqual(['17000001']);
  });

  it.each([
    ['neither has one', [beech], { name: 'ALDER LIMITED' }],
    ['the party has none', [beech], { id: '101', name: 'ALDER LIMITED' }],
    ['the supplier has none', [{ ...beech, id: '101' }], { name: 'ALDER LIMITED' }],
    ['one is no id at all', [{ ...beech, id: {} }], { id: {}, name: 'ALDER LIMITED' }],
    [
      'two companies share it',
      [
        { ...beech, id: '1' },
        { ...alder, id: 1 },
      ],
      { id: '1', name: 'ALDER LIMITED' },
    ],
  ])('name nobody where %s', async (_how, parties, supplier) => {
    expect(await supplied(parties, supplier)).toEqual([]);
  });

  it('reads a number of ours whatever its type, and the case of its scheme', async () => {
    expect(await supplied([{ ...beech, id: 'x' }], { id: 'x' })).toEqual(['17000002']);
    const supplier = { name: 'ALDER LIMITED', identifier: { scheme: 'gb-coh', id: 17000001 } };
    expect(await supplied([], supplier)).toEqual(['17000001']);
    expect(await supplied([], { id: 'gb-coh-17000001' })).toEqual(['17000001']);
  });
});

it.each(['SL00911A', 'IP000CUS', 'FE000123', 'en000001'])('finds a supplier by the number %s', async (id) => {
  const notice = changed({
    parties: [{ id: 's', name: 'Made Up LP', roles: ['supplier'], identifier: { scheme: 'GB-COH', id } }],
    awards: [{ id: '1', status: 'active', suppliers: [{ id: 's' }], value: { amount: 5, currency: 'GBP' } }],
  });
  await world.import(contracts, [world.writeLines('notices.jsonl', [notice])]);
  expect(noticesOf(id.toUpperCase())).toEqual([byOcid('3eaf1935').ocid]);
});
