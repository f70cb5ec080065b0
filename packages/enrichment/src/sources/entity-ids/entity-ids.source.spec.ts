import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { entityIds } from './entity-ids.source.js';
import { COMPANY_NUMBER, registeredNumber } from './entity-record.js';

const fixture = (name: string): string =>
  join(__dirname, '../../../../../test/fixtures/register/records', name);
const ENTITIES = fixture('gleif_lei-data.xml');
const RELATIONS = fixture('gleif_rr-data.xml');
const EXCEPTIONS = fixture('gleif_repex-data.xml');

const world = forEachTest(() => new RecordsWorld());

const known = (lei: string) =>
  world.inForce(entityIds, (edition) =>
    edition
      .byNumbers([lei])
      .get(lei)
      ?.items.map(({ data }) => data),
  );

it('reads published entities, and finds companies by their number', async () => {
  expect(await world.import(entityIds, [ENTITIES])).toMatchObject({
    outcome: 'imported',
    rows: 13,
    rejected: 0,
    as_of: '2023-06-05',
  });
  expect(known('1595D0QCK7Y15293JK84')).toEqual([
    {
      record: 'entity',
      name: 'GALAPAGOS CONSERVATION TRUST',
      company_number: '03004112',
      jurisdiction: 'GB',
      status: 'ACTIVE',
      registration_status: 'ISSUED',
    },
  ]);
  const found = world.inForce(entityIds, (edition) => edition.subjectsUnder(COMPANY_NUMBER, ['03004112']));
  expect(found.get('03004112')).toEqual(['1595D0QCK7Y15293JK84']);
});

it('reads published relationships and exceptions, all three files into one edition', async () => {
  expect(await world.import(entityIds, [ENTITIES, RELATIONS, EXCEPTIONS])).toMatchObject({
    rows: 33,
    rejected: 0,
    as_of: '2023-06-09',
  });
  expect(known('010CMKZ3VON21WF2ZD45')).toEqual([
    expect.objectContaining({ type: 'IS_DIRECTLY_CONSOLIDATED_BY', to: 'ZZG38T0MDR3QY1ETUA76' }),
    expect.objectContaining({
      type: 'IS_ULTIMATELY_CONSOLIDATED_BY',
      to: '3C7474T6CDKPR9K6YT90',
      status: 'ACTIVE',
      registration_status: 'LAPSED',
    }),
  ]);
  expect(known('01370W6ZIY66KQ4J3570')).toEqual([
    { record: 'exception', category: 'DIRECT_ACCOUNTING_CONSOLIDATION_PARENT', reason: 'NON_PUBLIC' },
  ]);
});

it('finds a company by the identifier that holds, not by one that ended', async () => {
  const entity = (lei: string, status: string) =>
    `<LEIRecord><LEI>${lei}</LEI><Entity><LegalName>A</LegalName><RegistrationAuthority>` +
    '<RegistrationAuthorityID>RA000585</RegistrationAuthorityID>' +
    '<RegistrationAuthorityEntityID>123</RegistrationAuthorityEntityID></RegistrationAuthority></Entity>' +
    `<Registration><RegistrationStatus>${status}</RegistrationStatus></Registration></LEIRecord>`;
  const records = [entity('0000SYNTHETICOWN0001', 'ISSUED'), entity('0000SYNTHETICOLD0002', 'RETIRED')].join(
    '',
  );
  const header = '<LEIHeader><ContentDate>2025-06-19T08:20:51Z</ContentDate></LEIHeader>';
  const file = world.write('lei.xml', `<LEIData>${header}<LEIRecords>${records}</LEIRecords></LEIData>`);
  await world.import(entityIds, [file]);
  const found = world.inForce(entityIds, (edition) => edition.subjectsUnder(COMPANY_NUMBER, ['00000123']));
  expect(found.get('00000123')).toEqual(['0000SYNTHETICOWN0001']);
});

it.each([
  ['RA000585', '01403668', '01403668'],
  ['RA000585', '1403668', '01403668'],
  ['RA000585', 'OC301234', 'OC301234'],
  ['RA000586', 'NI 12345', 'NI012345'],
  ['RA000586', '12345', 'NI012345'],
  ['RA000587', '123456', 'SC123456'],
  ['RA000587', 'SO301234', 'SO301234'],
  ['RA000587', 'SL00911A', 'SL00911A'],
  ['RA000585', 'IP000CUS', 'IP000CUS'],
  ['RA000585', 'not a number', null],
  ['RA000602', '4386463', null],
])('an entity that %s registered as %p is company %p', (authority, id, number) => {
  expect(registeredNumber(authority, id)).toBe(number);
});

describe('a hostile or broken document imports nothing', () => {
  const document = (inside: string, before = ''): string =>
    `<?xml version="1.0"?>\n${before}<l:LEIData xmlns:l="urn:x"><l:LEIRecords>\n${inside}\n</l:LEIRecords></l:LEIData>\n`;
  const swelling = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>\n';
  it.each([
    [
      'entities of its own',
      document('<l:LEIRecord><l:LEI>&b;</l:LEI></l:LEIRecord>', swelling),
      'document type',
    ],
    [
      'a document type without them',
      document('', '<!DOCTYPE a SYSTEM "file:///etc/passwd">\n'),
      'document type',
    ],
    ['an unknown entity', document('<l:LEIRecord><l:LEI>&b;</l:LEI></l:LEIRecord>'), 'undefined entity'],
    ['a cut in the middle', document('<l:LEIRecord><l:LEI>A').slice(0, 80), 'no whole XML document'],
    ['tags that are not closed', document('<l:LEIRecord></l:LEI>'), 'no whole XML document'],
    ['too deep a nesting', document('<l:a>'.repeat(60) + '</l:a>'.repeat(60)), 'nested too deep'],
    ['a text without end', document(`<l:LEIRecord>\n${`${'x'.repeat(99)}\n`.repeat(100_000)}`), 'has no end'],
  ])('%s', async (_what, text, why) => {
    expect(await world.import(entityIds, [world.write('lei.xml', text)])).toMatchObject({
      outcome: 'refused',
      error: 'corrupt_archive',
      detail: expect.stringContaining(why) as string,
    });
  });
});
