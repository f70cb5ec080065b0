/** Reads the newest accounts at the register: its list of filings, then the document (Blocks 4.21). */
import type { AccountsReading } from '../../filed-accounts/accounts-reading.js';
import type { ReadingFreshness, ReadingState, ReadReading } from '../../live/readings/readings.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';
import { FILINGS } from '../../sources/filings/filing-record.js';
import { liveItems } from '../../sources/kit/records/live-answer.js';
import type { ReadItem } from '../../sources/kit/records/register-lines.js';
import { isObject, isoDayOf, textOf, type JsonObject } from '../../sources/kit/records/values.js';
import { isRegisteredElsewhere } from '../../sources/companies/filing-habits.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { Freshness } from '../runner/envelope.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';
import { isAccounts, knownMadeUpTo, reasonNeverFiled, type FilingFacts } from './accounts-filed.js';
import { LIVE_NOT_READ } from './accounts-values.js';

interface AccountsFiling {
  readonly made_up_to: IsoDate;
  readonly filed_on: IsoDate;
  /** The document's id at the register; null: it has none yet. */
  readonly document_id: string | null;
  /** The register's name of the type, such as `micro-entity`; null: not stated. */
  readonly accounts_type: string | null;
  readonly amended: boolean;
}

interface FilingItem extends ReadItem {
  readonly filing: AccountsFiling;
}

function readAccountsFiling(item: JsonObject): FilingItem | null {
  const filed = FILINGS.read(item);
  if (filed === null || !isAccounts(filed.data)) return null;
  const { date, values, description, form } = filed.data;
  const made_up_to = isoDayOf(values['made_up_date']);
  if (made_up_to === null) return null;
  const metadata = isObject(item['links']) ? textOf(item['links']['document_metadata']) : null;
  const filing = {
    made_up_to,
    filed_on: date,
    document_id: /\/([\w-]{1,200})$/.exec(metadata ?? '')?.[1] ?? null,
    accounts_type: /-accounts-type-([a-z-]{1,60})$/.exec(description ?? '')?.[1] ?? null,
    amended: form === 'AAMD' || description?.startsWith('accounts-amended') === true,
  };
  return { key: filed.key, data: filed.data, filing };
}

/** The newest accounts, and the ids of the earlier documents that are made up to the same day. */
export interface NewestAccounts extends AccountsFiling {
  readonly replaces: readonly string[];
}

/** The newest accounts in the register's list; null: it lists none. */
function newestAccounts(
  { reading }: ReadReading<'register_answer'>,
  company: CompanyNumber,
): NewestAccounts | null {
  const filings = liveItems({ items: 'items', read: readAccountsFiling }, reading.answers, company)
    .sort(
      (a, b) =>
        newestDayFirst(a.filing.made_up_to, b.filing.made_up_to) ||
        newestDayFirst(a.filing.filed_on, b.filing.filed_on) ||
        ascending(a.key, b.key),
    )
    .map(({ filing }) => filing);
  const [newest, ...others] = filings;
  if (newest === undefined) return null;
  const earlier = others.filter(({ made_up_to }) => made_up_to === newest.made_up_to);
  return { ...newest, replaces: earlier.flatMap(({ document_id }) => document_id ?? []) };
}

type ReadAccountsReading = Extract<AccountsReading, { status: 'read' }>;
type UnreadReading = Extract<AccountsReading, { status: 'unread' }>;
type NotReadReason = (typeof LIVE_NOT_READ)[number];

/** The source and time of an answer. An answer from an earlier request has the source `cache`. */
interface Provenance {
  readonly source: 'company_register_accounts' | 'cache';
  readonly freshness: ReadingFreshness;
}

export interface LiveAccounts extends Provenance {
  readonly status: 'read';
  readonly reading: ReadAccountsReading;
  readonly filing: NewestAccounts;
}

