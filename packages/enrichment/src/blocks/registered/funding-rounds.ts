/** Makes dated facts about money given, raised or borrowed, from the records on file. Pure. */
import Big from 'big.js';
import { z } from 'zod';
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { GrantRecord } from '../../sources/grants/grant-record.js';
import { textOf } from '../../sources/kit/records/values.js';
import { filingEvents } from '../register-events/filing-events.js';
import type { NamedRecord } from '../register-events/register-event.js';
import type { BlockSource } from '../runner/envelope.js';
import { moneyOf, toldMoney } from '../runner/money.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';
import { confidence, isoDate, money, text } from '../runner/value-types.js';

export const round = z.strictObject({
  kind: z.enum(['grant', 'research_award', 'share_issue', 'secured_loan']),
  date: isoDate,
  amount: money.nullable().describe('Null where nobody publishes it, as for share issues and secured loans.'),
  funder: text.nullable(),
  title: text.nullable(),
  source: text,
  source_ref: text,
  confidence,
});
export type Round = z.output<typeof round> & { readonly source: BlockSource };

const TITLE_CHARACTERS = 200;
/** Confidence in a grant, which is joined by the company number that the funder gave. */
const GRANT = 0.95;
/** Confidence in a filed share issue. Shares may be given for something other than money. */
const SHARE_ISSUE = 0.9;
/** Confidence in a secured loan. Nearly all charges secure a loan; some secure rent, or another's debt. */
const SECURED_LOAN = 0.8;

const ALLOTMENT = 'SH01';
/** Words of the register that name a debt of money lent; "a registered charge" names none. */
const LOAN =
  /\b(?:loans?|mortgages?|debentures?|facilit(?:y|ies)|advances?|overdrafts?|lenders?|borrow(?:er|ers|ings?))\b/i;
/** Words for a tenant's security, which is no loan. */
const NO_LOAN = /\brent\b|\blease\b|\bdeposit\b/i;

export const grantRounds = (grants: readonly NamedRecord<GrantRecord>[]): Round[] =>
  grants.map(({ key, data }) => ({
    kind: 'grant',
    date: data.awarded_on,
    amount: toldMoney(data.amount, data.currency),
    funder: data.funder,
    title: data.title,
    source: 'grants_register',
    source_ref: key,
    confidence: GRANT,
  }));

/** Share issues without an amount: a filing states the capital after the allotment, and no price. */
export const shareIssues = (filings: readonly NamedRecord<FilingRecord>[]): Round[] =>
  filingEvents(filings.filter(({ data }) => data.form === ALLOTMENT))
    .filter(({ type }) => type === 'capital_changed')
    .map(({ date, title, source, ref }) => ({
      kind: 'share_issue',
      date,
      amount: null,
      funder: null,
      title,
      source,
      source_ref: ref,
      confidence: SHARE_ISSUE,
    }));

const saysLoan = ({ classification, particulars }: ChargeRecord): boolean =>
  LOAN.test(`${classification ?? ''} ${particulars ?? ''}`) && !NO_LOAN.test(classification ?? '');

/** The lender's name without an address: in older charges a text with a number follows a comma. */
function nameAlone(entitled: string | null): string | null {
  const [name = '', ...rest] = entitled?.split(',') ?? [];
  return /\d/.test(rest.join()) ? name.trim() : entitled;
}

/** Loans by charges whose words call them security for a loan. A charge names no amount. */
export const securedLoans = (charges: readonly NamedRecord<ChargeRecord>[]): Round[] =>
  charges.flatMap(({ key, data }): Round[] => {
    const date = data.created_on ?? data.delivered_on;
    if (date === null || !saysLoan(data)) return [];
    return [
      {
        kind: 'secured_loan',
        date,
        amount: null,
        funder: nameAlone(data.persons_entitled[0] ?? null),
        title: textOf(data.classification, TITLE_CHARACTERS),
        source: 'company_register_charges',
        source_ref: data.charge_code ?? (data.charge_number === null ? key : String(data.charge_number)),
        confidence: SECURED_LOAN,
      },
    ];
  });

/** Newest first, then by the source's own name of it. */
export const newestRoundFirst = (a: Round, b: Round): number =>
  newestDayFirst(a.date, b.date) || ascending(a.kind, b.kind) || ascending(a.source_ref, b.source_ref);

/** A total for each kind and currency, without rounds of an unknown amount. */
export function totalsOf(rounds: readonly Pick<Round, 'kind' | 'amount'>[]) {
  const sums = new Map<string, { kind: string; currency: string; sum: Big; count: number }>();
  for (const { kind, amount } of rounds) {
    if (amount === null) continue;
    const { currency } = amount;
    const name = `${kind} ${currency}`;
    const { sum, count } = sums.get(name) ?? { sum: new Big(0), count: 0 };
    sums.set(name, { kind, currency, sum: sum.plus(amount.amount), count: count + 1 });
  }
  return [...sums]
    .sort(([a], [b]) => ascending(a, b))
    .map(([, { kind, currency, sum, count }]) => ({ kind, amount: moneyOf(sum, currency), count }));
}
