import { readSample } from '../../../../../test/support/accounts-records.js';
import {
  DOCUMENT,
  LIST,
  MAZARS,
  NEWEST,
  READ,
  employees,
  facts,
  unread,
} from '../../../../../test/support/live/accounts.js';
import type { ReadAccounts } from '../../filed-accounts/accounts-record.js';

it('serves the headcount of the newest accounts', () => {
  expect(employees(READ)).toMatchObject({
    status: 'available',
    as_of: '2020-08-31',
    value: { headcount: 1920, prior: { headcount: 1678 }, document: { read_by: 'ixbrl' } },
  });
});

it('waits for the document, and for its pages where these are asked for', () => {
  expect(employees({ [LIST]: NEWEST })).toEqual({ status: 'pending' });
  const pdfOnly = { [LIST]: NEWEST, [DOCUMENT]: unread('pdf_only') };
  expect(employees(pdfOnly)).toMatchObject({ reason: 'accounts_not_machine_readable' });
  expect(employees(pdfOnly, { pdf: true })).toEqual({ status: 'pending' });
});

it('no headcount is stated, or what is can not be one', () => {
  const of = (record: ReadAccounts) => employees({ [LIST]: NEWEST, [DOCUMENT]: facts(record) });
  expect(of({ ...MAZARS, periods: [], employees: { now: null, before: null } })).toMatchObject({
    reason: 'no_headcount_in_accounts_reading',
    as_of: '2020-08-31',
  });
  expect(of(readSample('Prod224_2601_08241895_20250630.html'))).toMatchObject({
    reason: 'filed_value_implausible',
    detail: { filed: { printed: '2' } },
  });
});