interface NoLiveAccounts {
  readonly source?: Provenance['source'] | 'company_register';
  readonly freshness?: Freshness;
  readonly status: 'not_found';
  readonly reason: NotReadReason | 'not_available_yet';
  readonly as_of?: IsoDate;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface LiveFacts extends FilingFacts {
  readonly readings: {
    readonly register_answer: (key: string) => ReadingState<'register_answer'>;
    readonly document: (key: string) => ReadingState<'document'>;
  };
  readonly options: { readonly read_accounts_pdf: boolean };
}

type LiveOutcome<T> = { readonly status: 'pending' } | NoLiveAccounts | T;

const PENDING = { status: 'pending' } as const;

const notRead = (reason: ReasonCode, otherReason: NoLiveAccounts['reason']): NoLiveAccounts => ({
  status: 'not_found',
  reason: LIVE_NOT_READ.find((code) => code === reason) ?? otherReason,
});

const provenanceOf = (checked: ReadingFreshness): Provenance => ({
  source: checked.checked_live ? 'company_register_accounts' : 'cache',
  freshness: checked,
});

interface Listed {
  readonly status: 'listed';
  readonly list: ReadReading<'register_answer'>;
  readonly newest: NewestAccounts | null;
}

function listOutcome(state: ReadingState<'register_answer'>, company: CompanyRecord): LiveOutcome<Listed> {
  if (state.status === 'wanted') return PENDING;
  if (state.status === 'not_read') return notRead(state.reason, 'not_available_yet');
  return { status: 'listed', list: state, newest: newestAccounts(state, company.number) };
}

/** Reads the register's list. Asks again if the editions know newer accounts than the cached list. */
function filingsOf(company: CompanyRecord, facts: LiveFacts): LiveOutcome<Listed> {
  const { readings } = facts;
  const key = `${company.number}/accounts-filings`;
  const first = listOutcome(readings.register_answer(key), company);
  if (first.status !== 'listed' || first.list.checked.checked_live) return first;
  const madeUpTo = knownMadeUpTo(facts);
  if (madeUpTo === null) return first;
  if ((first.newest?.made_up_to ?? '') >= madeUpTo) return first;
  const again = listOutcome(readings.register_answer(`${key}/${madeUpTo}`), company);
  return again.status === 'not_found' && again.reason === 'not_available_yet'
    ? { ...again, reason: 'no_accounts_reading_on_file' }
    : again;
}

/** Reads the document as data, or from its pages if it has no data and `read_accounts_pdf` is set. */
function documentOf(key: string, { readings, options }: LiveFacts): ReadingState<'document'> {
  const data = readings.document(key);
  const mayReadPages =
    options.read_accounts_pdf && data.status === 'read' && data.reading.status === 'unread';
  return mayReadPages && data.reading.why !== 'missing' ? readings.document(`${key}/pdf`) : data;
}

function whyUnread(
  { why, fetched_on, other_company }: UnreadReading,
  checked: ReadingFreshness,
  { made_up_to, filed_on, document_id }: NewestAccounts,
): NoLiveAccounts {
  return {
    status: 'not_found',
    reason: why === 'pdf_only' || why === 'pdf' ? 'accounts_not_machine_readable' : 'accounts_read_failed',
    ...provenanceOf(checked),
    as_of: fetched_on,
    detail: {
      document: { made_up_to, filed_on, document_id, why },
      ...(other_company !== undefined && { other_company }),
    },
  };
}

/** The answer for an unread document. Pages without text need text recognition (Blocks 3.3). */
const notReadDocument = (reason: ReasonCode): NoLiveAccounts => ({
  ...notRead(reason, 'no_accounts_reading_on_file'),
  ...(reason === 'accounts_not_machine_readable' && { detail: { pdf_reading: 'text_only' } }),
});

/** Combines the freshness of two readings: live only if both are, with the older time. */
const combinedFreshness = (a: ReadingFreshness, b: ReadingFreshness): ReadingFreshness => ({
  checked_live: a.checked_live && b.checked_live,
  checked_at: a.checked_at < b.checked_at ? a.checked_at : b.checked_at,
});

function noAccountsListed(company: CompanyRecord, { list: { reading, checked } }: Listed): NoLiveAccounts {
  const { fetched_on } = reading;
  const hasNeverFiled = company.accounts.last_made_up_on === null;
  return {
    status: 'not_found',
    reason: hasNeverFiled ? reasonNeverFiled(company, fetched_on) : 'accounts_read_failed',
    ...provenanceOf(checked),
    as_of: fetched_on,
  };
}

/** The newest accounts of the company, or the reason why they weren't read. */
export function liveAccounts(facts: LiveFacts): LiveOutcome<LiveAccounts> {
  const { record: company, as_of, freshness } = facts.company;
  if (company === null) return { status: 'not_found', reason: 'no_accounts_reading_on_file' };
  if (isRegisteredElsewhere(company.number)) {
    const reason = reasonNeverFiled(company, as_of);
    return { status: 'not_found', reason, source: 'company_register', as_of, freshness };
  }
  const filings = filingsOf(company, facts);
  if (filings.status !== 'listed') return filings;
  const { newest: filing, list } = filings;
  if (filing === null) return noAccountsListed(company, filings);
  const { document_id, made_up_to, filed_on } = filing;
  if (document_id === null) {
    const detail = { document: { made_up_to, filed_on, document_id, why: 'missing' } };
    const fetched = { ...provenanceOf(list.checked), as_of: list.reading.fetched_on };
    return { status: 'not_found', reason: 'accounts_read_failed', ...fetched, detail };
  }
  const document = documentOf(`${company.number}/${made_up_to}/${document_id}`, facts);
  if (document.status === 'wanted') return PENDING;
  if (document.status === 'not_read') return notReadDocument(document.reason);
  const { reading, checked } = document;
  if (reading.status === 'unread') return whyUnread(reading, checked, filing);
  return { status: 'read', reading, filing, ...provenanceOf(combinedFreshness(list.checked, checked)) };
}
