/** Reads a filing of the register's history: its form, its day, and the values of its description. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { ReadItem, RegisterList } from '../kit/records/register-lines.js';
import { isoDayOf, objectsOf, partOf, textOf, type JsonObject } from '../kit/records/values.js';

/** A line of a statement of capital: the aggregate nominal value of all shares in a currency, as printed. */
export interface StatedCapital {
  readonly figure: string;
  /** ISO 4217. */
  readonly currency: string;
}

export interface FilingRecord {
  readonly record: 'filing';
  /** The day on which the register processed the filing. */
  readonly date: IsoDate;
  /** The day on which the filed change took effect; null if the filing doesn't state it. */
  readonly action_date: IsoDate | null;
  /** The form: `CS01`, `GAZ1`. */
  readonly form: string | null;
  /** The register's key of the category: `accounts`, `insolvency`. */
  readonly category: string | null;
  /** The register's key of the description. Resolutions that are filed together have the first one's. */
  readonly description: string | null;
  /** The values for the placeholders of the description. */
  readonly values: Readonly<Record<string, string>>;
  readonly capital: readonly StatedCapital[];
}

const VALUE_CHARACTERS = 200;
const MAX_VALUES = 12;
const MAX_CAPITAL = 10;
/** The keys of free text with names and addresses of persons, which isn't stored. */
const PERSONAL: ReadonlySet<string> = new Set([
  'officer_address',
  'representative_details',
  'change_details',
  'change_address',
]);

function valuesOf(described: JsonObject): Record<string, string> {
  const values = Object.entries(described).flatMap(([field, value]) => {
    const text = PERSONAL.has(field) ? null : textOf(value, VALUE_CHARACTERS);
    return text === null ? [] : [[field, text] as const];
  });
  return Object.fromEntries(values.slice(0, MAX_VALUES));
}

function capitalOf({ capital }: JsonObject): StatedCapital[] {
  const lines = objectsOf(capital).slice(0, MAX_CAPITAL);
  return lines.flatMap((line) => {
    const [figure, currency] = [textOf(line['figure'], 40), textOf(line['currency'], 3)];
    return figure === null || currency === null ? [] : [{ figure, currency }];
  });
}

/** The part of the filing with a description: the first of several resolutions, else the filing itself. */
function describedPart(item: JsonObject): JsonObject {
  const [first] = objectsOf(item['resolutions']);
  return item['description'] === 'resolution' && textOf(first?.['description']) !== null
    ? (first ?? item)
    : item;
}

/** The register's id of the filing; without an id, a text of its content. */
function idOf(item: JsonObject, { date, form, description, values }: FilingRecord): string {
  const self = textOf(partOf(item['links'])['self']) ?? '';
  const id = textOf(item['transaction_id']) ?? self.split('/').at(-1);
  return id || [date, form, description, ...Object.values(values)].join(' ');
}

/** @throws UnreadableRecord */
function readFiling(item: JsonObject): (ReadItem & { readonly data: FilingRecord }) | null {
  // An event that deletes a filing may have nothing but its id.
  if (Object.keys(item).length === 0) return null;
  const date = isoDayOf(item['date']);
  if (date === null) throw new UnreadableRecord('the filing has no date');
  const described = describedPart(item);
  const filled = partOf(described['description_values']);
  const data: FilingRecord = {
    record: 'filing',
    date,
    action_date: isoDayOf(item['action_date']),
    form: textOf(item['type'], 40),
    category: textOf(item['category'], 100),
    description: textOf(described['description'], 250),
    values: valuesOf(filled),
    capital: capitalOf(filled),
  };
  return { key: idOf(item, data), data };
}

/** The filings as the register lists them: `GET /company/{number}/filing-history`, and the filings stream. */
export const FILINGS = {
  list: 'filing-history',
  resource: 'filing-history',
  events: ['filing-history'],
  items: 'items',
  read: readFiling,
} as const satisfies RegisterList;
