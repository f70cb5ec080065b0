/** The newest accounts at the register, read live: the same documents, served by the register. */
import { advisory, reason, withheld, type Area } from '../cell.js';
import { registerFetchers, type RegisterTable } from '../asked-register.js';
import { madeAccounts } from '../made-accounts.js';
import { PAGES_END, recognisedPages } from '../made-pages.js';
import { ACCOUNTS_CASES, ACCOUNTS_DOCUMENTS, ACCOUNTS_ROWS, numberOf } from './accounts.js';
import { companiesFile } from '../published.js';

const filing = (id: string, made_up_to: string): object => ({
  transaction_id: `T${id}`,
  type: 'AA',
  category: 'accounts',
  date: '2024-06-20',
  description: 'accounts-with-accounts-type-full',
  description_values: { made_up_date: made_up_to },
  links: { document_metadata: `https://documents.example/document/${id}` },
});
const listOf = (number: string, items: readonly object[]): Record<string, object> => ({
  [`/company/${number}/filing-history`]: { items, total_count: items.length },
});
const mediaType = (document: string | Uint8Array): string =>
  Buffer.from(document).subarray(0, 4).toString() === '%PDF' ? 'application/pdf' : 'application/xhtml+xml';

const [PICTURES, RECOGNISER_DOWN, CUT_OFF, SILENT, DOWN, BUSY] = [
  '41000001',
  '41000002',
  '41000003',
  '41000004',
  '41000005',
  '41000006',
];
const MORE = [PICTURES, RECOGNISER_DOWN, CUT_OFF, SILENT, DOWN, BUSY];
const END = '2023-12-31';
const WHOLE = madeAccounts({ end: END, now: { CurrentAssets: 9_000, NetAssetsLiabilities: 5_000 } });
const PDF = { 'application/pdf': '%PDF-1.7 made to measure' };

/** Of each case the newest document. */
const newestOf = (documents: Readonly<Record<string, string | Uint8Array>> = {}) =>
  Object.entries(documents).sort(([a], [b]) => (a < b ? 1 : -1))[0];

const OF_CASES = ACCOUNTS_CASES.map(([name, { documents }]) => ({
  name,
  number: numberOf(name),
  newest: newestOf(documents),
}));

const REGISTER: RegisterTable = {
  bodies: {
    ...Object.fromEntries(
      OF_CASES.flatMap(({ name, number, newest }) =>
        Object.entries(listOf(number, newest === undefined ? [] : [filing(`doc-${name}`, newest[0])])),
      ),
    ),
    ...listOf(PICTURES, [filing('pictures', PAGES_END)]),
    ...listOf(RECOGNISER_DOWN, [filing('unrecognised', PAGES_END)]),
    ...listOf(CUT_OFF, [filing('cut-off', END)]),
    ...listOf(SILENT, [filing('silent', END)]),
  },
  documents: {
    ...Object.fromEntries(
      OF_CASES.flatMap(({ name, newest }) =>
        newest === undefined ? [] : [[`doc-${name}`, { [mediaType(newest[1])]: newest[1] }]],
      ),
    ),
    pictures: PDF,
    unrecognised: PDF,
    'cut-off': { 'application/xhtml+xml': WHOLE.slice(0, WHOLE.length / 2) },
    silent: { 'application/xhtml+xml': madeAccounts({ end: END, now: {} }) },
  },
  pages: { pictures: recognisedPages('pictures'), unrecognised: { why: 'recogniser_failed' } },
  down: [DOWN],
  busy: [BUSY],
};

const ROWS = companiesFile([
  ...ACCOUNTS_ROWS,
  ...MORE.map((CompanyNumber) => ({ CompanyNumber, CompanyName: `LIVE ${CompanyNumber} LIMITED` })),
]);
const LIVE = ['financials_live', 'employees_live'] as const;
const readingPdf = (company_number: string, min_confidence = 0.5) => ({
  row: { company_number },
  options: { read_accounts_pdf: true, min_confidence },
});

