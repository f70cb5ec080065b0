/**
 * Invariant 9: no charge is taken back twice at the same time. Every adjustment names charges of its own
 * account that exist, in jobs that have ended. At any time at most one standing adjustment holds a block of a
 * row. It states exactly their units and amounts, at the price of the last standing repricing. An entry is
 * reversed at most once, by the opposite figures, and not under a later entry. A credit takes off an amount
 * in the currency of the agreed prices.
 */
import Big from 'big.js';
import { isDeepStrictEqual } from 'node:util';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { priceTermOf } from '../../streams/account/price-terms.js';
import { accountOfStream, accountStream } from '../../streams/account/account.events.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  isAdjustmentsEvent,
  type AdjustedDay,
  type AdjustmentReversed,
  type AdjustmentsEvent,
  type CreditGranted,
} from '../../streams/adjustments/adjustments.events.js';
import { correctedPriceOf, isCredit } from '../../streams/adjustments/adjustments.state.js';
import type { LoggedEvent } from '../../streams/index.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId, AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import {
  wrongReversals,
  type ClaimedReversal,
  type ClaimedUndoing,
  type Taking,
} from '../charge-reversals.js';
import { Findings, type Comparison, type InvariantReport, type Reach } from '../invariant.js';
import type { Place } from '../pass-memory.js';
import { readable } from '../readable.js';
import { JobReplay } from '../recent/job-replay.js';
import { adjustedCost } from '../stated-facts.js';
import { statedCurrency } from './stated-terms.js';

/**
 * Checks the adjustments in one piece of a walk. It reads all prices and adjustments of their accounts, and
 * the named jobs. Only faults of the new adjustments are reported.
 */
export class ReversedOnce implements Comparison {
  /** Ids of events of adjustments since the last call, and their accounts. */
  private recent = new Set<string>();
  private accounts = new Set<AccountId>();

  observe(entry: LoggedEvent, _place: Place, isJudged: boolean): void {
    // Test the type before reading `id`: for an event of a row, reading the id computes a digest.
    const { event } = entry;
    if (!isJudged || !isAdjustmentsEvent(event)) return;
    this.recent.add(entry.id);
    this.accounts.add(adjustmentsStreams.idOf(entry.stream)).add(event.data.account_id);
  }

  async settle({ log, upTo }: Reach): Promise<readonly InvariantReport[]> {
    const check = new AdjustmentsCheck(log, this.recent);
    const entries: LoggedEvent[] = [];
    for (const account of this.accounts)
      for (const stream of [accountStream(account), adjustmentsStream(account)])
        for await (const recorded of storedEvents(log, stream))
          if (recorded.position <= upTo) entries.push(...readable(recorded));
    this.recent = new Set();
    this.accounts = new Set();
    for (const entry of entries.sort((a, b) => (a.position < b.position ? -1 : 1)))
      await check.observe(entry);
    await check.readCharges();
    return [check.findings.report()];
  }
}

/** Prices with the time of their agreement. */
type Agreed = PriceAgreement & { readonly time: string };

interface Seen {
  readonly entry: LoggedEvent;
  readonly made: Taking | CreditGranted['data'];
  isReversed: boolean;
}

/** Takes in prices and adjustments of accounts, in log order. */
class AdjustmentsCheck {
  readonly findings = new Findings(9, 'no charge is taken back twice at the same time', 'adjustments');
  private readonly seen = new Map<AdjustmentId, Seen>();
  private readonly claims = new Map<JobId, (ClaimedReversal | ClaimedUndoing)[]>();
  private readonly prices = new Map<AccountId, Agreed[]>();

  /** @param judged ids of the events that are counted and reported */
  constructor(
    private readonly log: Pick<EventStore, 'readStream'>,
    private readonly judged: ReadonlySet<string>,
  ) {}

