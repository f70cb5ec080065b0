import { madeUpTo, readSample } from '../../../../../test/support/accounts-records.js';
import type { RowOverrides } from '../../../../../test/support/basic-company-data.js';
import {
  CHANGE,
  COMPANY,
  DOCUMENT,
  EARLIER,
  LIST,
  LIVE,
  MAZARS,
  NEWEST,
  READ,
  employees,
  facts,
  filed,
  financials,
  list,
  pages,
  unread,
  type Kept,
} from '../../../../../test/support/live/accounts.js';
import type { ReadReading } from '../../live/readings/readings.js';
import { completeCompanyNumber } from '../../../../words/src/company-number.js';

it('serves the figures of the newest accounts', () => {
  expect(financials(READ)).toMatchObject({
    status: 'available',
    source: 'company_register_accounts',
    as_of: '2020-08-31',
    flagged_for_review: false,
    value: {
      accounts_type: 'full',
      periods: [
        { figures: { turnover: { amount: '105758329', currency: 'GBP' } } },
        { period: { end: '2019-08-31' } },
      ],
      document: { made_up_to: '2020-08-31', filed_on: '2020-12-01', read_by: 'ixbrl' },
    },
    detail: { freshness: LIVE },
  });
  expect(financials(READ)).not.toHaveProperty('confidence');
});

it('waits for the list, then for the document, then for its pages where these are asked for', () => {
  expect(financials({})).toEqual({ status: 'pending' });
  expect(financials({ [LIST]: NEWEST })).toEqual({ status: 'pending' });
  const pdfOnly = { [LIST]: NEWEST, [DOCUMENT]: unread('pdf_only') };
  expect(financials(pdfOnly)).toMatchObject({ reason: 'accounts_not_machine_readable' });
  expect(financials(pdfOnly, { pdf: true })).toEqual({ status: 'pending' });
});

describe('what is kept from an earlier request', () => {
  const kept: Kept = {
    [LIST]: list([filed('2020-08-31', 'doc-2020')], EARLIER),
    [DOCUMENT]: facts(MAZARS, EARLIER),
  };

  it('is served as what it is, also where the register is not asked any more', () => {
    for (const off of [false, true])
      expect(financials(kept, { off })).toMatchObject({ source: 'cache', detail: { freshness: EARLIER } });
  });

  const newer = { ...COMPANY, 'Accounts.LastMadeUpDate': '31/08/2021' };

  it('is not served once newer accounts are known to be filed', () => {
    expect(financials(kept, { row: newer })).toEqual({ status: 'pending' });
    expect(financials(kept, { row: newer, off: true })).toMatchObject({
      reason: 'no_accounts_reading_on_file',
    });
    const again = { ...kept, [`${LIST}/2021-08-31`]: list([filed('2021-08-31', 'doc-2021')], EARLIER) };
    expect(financials(again, { row: newer, off: true })).toMatchObject({
      reason: 'no_accounts_reading_on_file',
    });
  });

  it('is served where the register has answered since that it has none newer', () => {
    const same = list([filed('2020-08-31', 'doc-2020')], LIVE);
    expect(financials({ ...kept, [LIST]: same }, { row: newer })).toMatchObject({ source: 'cache' });
  });
});

it('serves an amendment in the place of what it amends, and tells so', () => {
  const amended = filed('2020-08-31', 'doc-amended', {
    type: 'AAMD',
    date: '2021-01-05',
    description: 'accounts-amended-with-accounts-type-full',
  });
  const kept = {
    [LIST]: list([filed('2020-08-31', 'doc-2020'), amended]),
    '05380971/2020-08-31/doc-amended': facts(MAZARS),
  };
  expect(financials(kept)).toMatchObject({
    value: { document: { filed_on: '2021-01-05' } },
    detail: { evidence: [{ kind: 'amended_accounts', says_so: true, replaces: ['doc-2020'] }] },
  });
});

it('holds comparatives against the accounts of the year before that are on file', () => {
  expect(financials(READ, { held: [madeUpTo(MAZARS, '2019-08-31')] })).toMatchObject({
    flagged_for_review: true,
    detail: { advisories: ['balance_sheet_breaks_from_adjacent_year'] },
  });
});