export const liveAccounts: Area = {
  name: 'accounts read live',
  data: 'lists of filings and documents as the register answers them, real and made; accounts of the years before',
  world: () => ({ loaded: [ROWS, ACCOUNTS_DOCUMENTS], fetchers: registerFetchers(REGISTER) }),
  cells: [
    ...reason(LIVE, 'first_accounts_not_yet_due', 'none are listed and none are due yet', numberOf('young')),
    ...reason(LIVE, 'accounts_overdue', 'none are listed, though due', numberOf('late')),
    ...reason(LIVE, 'no_accounts_filed', 'none are listed and none are due', numberOf('never')),
    ...reason(LIVE, 'accounts_not_machine_readable', 'PDF is not asked for', numberOf('pdf')),
    ...reason(LIVE, 'accounts_ocr_unavailable', 'the recogniser fails', readingPdf(RECOGNISER_DOWN)),
    ...reason(LIVE, 'accounts_read_failed', 'the document is cut off', CUT_OFF),
    ...reason(LIVE, 'source_busy', 'the register has no room', BUSY),
    ...reason(LIVE, 'register_unavailable', 'the register does not answer', DOWN),
    ...reason(LIVE, 'not_confirmed', 'pictures are read less surely than asked', readingPdf(PICTURES, 0.99)),
    ...reason('financials_live', 'accounts_read_no_figures', 'the document states none', SILENT),
    ...reason(
      'financials_live',
      'dormant_company',
      'dormant accounts state no figure',
      numberOf('dormantWithoutFigures'),
    ),
    ...reason(
      'employees_live',
      'no_headcount_in_accounts_reading',
      'the document states none',
      numberOf('withoutPeople'),
    ),
    ...reason(
      'employees_live',
      'filed_value_implausible',
      'it files two hundredths of a person',
      numberOf('fractionOfPeople'),
    ),
    ...advisory(LIVE, 'dormant_company', 'dormant accounts state some', numberOf('dormant')),
    ...advisory(
      'financials_live',
      'accounts_made_up_date_off_reference_date',
      'the first period has five months',
      numberOf('shortFirstYear'),
    ),
    ...advisory(
      'financials_live',
      'balance_sheet_breaks_from_adjacent_year',
      'comparatives are not what was filed the year before',
      numberOf('restated'),
    ),
    ...withheld(
      'financials_live',
      'filed_value_implausible',
      'the page and its sums contradict figures',
      numberOf('contradicted'),
    ),
    ...withheld('financials_live', 'bank_income_line_unconfirmed', 'it is a bank', numberOf('bank')),
    ...withheld('financials_live', 'bank_profit_line_unconfirmed', 'it is a bank', numberOf('bank')),
    ...withheld(
      'financials_live',
      'share_capital_as_equity',
      'shares are the only equity that is stated',
      numberOf('sharesAlone'),
    ),
    ...withheld(
      'financials_live',
      'equity_implausible_against_balance_sheet',
      'net assets are not what assets leave over',
      numberOf('unbalanced'),
    ),
  ],
};

/** What an earlier request kept of the list; the document was never read. */
const LISTED = new Map([
  [
    `register_answer ${PICTURES}/accounts-filings`,
    {
      status: 'read' as const,
      reading: { fetched_on: '2024-06-21', answers: [{ items: [filing('pictures', PAGES_END)] }] },
      checked: { checked_live: false, checked_at: '2024-06-21T09:00:00.000Z' },
    },
  ],
]);

export const registerOff: Area = {
  name: 'a deployment that does not ask the register',
  data: 'the register file, and a list of filings kept from an earlier request',
  world: () => ({
    loaded: [ROWS],
    kept: {
      find: async (names) =>
        new Map(
          names.flatMap(({ kind, key }) => {
            const kept = LISTED.get(`${kind} ${key}`);
            return kept === undefined ? [] : [[`${kind} ${key}`, kept] as const];
          }),
        ),
      keep: async () => undefined,
    },
  }),
  cells: reason(LIVE, 'no_accounts_reading_on_file', 'no document was read before', PICTURES),
};
