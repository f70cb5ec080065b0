/**
 * Billed calls: reserved, put to a person where they are dear, made once, and corrected to what they cost.
 */
import { ApiError, type CompanyData } from '../../../client/src/index.js';
import { NOTHING, costOf, isAbove, sumOf } from '../spending/caps.js';
import type { Cap, Cost, PassedCap, Spent } from '../spending/caps.js';
import { decimalOf, minus, times, ZERO } from '../spending/decimal.js';
import type { Intent, Ledger, Reserved } from '../spending/ledger.js';
import { dayOf, type Entry } from '../spending/spend-file.js';
import { idempotencyKey } from './idempotency.js';
import { mostOf, type Prices, type PriceSource } from './prices.js';
import type { Service, Tries } from './service.js';

/** One call that may be billed. */
export interface BilledCall<T> {
  readonly tool: string;
  /** As they are sent: what makes it the same call. */
  readonly args: unknown;
  readonly rows: number;
  readonly blocks: readonly string[];
  readonly send: (client: CompanyData, idempotencyKey: string) => Promise<T>;
  /** What of the answer may still be charged: these blocks of one row, or all of it. */
  readonly open: (answer: T) => readonly string[] | 'all';
}

/** What a call came to. */
export interface Charge {
  readonly cost: Cost;
  readonly currency: string | null;
  /** The cost is the most that it may be: more is known once the job is over. */
  readonly atMost: boolean;
  /** The same call was made before, and this one cost nothing. */
  readonly repeated: boolean;
}

/** What a call would cost at most, beside what was spent. */
export interface Outlook {
  readonly rows: number;
  readonly blocks: readonly string[];
  readonly most: Cost;
  readonly prices: Prices;
  readonly spent: Spent;
}

export type Paid<T> =
  | { readonly outcome: 'answered'; readonly answer: T; readonly charge: Charge }
  | { readonly outcome: 'refused'; readonly why: PassedCap | 'currency'; readonly outlook: Outlook }
  /** A person has not said yes. */
  | { readonly outcome: 'unconfirmed'; readonly outlook: Outlook; readonly key: string };

/** A billed call that failed. */
export class FailedCall extends Error {
  constructor(
    readonly why: unknown,
    /** What may have been charged and stays reserved; null: nothing was. */
    readonly reserved: Cost | null,
  ) {
    super('The call failed.', { cause: why });
  }
}

/** Whether a person has agreed to this call at this cost. */
export type Confirmed = (key: string, most: Cost) => boolean;

export interface PaymentOptions {
  readonly session: string;
  readonly askAbove: Cap;
  readonly repeat: 'day' | 'session';
  readonly now: () => number;
}

/** Jobs that are asked about before a call is refused. */
const JOBS_ASKED = 20;

export class Payments {
  constructor(
    private readonly service: Service,
    private readonly prices: PriceSource,
    private readonly ledger: Ledger,
    private readonly options: PaymentOptions,
  ) {}

  /** @throws FailedCall, SpendingFileError; what the client throws where the catalogue can't be read */
  async pay<T extends { readonly job_id: string }>(
    call: BilledCall<T>,
    confirmed: Confirmed,
  ): Promise<Paid<T>> {
    const { session, repeat, now, askAbove } = this.options;
    const prices = await this.prices.prices();
    const most = mostOf(prices, call.rows, call.blocks);
    const key = idempotencyKey(call.tool, call.args, repeat === 'day' ? dayOf(now()) : session);
    const intent: Intent = { key, tool: call.tool, session, most, currency: prices.currency };
    const outlook = async (): Promise<Outlook> => {
      const spent = await this.ledger.spent(session);
      return { rows: call.rows, blocks: call.blocks, most, prices, spent };
    };
    const looked = await this.looked(intent);
    if (looked.outcome === 'reserved' && isAbove(most, askAbove) && !confirmed(key, most))
      return { outcome: 'unconfirmed', outlook: await outlook(), key };
    const reserved = looked.outcome === 'refused' ? looked : await this.ledger.reserve(intent);
    if (reserved.outcome === 'refused')
      return { outcome: 'refused', why: reserved.passed, outlook: await outlook() };
    return { outcome: 'answered', ...(await this.made(call, intent, reserved, prices)) };
  }

