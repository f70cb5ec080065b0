/** A record as it is checked by eye: figures without the facts that stand for them. */
import type { FiledRecord } from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import type {
  Headcount,
  ReadAccounts,
} from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';

const people = (headcount: Headcount | null): string | null =>
  headcount === null ? null : `${headcount.employees ?? 'withheld'} ${headcount.scope}`;

const readRecord = ({ periods, employees, document, status: _status, ...about }: ReadAccounts) => ({
  made_up_to: document.made_up_to,
  taxonomy: document.taxonomy,
  ...about,
  employees: [people(employees.now), people(employees.before)],
  periods: periods.map(({ start, end, figures, withheld }) => ({
    period: `${start ?? '?'} to ${end}`,
    figures: Object.fromEntries(
      Object.entries(figures).map(([field, { amount, currency, from }]) => [
        field,
        `${amount} ${currency}${from === undefined ? '' : ` from ${from.join(', ')}`}`,
      ]),
    ),
    withheld: Object.fromEntries(withheld.map(({ field, reason }) => [field, reason])),
  })),
});

/** Plain JSON, in the order of the page. */
export const goldenOf = ({ number, record }: FiledRecord) =>
  record.status === 'unreadable'
    ? { number, made_up_to: record.document.made_up_to, unreadable: record.why }
    : { number, ...readRecord(record) };
