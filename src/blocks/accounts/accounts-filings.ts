/** The newest accounts of a company, as the register lists its filings of accounts now. */
import type { ReadReading } from '../../live/readings/readings.js';
import { FILINGS } from '../../sources/filings/filing-record.js';
import { liveItems } from '../../sources/kit/records/live-answer.js';
import type { ReadItem } from '../../sources/kit/records/register-lines.js';
import { isObject, isoDayOf, textOf, type JsonObject } from '../../sources/kit/records/values.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { CompanyNumber } from '../../shared/company-number.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';
import { isAccounts } from './accounts-filed.js';

export interface AccountsFiling {
  readonly made_up_to: IsoDate;
  readonly filed_on: IsoDate;
  /** Of the document at the register; null: it has none, or not yet. */
  readonly document_id: string | null;
  /** As the register calls them: `micro-entity`; null: it doesn't say. */
  readonly accounts_type: string | null;
  readonly amended: boolean;
}

interface FilingItem extends ReadItem {
  readonly filing: AccountsFiling;
}

function readAccountsFiling(item: JsonObject): FilingItem | null {
  const read = FILINGS.read(item);
  if (read === null || !isAccounts(read.data)) return null;
  const { date, values, description, form } = read.data;
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
  return { key: read.key, data: read.data, filing };
}

/** The newest, and the documents of the same day that it came after. */
export interface NewestAccounts extends AccountsFiling {
  readonly replaces: readonly string[];
}

/** Null: the register lists no accounts. */
export function newestAccounts(
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