  /** Jobs that are over free what they did not use. */
  private async looked(intent: Intent): Promise<Reserved> {
    const looked = await this.ledger.look(intent);
    if (looked.outcome !== 'refused' || (looked.passed !== 'currency' && looked.passed.span === 'call'))
      return looked;
    for (const [key, entry, job] of (await this.ledger.open()).slice(0, JOBS_ASKED))
      await this.settle(key, entry, job);
    return this.ledger.look(intent);
  }

  private async made<T extends { readonly job_id: string }>(
    call: BilledCall<T>,
    intent: Intent,
    { outcome, entry }: Exclude<Reserved, { outcome: 'refused' }>,
    prices: Prices,
  ): Promise<{ answer: T; charge: Charge }> {
    const settled = outcome === 'repeat' && entry.until !== null;
    const { answer: promised, tries } = await this.service.tracked((client) => call.send(client, intent.key));
    const answer = await promised.catch(async (error: unknown) => {
      const free = settled || wasFree(error, tries);
      if (free && !settled) await this.ledger.release(intent.key);
      throw new FailedCall(error, free ? null : costOf(entry));
    });
    const { currency } = prices;
    if (settled) return { answer, charge: { cost: NOTHING, currency, atMost: false, repeated: true } };
    const open = call.open(answer);
    const known = open === 'all' ? null : await this.costNow(answer.job_id, prices, tries, outcome);
    const pending = open === 'all' ? NOTHING : mostOf(prices, 1, open);
    const cost = known === null ? costOf(entry) : sumOf(known, pending);
    const atMost = known === null || pending.units > 0;
    await this.ledger.correct(intent, { cost, currency, job: answer.job_id, open: atMost });
    // The answer of a call that was killed is given only now; any other repeat has cost nothing.
    const isToldBefore = outcome === 'repeat' && entry.job !== null;
    const told = isToldBefore ? { cost: NOTHING, atMost: false } : { cost, atMost };
    return { answer, charge: { ...told, currency, repeated: outcome === 'repeat' } };
  }

  /** What an answer has cost by now; null where that can't be told. */
  private async costNow(job: string, prices: Prices, tries: Tries, outcome: string): Promise<Cost | null> {
    const isFirst = outcome === 'reserved' && !tries.replayed;
    if (isFirst && prices.currency === null && tries.billedUnits !== null)
      return { units: tries.billedUnits, amount: ZERO };
    const billed = await this.costOfJob(job);
    // The header is what this very answer has billed: usage may not have come so far.
    return billed === null || (isFirst && billed.units !== tries.billedUnits) ? null : billed;
  }

  /** Null where usage can't be read, or has sums of several currencies. */
  async costOfJob(job: string): Promise<Cost | null> {
    try {
      const { counts, amount, currencies } = await this.service.client.usage({ job_id: job });
      const sum = amount == null ? ZERO : decimalOf(amount);
      return sum === null || currencies !== undefined ? null : { units: counts.units, amount: sum };
    } catch {
      return null;
    }
  }

  /** The prices at which a job was charged; null where there are none, or others have begun since. */
  async pricesOf(job: string): Promise<Prices | null> {
    const prices = await this.prices.prices();
    if (prices.currency === null) return null;
    const usage = await this.service.client.usage({ job_id: job }).catch(() => null);
    const isHeld = usage?.items.every(({ block = '', units, amount }) => {
      const price = prices.blocks.get(block)?.price ?? ZERO;
      return minus(times(price, units), decimalOf(amount ?? '0') ?? ZERO).digits === 0n;
    });
    return isHeld === true ? prices : null;
  }

  /** Corrects what is reserved for a job, where it is over. */
  async settleJob(job: string): Promise<void> {
    for (const [key, entry] of await this.ledger.open(job)) await this.settle(key, entry, job);
  }

  private async settle(key: string, entry: Entry, job: string): Promise<void> {
    const { tool, session, currency } = entry;
    const over = await this.service.client.jobs.get(job).then(
      ({ results_ready }) => results_ready,
      () => false,
    );
    const cost = over ? await this.costOfJob(job) : null;
    if (cost !== null)
      await this.ledger.correct({ key, tool, session, currency }, { cost, currency, job, open: false });
  }
}

/** Whether a refusal proves that nothing was charged. With 410 the row was delivered before. */
function wasFree(error: unknown, { billedUnits, lost }: Tries): boolean {
  if (!(error instanceof ApiError) || error.status === 410) return false;
  if ([404, 409, 502].includes(error.status) && billedUnits === 0) return true;
  return error.status < 500 && error.status !== 408 && !lost;
}
