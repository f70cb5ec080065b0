import { z } from 'zod';
import Big from 'big.js';
import type { GrantRecord } from '../../sources/grants/grant-record.js';
import type { Item } from '../../sources/records/record.js';
import { defineBlock } from '../runner/define-block.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';
import { capped, confidence, count, isoDate, money, text } from '../runner/value-types.js';

/** Blocks 1.3. */
const MOST_SERVED = 100;
/** Joined by the company number that the funder gave. */
const CONFIDENCE = 0.95;

type Grant = Item<GrantRecord>;

/** Two decimals where there are pence, else none (Blocks 1.1); published amounts are binary fractions. */
function moneyOf(amount: Big, currency: string) {
  const rounded = amount.round(2);
  return { amount: rounded.eq(rounded.round(0)) ? rounded.toFixed(0) : rounded.toFixed(2), currency };
}

/** An amount of 0 is not told (Blocks 4.19). */
const amountOf = ({ amount, currency }: GrantRecord): { amount: Big; currency: string } | null =>
  amount === null || amount === 0 || currency === null
    ? null
    : { amount: new Big(amount).round(2), currency };

/** Newest first, then by the funder's own id. */
const newestFirst = (a: Grant, b: Grant): number =>
  newestDayFirst(a.data.awarded_on, b.data.awarded_on) || ascending(a.key, b.key);

/** One total a currency; a grant whose amount isn't told counts in none. */
function totalsOf(grants: readonly Grant[]) {
  const sums = new Map<string, { amount: Big; count: number }>();
  for (const { data } of grants) {
    const told = amountOf(data);
    if (told === null) continue;
    const sum = sums.get(told.currency) ?? { amount: new Big(0), count: 0 };
    sums.set(told.currency, { amount: sum.amount.plus(told.amount), count: sum.count + 1 });
  }
  return [...sums]
    .sort(([a], [b]) => ascending(a, b))
    .map(([currency, { amount, count: of }]) => ({
      kind: 'grant',
      amount: moneyOf(amount, currency),
      count: of,
    }));
}

function roundOf({ key, data }: Grant) {
  const told = amountOf(data);
  return {
    kind: 'grant' as const,
    date: data.awarded_on,
    amount: told === null ? null : moneyOf(told.amount, told.currency),
    funder: data.funder,
    title: data.title,
    source: 'grants_register',
    source_ref: key,
    confidence: CONFIDENCE,
  };
}

export default defineBlock({
  key: 'funding',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Published grants and awards, share issues and secured loans.',
  source: ['grants_register', 'company_register_filings', 'company_register_charges'],
  coverage:
    'Recipients of published grants and public awards; share issues and secured loans as dated facts.',
  needs: ['grants'],
  reasons: ['no_funding_on_record', 'enrichment_unavailable', 'not_confirmed'],
  lacks: 'Share issues and secured loans are not told: published grants alone.',
  value: z.strictObject({
    totals: z.array(z.strictObject({ kind: text, amount: money, count })).describe('One currency a total.'),
    rounds: capped(
      z.strictObject({
        kind: z.enum(['grant', 'research_award', 'share_issue', 'secured_loan']),
        date: isoDate,
        amount: money.nullable(),
        funder: text.nullable(),
        title: text.nullable(),
        source: text,
        source_ref: text,
        confidence,
      }),
    ),
    latest_on: isoDate,
  }),
})(({ grants: { record, as_of } }) => {
  const grants = [...(record?.items ?? [])].sort(newestFirst);
  const [newest] = grants;
  if (newest === undefined) {
    return { status: 'not_found', reason: 'no_funding_on_record', source: 'grants_register', as_of };
  }
  const latest_on = newest.data.awarded_on;
  const items = grants.slice(0, MOST_SERVED).map(roundOf);
  return {
    status: 'available',
    value: {
      totals: totalsOf(grants),
      rounds: { items, total: grants.length, truncated: grants.length > items.length },
      latest_on,
    },
    source: 'grants_register',
    as_of: latest_on,
  };
});