  async observe(entry: LoggedEvent): Promise<void> {
    const { event, stream, time } = entry;
    switch (event.type) {
      case 'PricesAgreed':
      case 'PricesWithdrawn':
      case 'ContractAgreed': {
        const account = accountOfStream(stream);
        const made = priceTermOf(event).map((agreement) => ({ ...agreement, time }));
        this.prices.set(account, [...(this.prices.get(account) ?? []), ...made]);
        return;
      }
      case 'ChargeAdjusted':
      case 'ChargesRepriced':
        this.checkOwnerAndSums(entry, event);
        return this.checkTaking(entry, event.data);
      case 'CreditGranted':
        this.checkOwnerAndSums(entry, event);
        return this.checkCredit(entry, event.data);
      case 'AdjustmentReversed':
        this.checkOwnerAndSums(entry, event);
        return this.checkReversal(entry, event.data);
      default:
        return;
    }
  }

  private blame(entry: LoggedEvent, detail: string, job_id?: JobId): void {
    if (this.judged.has(entry.id)) this.findings.blame(entry, detail, { job_id });
  }

  private checkOwnerAndSums(entry: LoggedEvent, { type, data }: AdjustmentsEvent): void {
    if (this.judged.has(entry.id)) this.findings.checked++;
    const { account_id, adjustment_id } = data;
    const owner = adjustmentsStreams.idOf(entry.stream);
    if (account_id !== owner || entry.account !== owner)
      this.blame(entry, `${adjustment_id} is account ${account_id}'s, its stream account ${owner}'s`);
    const wrong =
      (type === 'CreditGranted' || type === 'AdjustmentReversed') && isCredit(data) ? null : wrongSum(data);
    if (wrong !== null) this.blame(entry, `${adjustment_id} ${wrong}`);
  }

  private async checkTaking(entry: LoggedEvent, made: Taking): Promise<void> {
    const { adjustment_id, account_id, currency, charges } = made;
    this.see(entry, made);
    const agreed = this.prices.get(account_id) ?? [];
    const blame = (detail: string): void => this.blame(entry, `${adjustment_id} ${detail}`);
    if (currency !== null && agreed.length > 0) this.checkCurrency(entry, made);
    for (const { jobs, days } of charges) {
      for (const day of days) {
        const currencyOfDay = statedCurrency(agreed, day.date);
        if (currencyOfDay !== currency && currency !== null && currencyOfDay !== null)
          blame(`is in ${currency}, and its charges of ${day.date} are in ${currencyOfDay}`);
        if (!isPriced(day, agreed, entry.time))
          blame(
            `takes back ${day.amount ?? 'no amount'} for ${day.date}, which no price agreed by then gives`,
          );
        for (const { price, by } of day.corrected ?? [])
          if (correctedPriceOf(by === null ? made : (this.seen.get(by)?.made ?? {})) !== price)
            blame(`names a price of ${price}, which ${by ?? 'it'} does not give`);
      }
      for (const job of jobs) await this.checkJob(entry, job, { made, days });
    }
  }

  private checkCurrency(entry: LoggedEvent, { adjustment_id, account_id, currency }: Seen['made']): void {
    const agreed = this.prices.get(account_id) ?? [];
    if (!agreed.some((agreement) => agreement.currency === currency))
      this.blame(entry, `${adjustment_id} is in ${currency}, in which no prices were agreed by then`);
  }

  private see(entry: LoggedEvent, made: Seen['made']): void {
    const { adjustment_id } = made;
    if (this.seen.has(adjustment_id)) this.blame(entry, `${adjustment_id} is made a second time`);
    else this.seen.set(adjustment_id, { entry, made, isReversed: false });
  }

  private checkCredit(entry: LoggedEvent, made: CreditGranted['data']): void {
    this.see(entry, made);
    const { adjustment_id, amount, units, charges } = made;
    if (units !== 0 || charges.length > 0)
      this.blame(entry, `${adjustment_id} is a credit and names charges`);
    if (new Big(amount).gte(0)) this.blame(entry, `${adjustment_id} credits ${amount}, which is not below 0`);
    this.checkCurrency(entry, made);
  }

  private async checkJob(entry: LoggedEvent, job: JobId, claim: ClaimedReversal): Promise<void> {
    const isJudged = this.judged.has(entry.id);
    if (isJudged && (await JobReplay.of(this.log, job, entry.position))?.state === 'open')
      this.blame(entry, `${claim.made.adjustment_id} adjusts ${job}, which is not over`, job);
    this.claim(job, claim);
  }

