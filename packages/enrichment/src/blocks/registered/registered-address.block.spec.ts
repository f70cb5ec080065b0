import {
  FILES,
  publishedRecord,
  record,
  type RowOverrides,
} from '../../../../../test/support/basic-company-data.js';
import { aFact, FRESHNESS, runBlock } from '../../../../../test/support/run-block.js';
import type { PostcodeRecord } from '../../sources/postcodes/postcode-record.js';
import registeredAddress from './registered-address.block.js';

const address = (overrides: RowOverrides) => runBlock(registeredAddress, record(overrides), '2024-12-01');

it('says of 08209948 what the register says', () => {
  const company = publishedRecord(FILES.december2024, '08209948');
  expect(runBlock(registeredAddress, company, '2024-12-01')).toEqual({
    status: 'available',
    value: {
      address_line_1: '9 PRINCES SQUARE',
      address_line_2: null,
      locality: 'HARROGATE',
      region: null,
      postal_code: 'HG1 1ND',
    },
    source: 'company_register',
    as_of: '2024-12-01',
    flagged_for_review: false,
    detail: { freshness: FRESHNESS, country: 'ENGLAND', address_status: 'ok' },
  });
});

it('has none of RC000652', () => {
  const company = publishedRecord(FILES.june2020, 'RC000652');
  expect(runBlock(registeredAddress, company, '2020-06-01')).toEqual({
    status: 'not_found',
    reason: 'no_address_on_file',
    source: 'company_register',
    as_of: '2020-06-01',
    detail: { freshness: FRESHNESS },
  });
});

it.each<[string, RowOverrides]>([
  [
    'as the file prints it',
    { 'RegAddress.POBox': '4385', 'RegAddress.AddressLine1': '11706763: COMPANIES HOUSE DEFAULT ADDRESS' },
  ],
  [
    'in the line of who takes letters in',
    {
      'RegAddress.CareOf': '15393967 - COMPANIES HOUSE DEFAULT ADDRESS',
      'RegAddress.AddressLine1': '',
    },
  ],
  [
    'as the search prints it',
    {
      'RegAddress.AddressLine1': '15393967 - COMPANIES HOUSE DEFAULT ADDRESS',
      'RegAddress.PostTown': 'Cardiff',
    },
  ],
])('serves a default address as filed and flagged, %s', (_what, row) => {
  const envelope = address({ ...row, 'RegAddress.PostCode': 'CF14 8LH' });
  expect(envelope).toMatchObject({
    status: 'available',
    flagged_for_review: true,
    detail: { address_status: 'default_address' },
  });
  expect(envelope).toHaveProperty(
    'value.address_line_1',
    expect.stringContaining('COMPANIES HOUSE DEFAULT ADDRESS'),
  );
});

it('flags the default address of 11706763', () => {
  const company = publishedRecord(FILES.may2020Resaved, '11706763');
  expect(runBlock(registeredAddress, company, '2020-05-01')).toMatchObject({
    value: {
      address_line_1: 'PO BOX 4385, 11706763: COMPANIES HOUSE DEFAULT ADDRESS',
      postal_code: 'CF14 8LH',
    },
    flagged_for_review: true,
  });
});

it.each<[string, RowOverrides, string]>([
  ['care of', { 'RegAddress.CareOf': 'JANE GATHARD' }, 'JANE GATHARD, 1 HIGH STREET'],
  ['a PO box', { 'RegAddress.POBox': '123' }, 'PO BOX 123, 1 HIGH STREET'],
  ['a PO box in words', { 'RegAddress.POBox': 'PO BOX 123' }, 'PO BOX 123, 1 HIGH STREET'],
  [
    'both and no line',
    { 'RegAddress.CareOf': 'A', 'RegAddress.POBox': '1', 'RegAddress.AddressLine1': '' },
    'A, PO BOX 1',
  ],
])('joins %s into the first line', (_what, row, expected) => {
  expect(address(row)).toHaveProperty('value.address_line_1', expected);
});

it.each([
  ['HG1 1ND', '', 'HG1 1ND', false],
  ['HG11ND', 'ENGLAND', 'HG1 1ND', false],
  ['sw1a  2aa', 'UNITED KINGDOM', 'SW1A 2AA', false],
  ['CRO 1JB', '', 'CRO 1JB', true],
  ['BT78', 'NORTHERN IRELAND', 'BT78', true],
  ['75008', 'FRANCE', '75008', false],
  ['', 'ENGLAND', null, false],
])('reads the postcode %p in %p as %p, flagged %p', (postcode, country, postal_code, flagged) => {
  expect(address({ 'RegAddress.PostCode': postcode, 'RegAddress.Country': country })).toMatchObject({
    value: { postal_code },
    flagged_for_review: flagged,
  });
});

describe('with the postcode directory', () => {
  const office = { 'RegAddress.PostCode': 'AB1 0AA' };
  const directory = (terminated_in: string | null) => ({
    office_postcode: aFact(
      { terminated_in, region: null, country: 'S92000003', local_authority: 'S12000033' },
      '2024-11-01',
    ),
  });
  const served = (facts: Parameters<typeof runBlock>[3]) =>
    runBlock(registeredAddress, record(office), '2024-12-01', facts);

  it('a postcode in use is not flagged', () => {
    expect(served(directory(null))).toMatchObject({ flagged_for_review: false });
  });

  it('one that is no longer in use is flagged, with its last month', () => {
    expect(served(directory('1996-06'))).toMatchObject({
      flagged_for_review: true,
      detail: { postcode_terminated_on: '1996-06' },
    });
  });

  it('one that the whole directory lacks is flagged, and a part of it decides nothing', () => {
    expect(served({ office_postcode: aFact<PostcodeRecord>(null, '2024-11-01') })).toMatchObject({
      flagged_for_review: true,
      detail: { postcode_unknown: true },
    });
    expect(served({ office_postcode: aFact<PostcodeRecord>(null, '2024-11-01', true) })).toMatchObject({
      flagged_for_review: false,
    });
  });
});
