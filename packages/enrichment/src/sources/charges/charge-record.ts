/** Reads a charge (Companies Act 2006 Part 25) from the answers and stream events of the register's API. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { ReadItem, RegisterList } from '../kit/records/register-lines.js';
import {
  isoDayOf,
  objectsOf,
  partOf,
  textOf,
  wholeNumberOf,
  type JsonObject,
} from '../kit/records/values.js';

export interface ChargeTransaction {
  /** The register's key: `charge-satisfaction`, `charge-whole-release`. */
  readonly filing_type: string | null;
  readonly delivered_on: IsoDate | null;
  /** The register's id of the filing; null where it links to none. */
  readonly filing: string | null;
}

export interface ChargeRecord {
  /** The code of the charge; charges have one since April 2013. */
  readonly charge_code: string | null;
  /** The company's own count of its charges. */
  readonly charge_number: number | null;
  /** The status: outstanding, part-satisfied, satisfied or fully-satisfied. */
  readonly status: string | null;
  readonly created_on: IsoDate | null;
  readonly delivered_on: IsoDate | null;
  /** The day on which the company acquired the charged property; null: it created the charge itself. */
  readonly acquired_on?: IsoDate | null;
  readonly satisfied_on: IsoDate | null;
  readonly classification: string | null;
  /** The names as filed. */
  readonly persons_entitled: readonly string[];
  readonly more_than_four_persons_entitled: boolean;
  readonly particulars: string | null;
  /** The flags that are set, in the order of `FLAGS`. Older charges have only text. */
  readonly contains: readonly string[];
  readonly transactions: readonly ChargeTransaction[];
}

const FLAGS = [
  ['contains_fixed_charge', 'fixed_charge'],
  ['contains_floating_charge', 'floating_charge'],
  ['floating_charge_covers_all', 'floating_charge_covers_all'],
  ['contains_negative_pledge', 'negative_pledge'],
  ['chargor_acting_as_bare_trustee', 'chargor_acting_as_bare_trustee'],
] as const;

const PARTICULARS_CHARACTERS = 1_000;

/** The register's id of the charge: the end of its link, or the company's count if there is no link. */
function idOf({ links, charge_number }: JsonObject): string {
  const self = textOf(partOf(links)['self']) ?? '';
  const number = wholeNumberOf(charge_number);
  const id = self.split('/').at(-1) || (number === null ? '' : `number ${number}`);
  if (id === '') throw new UnreadableRecord('the charge has neither a link to itself nor a number');
  return id;
}

const filingOf = ({ links }: JsonObject): string | null =>
  textOf(partOf(links)['filing'])?.split('/').at(-1) ?? null;

const transactionsOf = (item: JsonObject): ChargeTransaction[] =>
  objectsOf(item['transactions']).map((transaction) => ({
    filing_type: textOf(transaction['filing_type']),
    delivered_on: isoDayOf(transaction['delivered_on']),
    filing: filingOf(transaction),
  }));

/** @throws UnreadableRecord */
function readCharge(item: JsonObject): ReadItem & { readonly data: ChargeRecord } {
  const particulars = partOf(item['particulars']);
  const data: ChargeRecord = {
    charge_code: textOf(item['charge_code']),
    charge_number: wholeNumberOf(item['charge_number']),
    status: textOf(item['status']),
    created_on: isoDayOf(item['created_on']),
    delivered_on: isoDayOf(item['delivered_on']),
    ...(isoDayOf(item['acquired_on']) !== null && { acquired_on: isoDayOf(item['acquired_on']) }),
    satisfied_on: isoDayOf(item['satisfied_on']),
    classification: textOf(partOf(item['classification'])['description']),
    persons_entitled: objectsOf(item['persons_entitled']).flatMap(({ name }) => textOf(name) ?? []),
    more_than_four_persons_entitled: item['more_than_four_persons_entitled'] === true,
    particulars: textOf(particulars['description'], PARTICULARS_CHARACTERS),
    contains: FLAGS.flatMap(([field, flag]) => (particulars[field] === true ? [flag] : [])),
    transactions: transactionsOf(item),
  };
  return { key: idOf(item), data };
}

/** The charges as the register lists them: `GET /company/{number}/charges`, and the charges stream. */
export const CHARGES = {
  list: 'charges',
  resource: 'charges',
  events: ['company-charges'],
  items: 'items',
  read: readCharge,
} as const satisfies RegisterList;
