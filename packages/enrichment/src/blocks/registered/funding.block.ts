import { z } from 'zod';
import {
  filingsAndCases,
  heldCharges,
  heldFeed,
  heldFilings,
  inputsOf,
  itemsOf,
} from '../register-events/held-records.js';
import { defineBlock } from '../runner/define-block.js';
import { oldestOf } from '../runner/oldest-of.js';
import { OF_A_PART } from '../runner/served-lists.js';
import { capped, count, isoDate, money, text } from '../runner/value-types.js';
import {
  grantRounds,
  newestRoundFirst,
  round,
  securedLoans,
  shareIssues,
  totalsOf,
  type Round,
} from './funding-rounds.js';

/** Blocks 1.3. */
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
  const feeds = [heldFeed('grants_register', grants), heldFilings(filings), heldCharges(charges)].filter(
    (feed) => feed !== null,
  );
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
    const loaded = [grants, filings, charges].some((fact) => fact !== 'not_available_yet');
    // A part that lacks the company proves nothing: parts don't hold everybody.
    return { status: 'not_found', reason: loaded ? 'not_looked_up' : 'not_available_yet' };
  }
  const { source, as_of, freshness } = oldestFeed;
  return { status: 'not_found', reason: 'no_funding_on_record', source, as_of, freshness };
});
