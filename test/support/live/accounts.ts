/** Live accounts blocks over readings as the register's list and a document would bring them. */
import { heldRecords, readSample } from '../accounts-records.js';
import { record, type RowOverrides } from '../basic-company-data.js';
import { aFact, runBlock } from '../run-block.js';
import type {
  AccountsReading,
  UnreadWhy,
} from '../../../packages/enrichment/src/filed-accounts/accounts-reading.js';
import type { ReadAccounts } from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';
import type {
  ReadingFreshness,
  ReadingKind,
  ReadReading,
} from '../../../packages/enrichment/src/live/readings/readings.js';
import type { CompanyNumber } from '../../../packages/words/src/company-number.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import type { BlockEnvelope } from '../../../packages/enrichment/src/blocks/runner/envelope.js';
import employeesLive from '../../../packages/enrichment/src/blocks/accounts/employees-live.block.js';
import financialsLive from '../../../packages/enrichment/src/blocks/accounts/financials-live.block.js';

export const LIVE: ReadingFreshness = { checked_live: true, checked_at: '2026-11-22T10:00:00.000Z' };
export const EARLIER: ReadingFreshness = { checked_live: false, checked_at: '2026-11-01T10:00:00.000Z' };
export const MAZARS = readSample('Prod223_2911_05380971_20200831.html');
export const COMPANY: RowOverrides = {
  CompanyNumber: '05380971',
  'Accounts.LastMadeUpDate': '31/08/2020',
  'Accounts.NextDueDate': '31/05/2022',
};
export const LIST = '05380971/accounts-filings';
export const DOCUMENT = '05380971/2020-08-31/doc-2020';

export type Kept = Record<string, ReadReading<ReadingKind>>;

export const filed = (day: string, id: string | null, more: object = {}) => ({
  transaction_id: `T${day}${id}`,
  type: 'AA',
  category: 'accounts',
  date: `${day.slice(0, 4)}-12-01`,
  description: 'accounts-with-accounts-type-full',
  description_values: { made_up_date: day },
  links: id === null ? {} : { document_metadata: `https://documents.example/document/${id}` },
  ...more,
});
export const CHANGE = filed('2021-02-28', 'AA01', {
  type: 'AA01',
  description: 'change-account-reference-date-company',
});

export const list = (items: readonly object[], checked = LIVE): ReadReading<'register_answer'> => ({
  status: 'read',
  reading: { fetched_on: checked.checked_at.slice(0, 10), answers: [{ items }] },
  checked,
});
const FETCHED = { fetched_on: '2026-11-22' };
const read = (reading: AccountsReading, checked = LIVE): ReadReading<'document'> => ({
  status: 'read',
  reading,
  checked,
});
export const facts = (accounts: ReadAccounts, checked = LIVE) =>
  read({ ...FETCHED, status: 'read', read_by: 'ixbrl', record: accounts }, checked);
export const pages = (accounts: ReadAccounts, confidence: number, read_by: 'pdf_text' | 'ocr' = 'pdf_text') =>
  read({
    ...FETCHED,
    status: 'read',
    read_by,
    confidence,
    headcount_confidence: confidence,
    unconfirmed: ['turnover'],
    record: accounts,
  });
export const unread = (why: UnreadWhy, other_company?: CompanyNumber) =>
  read({ ...FETCHED, status: 'unread', why, ...(other_company !== undefined && { other_company }) });

export interface Asking {
  readonly row?: RowOverrides;
  readonly pdf?: boolean;
  /** Left out: the register is asked. */
  readonly off?: boolean;
  readonly held?: readonly ReadAccounts[];
}

function asked(
  block: typeof financialsLive | typeof employeesLive,
  kept: Kept,
  asking: Asking = {},
): BlockEnvelope {
  const { row = COMPANY, pdf = false, off = false, held = [] } = asking;
  const given = held.length === 0 ? {} : { accounts: aFact(heldRecords(...held), '2026-01-31', true) };
  return runBlock(block, record(row), '2021-06-01', given, 0.5, kept, {
    fetching: () => (off ? 'not_available_yet' : null),
    options: grantOptions({ read_accounts_pdf: pdf }, 'resolve'),
  });
}
export const financials = (kept: Kept, asking?: Asking) => asked(financialsLive, kept, asking);
export const employees = (kept: Kept, asking?: Asking) => asked(employeesLive, kept, asking);

export const NEWEST = list([CHANGE, filed('2019-08-31', 'doc-2019'), filed('2020-08-31', 'doc-2020')]);
export const READ: Kept = { [LIST]: NEWEST, [DOCUMENT]: facts(MAZARS) };
