/** Makes the value of the charges block. It counts the items, and never takes the register's counts. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { cutLists, newestDayFirst } from '../runner/served-lists.js';

/** Blocks 1.3. */
const MAX_SERVED = 300;
const MAX_HOLDERS = 100;
const SATISFIED: ReadonlySet<string | null> = new Set(['fully-satisfied', 'satisfied']);
/** Filings by which property leaves the charge. Also those by which receivers cease to act. */
const RELEASE = /^charge-(?:.*(?:release|cease)|(?:whole|part)-both)/;

const newest = (days: readonly (IsoDate | null)[]): IsoDate | null =>
  days.reduce((latest, day) => ((day ?? '') > (latest ?? '') ? day : latest), null);

/** Newest first, then the company's own count. */
const inOrder = (a: ChargeRecord, b: ChargeRecord): number =>
  newestDayFirst(a.created_on, b.created_on) || (b.charge_number ?? 0) - (a.charge_number ?? 0);

const served = (charge: ChargeRecord) => ({
  charge_code: charge.charge_code,
  status: charge.status ?? '',
  created_on: charge.created_on,
  registered_on: charge.delivered_on,
  persons_entitled: [...charge.persons_entitled],
  particulars: charge.particulars,
  contains: [...charge.contains],
  satisfied_on: charge.satisfied_on,
});

const holdersOf = (charges: readonly ChargeRecord[]): string[] => [
  ...new Set(charges.flatMap(({ persons_entitled }) => persons_entitled)),
];

/** Evidence beside the value: numbers of charges without a code, and releases without a satisfaction. */
function evidenceOf(charges: readonly ChargeRecord[]): object[] {
  return charges.flatMap(({ charge_code, charge_number, created_on, satisfied_on, transactions }) => [
    ...(charge_code === null && charge_number !== null
      ? [{ kind: 'charge_number', charge_number, created_on }]
      : []),
    ...transactions.flatMap(({ filing_type, delivered_on }) =>
      satisfied_on === null && filing_type !== null && RELEASE.test(filing_type)
        ? [{ kind: 'release_without_satisfaction', charge_number, filing_type, delivered_on }]
        : [],
    ),
  ]);
}

/** @param charges at least one */
export function chargeList(charges: readonly ChargeRecord[]) {
  const ordered = [...charges].sort(inOrder);
  const satisfied = ordered.filter(({ status }) => SATISFIED.has(status));
  const outstanding = ordered.filter(({ status }) => !SATISFIED.has(status));
  const holders = holdersOf(outstanding);
  const past_holders = holdersOf(satisfied).filter((name) => !holders.includes(name));
  const evidence = evidenceOf(ordered).slice(0, MAX_SERVED);
  const lists = {
    ...cutLists({ charges: outstanding.length, satisfied_charges: satisfied.length }, MAX_SERVED).lists,
    ...cutLists({ holders: holders.length, past_holders: past_holders.length }, MAX_HOLDERS).lists,
  };
  return {
    value: {
      outstanding_count: outstanding.length,
      satisfied_count: satisfied.length,
      total_count: ordered.length,
      holders: holders.slice(0, MAX_HOLDERS),
      charges: outstanding.slice(0, MAX_SERVED).map(served),
      satisfied_charges: satisfied.slice(0, MAX_SERVED).map(served),
      past_holders: past_holders.slice(0, MAX_HOLDERS),
      latest_created_on: newest(ordered.map(({ created_on }) => created_on)),
      latest_satisfied_on: newest(satisfied.map(({ satisfied_on }) => satisfied_on)),
    },
    detail: {
      ...(evidence.length > 0 && { evidence }),
      ...(Object.keys(lists).length > 0 && { lists }),
    },
  };
}