describe('what is read from pages', () => {
  const KEY = `${DOCUMENT}/pdf`;
  const of = (document: ReadReading<'document'>): Kept => ({
    [LIST]: NEWEST,
    [DOCUMENT]: unread('pdf_only'),
    [KEY]: document,
  });

  it.each([
    ['pdf_text', 0.95, false],
    ['pdf_text', 0.89, true],
    ['ocr', 0.85, true],
  ] as const)('says how and how surely, and is flagged below 0.9: %s %d', (read_by, confidence, flagged) => {
    for (const answer of [
      financials(of(pages(MAZARS, confidence, read_by)), { pdf: true }),
      employees(of(pages(MAZARS, confidence, read_by)), { pdf: true }),
    ])
      expect(answer).toMatchObject({
        status: 'available',
        confidence,
        flagged_for_review: flagged,
        value: { document: { read_by } },
        detail: { pdf_reading: read_by, unconfirmed_figures: ['turnover'] },
      });
  });

  it('is not served below the confidence that the client asks for', () => {
    expect(financials(of(pages(MAZARS, 0.4, 'ocr')), { pdf: true })).toMatchObject({
      status: 'not_found',
      reason: 'not_confirmed',
      detail: { confidence: 0.4 },
    });
  });

  it.each([
    ['encrypted', 'accounts_read_failed', { document: { why: 'encrypted' } }],
    ['too_costly', 'accounts_read_failed', { document: { why: 'too_costly' } }],
  ] as const)('may be %s: %s', (why, reason, detail) => {
    for (const answer of [
      financials(of(unread(why)), { pdf: true }),
      employees(of(unread(why)), { pdf: true }),
    ])
      expect(answer).toMatchObject({ status: 'not_found', reason, detail });
  });

  it('names the company that the document names in the place of this one', () => {
    const other = unread('other_company', completeCompanyNumber('14033910') ?? undefined);
    expect(financials({ [LIST]: NEWEST, [DOCUMENT]: other })).toMatchObject({
      reason: 'accounts_read_failed',
      detail: { document: { why: 'other_company' }, other_company: '14033910' },
    });
  });

  it('may be pictures, where nothing is installed that could read them', () => {
    const pictures = { status: 'not_read', reason: 'accounts_not_machine_readable' } as const;
    const fetched = { ...of(pages(MAZARS, 1)), [KEY]: pictures } as unknown as Kept;
    expect(financials(fetched, { pdf: true })).toMatchObject({
      reason: 'accounts_not_machine_readable',
      detail: { pdf_reading: 'text_only' },
    });
  });
});

describe('answers why there is nothing', () => {
  const never: RowOverrides = { ...COMPANY, 'Accounts.LastMadeUpDate': '' };
  const none = { [LIST]: list([CHANGE]) };
  const due = { ...never, 'Accounts.NextDueDate': '31/05/2027' };
  const silent = { ...MAZARS, periods: [], employees: { now: null, before: null } };
  const dormantLlp = readSample('Prod223_3384_OC437536_20220531.html');

  it.each([
    ['nothing is due yet', due, none, 'first_accounts_not_yet_due'],
    ['nothing was filed, though due', never, none, 'accounts_overdue'],
    ['nothing is ever filed', { ...never, 'Accounts.NextDueDate': '' }, none, 'no_accounts_filed'],
    ['what was filed is not listed', COMPANY, none, 'accounts_read_failed'],
    [
      'the document is not there yet',
      COMPANY,
      { [LIST]: list([filed('2020-08-31', null)]) },
      'accounts_read_failed',
    ],
    [
      'it breaks while it is read',
      COMPANY,
      { [LIST]: NEWEST, [DOCUMENT]: unread('truncated') },
      'accounts_read_failed',
    ],
    [
      'it states no figure',
      COMPANY,
      { [LIST]: NEWEST, [DOCUMENT]: facts(silent) },
      'accounts_read_no_figures',
    ],
    ['it is dormant', COMPANY, { [LIST]: NEWEST, [DOCUMENT]: facts(dormantLlp) }, 'dormant_company'],
  ] as const)('%s', (_when, row, kept, reason) => {
    expect(financials(kept as Kept, { row })).toMatchObject({ status: 'not_found', reason });
  });

  it('the register is not asked here', () => {
    expect(financials({}, { off: true })).toEqual({ status: 'not_found', reason: 'not_available_yet' });
    expect(financials({ [LIST]: NEWEST }, { off: true })).toEqual({
      status: 'not_found',
      reason: 'no_accounts_reading_on_file',
    });
  });

  it('a body that is registered elsewhere files no accounts there', () => {
    expect(
      financials({}, { row: { ...never, CompanyNumber: 'RC000001', 'Accounts.NextDueDate': '' } }),
    ).toMatchObject({
      status: 'not_found',
      reason: 'no_accounts_filed',
      source: 'company_register',
      as_of: '2021-06-01',
    });
  });
});
