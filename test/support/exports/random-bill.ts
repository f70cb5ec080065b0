/** Bills of three months at random: charges, adjustments, corrected prices, reversals, credits, rules. */
import * as fc from 'fast-check';
import { accountStream } from '../../../src/streams/account/account.events.js';
import { adjustmentsStream } from '../../../src/streams/adjustments/adjustments.events.js';
import type { AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import { adjust, reprice, reverse } from '../logs/adjusted.js';
import { ACCOUNT, aSubmission } from '../logs/job-builders.js';
import type { LogBuilder } from '../logs/log-builder.js';
import { BOTH, NO_INDUSTRY, type RowStory } from '../logs/row-stories.js';
import { NO_SCOPE } from '../../../src/streams/adjustments/adjustments.state.js';

const STORIES: readonly RowStory[] = [
  BOTH,
  NO_INDUSTRY,
  'not_matched',
  BOTH,
  { industry: { status: 'available' } },
];
/** Words that a spreadsheet or a reader of lines would misread. */
const NOTES = ['as agreed', '=1+1', '-2;@SUM(A1)', '+44, "by phone"', '"quoted", ; @A1', 'Café Zoë'] as const;

/** A day from 2026-01-01 on, counted from 0: three months have 90. */
const day = fc.nat(89);
const step = fc.oneof(
  fc.record({
    does: fc.constant('charge' as const),
    day,
    rows: fc.integer({ min: 1, max: 6 }),
    story: fc.nat(4),
  }),
  fc.record({ does: fc.constant('adjust' as const), day, job: fc.nat(5), row: fc.option(fc.nat(3)) }),
  fc.record({
    does: fc.constant('reprice' as const),
    day,
    job: fc.nat(5),
    price: fc.constantFrom('0.005', '1.25', '0'),
  }),
  fc.record({ does: fc.constant('reverse' as const), day, entry: fc.nat(5) }),
  fc.record({
    does: fc.constant('credit' as const),
    day,
    cents: fc.integer({ min: 1, max: 9999 }),
    note: fc.nat(5),
  }),
);

export const bill = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  /** Prices of one block, of both, or of none. */
  priced: fc.constantFrom('one', 'both', 'none'),
  rules: fc.boolean(),
  /** The first day with prices. */
  from: fc.constantFrom('2026-01-01', '2026-01-15', '2026-02-05'),
});
export type Bill = typeof bill extends fc.Arbitrary<infer T> ? T : never;

/** @param between runs once, after half of the steps: what follows may be late */
export async function writeBill(log: LogBuilder, plan: Bill, between: () => Promise<unknown>): Promise<void> {
  log.time = '2026-01-01T00:00:00.000Z';
  await log.openAccount();
  await agreePrices(log, plan);
  const jobs: ReturnType<typeof aSubmission>[] = [];
  const entries: AdjustmentId[] = [];
  const keep = (id: AdjustmentId | null): unknown => id !== null && entries.push(id);
  for (const [index, each] of plan.steps.entries()) {
    if (index === Math.floor(plan.steps.length / 2)) await between();
    log.time = new Date(Date.UTC(2026, 0, 1 + each.day, index)).toISOString();
    // Without a price in force the product refuses credits and corrected prices.
    const hasPrices = plan.priced !== 'none' && log.time >= plan.from;
    if (each.does === 'charge') {
      const job_id = `job_01JDXB8Z5N00000000000001${String(index).padStart(2, '0')}` as JobId;
      const job = aSubmission(each.rows, 3, { job_id });
      await log.run(job, (row) => STORIES[(row + each.story) % STORIES.length] ?? BOTH);
      jobs.push(job);
    } else if (each.does === 'credit') {
      if (hasPrices) keep(await credit(log, index, each));
    } else if (each.does === 'reverse') {
      const entry = entries[each.entry % Math.max(1, entries.length)];
      if (entry !== undefined) keep(await reverse(log, ACCOUNT, entry));
    } else {
      const job = jobs[each.job % Math.max(1, jobs.length)];
      if (job === undefined) continue;
      const scope = { job_id: job.job_id };
      if (each.does === 'adjust') keep(await adjust(log, [job], { ...scope, row: each.row }));
      else if (hasPrices) keep(await reprice(log, [job], { ...scope, block: 'industry' }, each));
    }
  }
}

async function agreePrices(log: LogBuilder, { priced, from, rules }: Bill): Promise<void> {
  const agree = (type: string, data: object) => log.append(accountStream(ACCOUNT), log.event({ type, data }));
  if (priced === 'none') return;
  const prices = { industry: '0.015', ...(priced === 'both' ? { company_identity: '0.0200' } : {}) };
  await agree('PricesAgreed', { currency: 'GBP', from, prices });
  const terms = { free_units: 2, tiers: [{ after: 3, percent: '12.5' }], minimum: '0.50' };
  const about = { version: 1, currency: 'GBP', from: '2026-01-01', reason: 'as agreed' };
  if (rules) await agree('MonthRulesAgreed', { ...about, ...terms });
}

async function credit(
  log: LogBuilder,
  index: number,
  of: { cents: number; note: number },
): Promise<AdjustmentId> {
  const adjustment_id = `adj_01JDXB8Z5N00000000000002${String(index).padStart(2, '0')}` as AdjustmentId;
  const amount = `-${of.cents / 100}`;
  const words = { reason: 'goodwill', note: NOTES[of.note] ?? '' };
  const data = {
    adjustment_id,
    account_id: ACCOUNT,
    scope: NO_SCOPE,
    ...words,
    units: 0,
    currency: 'GBP',
    amount,
    charges: [],
  };
  const event = log.event({ type: 'CreditGranted', data }, { account: ACCOUNT, actor: 'operator' });
  await log.append(adjustmentsStream(ACCOUNT), event);
  return adjustment_id;
}
