import { z } from 'zod';
import {
  filingsAndCases,
  heldCharges,
  singleRecordSource,
  heldFilings,
  inputsOf,
  itemsOf,
} from '../register-events/held-records.js';
import { defineBlock } from '../runner/define-block.js';
import { oldestOf } from '../runner/oldest-of.js';
import { OF_A_PART, ascending, newestDayFirst } from '../runner/served-lists.js';
import { capped, count, isoDate, money, text, confidence } from '../runner/value-types.js';
import Big from 'big.js';
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { GrantRecord } from '../../sources/grants/grant-record.js';
import { textOf } from '../../sources/kit/records/values.js';
import { filingEvents } from '../register-events/filing-events.js';
import type { NamedRecord } from '../register-events/register-event.js';
import type { BlockSource } from '../runner/envelope.js';
import { moneyOf, publishedMoney } from '../runner/money.js';

const round = z.strictObject({
  kind: z.enum(['grant', 'research_award', 'share_issue', 'secured_loan']),
  date: isoDate,
  amount: money.nullable().describe('Null where nobody publishes it, as for share issues and secured loans.'),
  funder: text.nullable(),
  title: text.nullable(),
  source: text,
  source_ref: text,
  confidence,
});
type Round = z.output<typeof round> & { readonly source: BlockSource };

const TITLE_CHARACTERS = 200;
/** Confidence in a grant, which is joined by the company number that the funder gave. */
const GRANT_CONFIDENCE = 0.95;
/** Confidence in a filed share issue. Shares may be given for something other than money. */
const SHARE_ISSUE_CONFIDENCE = 0.9;
/** Confidence in a secured loan. Nearly all charges secure a loan; some secure rent, or another's debt. */
const SECURED_LOAN_CONFIDENCE = 0.8;

const ALLOTMENT = 'SH01';
/** Words of the register that name a debt of money lent; "a registered charge" names none. */
const LOAN =
  /\b(?:loans?|mortgages?|debentures?|facilit(?:y|ies)|advances?|overdrafts?|lenders?|borrow(?:er|ers|ings?))\b/i;
/** Words for a tenant's security, which is no loan. */
const NO_LOAN = /\brent\b|\blease\b|\bdeposit\b/i;

const grantRounds = (grants: readonly NamedRecord<GrantRecord>[]): Round[] =>
  grants.map(({ key, data }) => ({
    kind: 'grant',
    date: data.awarded_on,
    amount: publishedMoney(data.amount, data.currency),
    funder: data.funder,
    title: data.title,
    source: 'grants_register',
    source_ref: key,
    confidence: GRANT_CONFIDENCE,
  }));

/** Share issues without an amount: a filing states the capital after the allotment, and no price. */
const shareIssues = (filings: readonly NamedRecord<FilingRecord>[]): Round[] =>
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
      confidence: SHARE_ISSUE_CONFIDENCE,
    }));

const saysLoan = ({ classification, particulars }: ChargeRecord): boolean =>
  LOAN.test(`${classification ?? ''} ${particulars ?? ''}`) && !NO_LOAN.test(classification ?? '');

/** The lender's name without an address: in older charges a text with a number follows a comma. */
function lenderName(entitled: string | null): string | null {
  const [name = '', ...rest] = entitled?.split(',') ?? [];
  return /\d/.test(rest.join()) ? name.trim() : entitled;
}

/** Secured loans: charges whose words name a loan. A charge names no amount. */
export const securedLoans = (charges: readonly NamedRecord<ChargeRecord>[]): Round[] =>
  charges.flatMap(({ key, data }): Round[] => {
    const date = data.created_on ?? data.delivered_on;
    if (date === null || !saysLoan(data)) return [];
    return [
      {
        kind: 'secured_loan',
        date,
        amount: null,
        funder: lenderName(data.persons_entitled[0] ?? null),
        title: textOf(data.classification, TITLE_CHARACTERS),
        source: 'company_register_charges',
        source_ref: data.charge_code ?? (data.charge_number === null ? key : String(data.charge_number)),
        confidence: SECURED_LOAN_CONFIDENCE,
      },
    ];
  });

const newestRoundFirst = (a: Round, b: Round): number =>
  newestDayFirst(a.date, b.date) || ascending(a.kind, b.kind) || ascending(a.source_ref, b.source_ref);

/** A total for each kind and currency, without rounds of an unknown amount. */
function totalsOf(rounds: readonly Pick<Round, 'kind' | 'amount'>[]) {
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

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;

/** Summarises the rounds, which are newest first and never empty. */
const summaryOf = (rounds: readonly Pick<Round, 'kind' | 'amount' | 'date'>[]) => ({
  totals: totalsOf(rounds),
  latest_on: rounds[0]?.date ?? '',
});

export default defineBlock({
  key: 'funding',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Published grants and awards, share issues and secured loans.',
  source: ['grants_register', 'company_register_filings', 'company_register_charges'],
  coverage:
    'Recipients of published grants and public awards; share issues and secured loans as dated facts.',
  needs: ['company'],
  uses: ['grants', 'filings', 'charges'],
  reasons: ['no_funding_on_record', 'not_looked_up', 'enrichment_unavailable', 'not_confirmed'],
  rated_list: { field: 'rounds', most: MAX_SERVED, retell: summaryOf },
  value: z.strictObject({
    totals: z
      .array(z.strictObject({ kind: text, amount: money, count }))
      .describe('One currency a total; of rounds whose amount is told.'),
    rounds: capped(round),
    latest_on: isoDate,
  }),
})(({ grants, filings, charges }) => {
  if ([grants, filings, charges].includes('source_unavailable'))
    return { status: 'not_found', reason: 'source_unavailable' };
  const feeds = [
    singleRecordSource('grants_register', grants),
    heldFilings(filings),
    heldCharges(charges),
  ].filter((feed) => feed !== null);
  const rounds = grantRounds(itemsOf(grants))
    .concat(shareIssues(filingsAndCases(filings).filings), securedLoans(itemsOf(charges)))
    .sort(newestRoundFirst);
  const [newest] = rounds;
  if (newest !== undefined) {
    const { source, date } = newest;
    const freshness = feeds.find((feed) => feed.source === source)?.freshness;
    const inputs = inputsOf('rounds', rounds, feeds).filter((input) => input.source !== source);
    const isPart = typeof grants !== 'string' && grants.part;
    const detail = { ...(isPart && OF_A_PART), ...(inputs.length > 0 && { inputs }) };
    return {
      status: 'available',
      value: {
        totals: totalsOf(rounds),
        rounds: { items: rounds, total: rounds.length, truncated: false },
        latest_on: date,
      },
      source,
      as_of: date,
      ...(freshness !== undefined && { freshness }),
      ...(isPart && { flagged_for_review: true }),
      ...(Object.keys(detail).length > 0 && { detail }),
    };
  }
  const oldestFeed = oldestOf(feeds.map((feed) => ({ ...feed, as_of: feed.complete_to })));
  if (oldestFeed === null) {
    const isLoaded = [grants, filings, charges].some((fact) => fact !== 'not_available_yet');
    // A partial edition without the company proves nothing, because it doesn't hold every company.
    return { status: 'not_found', reason: isLoaded ? 'not_looked_up' : 'not_available_yet' };
  }
  const { source, as_of, freshness } = oldestFeed;
  return { status: 'not_found', reason: 'no_funding_on_record', source, as_of, freshness };
});