  private claim(job: JobId, step: ClaimedReversal | ClaimedUndoing): void {
    const steps = this.claims.get(job) ?? [];
    steps.push(step);
    this.claims.set(job, steps);
  }

  private checkReversal(entry: LoggedEvent, data: AdjustmentReversed['data']): void {
    const { adjustment_id, reverses } = data;
    const earlier = this.seen.get(reverses);
    if (earlier === undefined || earlier.made.account_id !== data.account_id)
      return this.blame(entry, `${adjustment_id} reverses ${reverses}, which was never made`);
    if (earlier.isReversed) this.blame(entry, `${reverses} is reversed a second time, by ${adjustment_id}`);
    else
      for (const { jobs } of earlier.made.charges)
        for (const job of jobs) this.claim(job, { reverses, by: { adjustment_id, entry } });
    earlier.isReversed = true;
    if (!isDeepStrictEqual(counted(data, 1), counted(earlier.made, -1)))
      this.blame(entry, `${adjustment_id} does not say the opposite of ${reverses}`);
  }

  /** Compares what was taken back with what was charged. Reads only jobs that adjustments name. */
  async readCharges(): Promise<void> {
    for (const [job, claims] of this.claims)
      for (const { step, detail } of await wrongReversals(this.log, job, claims)) {
        const entry = 'made' in step ? this.seen.get(step.made.adjustment_id)?.entry : step.by.entry;
        if (entry !== undefined) this.blame(entry, detail, job);
      }
  }
}

type Figures = Pick<Taking, 'units' | 'amount' | 'currency' | 'charges'>;

const times = (amount: string | null, sign: 1 | -1): string | null =>
  amount === null ? null : new Big(amount).times(sign).toFixed();

/** The figures times a sign, in a form that can be compared. */
const counted = ({ units, amount, currency, charges }: Figures, sign: 1 | -1): unknown => ({
  // Adding 0 makes 0 of -0.
  units: units * sign + 0,
  amount: times(amount, sign),
  currency,
  charges: charges.map(({ jobs, days }) => ({
    jobs,
    days: days.map((day) => ({
      date: day.date,
      units: Object.entries(day.units).map(([block, count]) => [block, count * sign + 0]),
      amount: times(day.amount, sign),
      corrected: (day.corrected ?? []).map((line) => ({ ...line, units: line.units * sign + 0 })),
    })),
  })),
});

/** The fault in the totals of an adjustment, or null. */
function wrongSum({ units, amount, charges }: Figures): string | null {
  let sum = 0;
  let cost: Big | null = null;
  for (const { jobs, days } of charges)
    for (const day of days) {
      sum += jobs.length * Object.values(day.units).reduce((total, count) => total + count, 0);
      if (day.amount !== null) cost = (cost ?? new Big(0)).plus(new Big(day.amount).times(jobs.length));
    }
  if (sum !== units) return `says ${units} units; its charges add up to ${sum}`;
  const same = cost === null || amount === null ? cost === amount : cost.eq(amount);
  return same
    ? null
    : `says the amount ${amount ?? 'none'}; its charges add up to ${cost?.toFixed() ?? 'none'}`;
}

/** The maximum time, in milliseconds, between the writer's reading of prices and its append. */
const READ_BEFORE_MS = 60_000;

/** True if prices agreed by `time` give this amount. The writer may have missed prices of the last minute. */
function isPriced(day: AdjustedDay, agreed: readonly Agreed[], time: string): boolean {
  const amount = costOf(day, agreed);
  if (amount === null ? day.amount === null : day.amount !== null && amount.eq(day.amount)) return true;
  const last = agreed.at(-1);
  return last !== undefined && Date.parse(last.time) > Date.parse(time) - READ_BEFORE_MS
    ? isPriced(day, agreed.slice(0, -1), time)
    : false;
}

function costOf({ date, units, corrected = [] }: AdjustedDay, agreed: readonly Agreed[]): Big | null {
  const { prices, amount } = adjustedCost({ day: date, units, corrected }, agreed);
  return Object.keys(prices).length === 0 && corrected.length === 0 ? null : amount;
}
