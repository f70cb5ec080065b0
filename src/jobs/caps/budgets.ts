/**
 * Refuses requests that could exceed a monthly budget that stops, and reads its use (Contract 3.18). Where
 * the billing lane is in time, only calls at the same time can exceed it, by their own cost.
 */
import { dayOf } from '../../../packages/words/src/calendar.js';
import { OPEN_UNITS } from '../../../projections/open-units/open-units.document.js';
import { addCounts } from '../../../projections/add-counts.js';
import type { Units } from '../../../projections/usage/usage.document.js';
import type { Caller } from '../../access/caller.js';
import {
  budgetFields,
  couldExceedBudget,
  usedShare,
  type BudgetRefusal,
  type MonthBudget,
} from '../../billing/budget/budget-rule.js';
import { readMonthBudget } from '../../billing/budget/month-budget.js';
import { allFields } from '../../../packages/platform/src/projector/projector-state.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';

type Models = Pick<LiveReadModels, 'head' | 'waitFor' | 'snapshot'>;
type BudgetedCaller = Pick<Caller, 'account_id' | 'budget'>;

/** The time to wait for the billing lane. After that its present figures are used. */
const MODEL_WAIT_MS = 1_000;
/** The time for which a share is reused without a read. */
const REUSE_MS = 1_000;

const secondsToNextMonth = (now: Date): number =>
  Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1_000);

export class Budgets {
  private readonly shareByAccount = new Map<
    AccountId,
    { readonly share: string; readonly untilMs: number }
  >();

  /** @param models if null, no request is refused and no share is known */
  constructor(
    private readonly models: Models | null,
    private readonly clock: Clock,
  ) {}

  /** Returns the refusal of a request for these blocks of each row, or null if no budget refuses it. */
  async refusalOf(
    caller: BudgetedCaller,
    rowCount: number,
    blocks: readonly BlockKey[],
  ): Promise<BudgetRefusal | null> {
    const { account_id, budget } = caller;
    const { models } = this;
    if (models === null || budget?.stop !== true) return null;
    await models.waitFor('billing', await models.head(), MODEL_WAIT_MS);
    const now = this.clock.now();
    const requestUnits: Units = Object.fromEntries(blocks.map((block) => [block, rowCount]));
    const read = (): Promise<MonthBudget | null> =>
      models.snapshot(async (reader) => {
        const month = await readMonthBudget(reader, { account_id, budget }, now);
        this.keepShare(account_id, usedShare(month), now);
        const jobs = await allFields(reader, OPEN_UNITS, { index: 'by_account', equals: [account_id] });
        const openUnits = jobs.reduce<Units>((sum, { units }) => addCounts(sum, units), {});
        return couldExceedBudget(month, { openUnits, requestUnits, day: dayOf(now) }, month.prices)
          ? month
          : null;
      });
    const reachedBudget = await whenReady(read, null);
    return reachedBudget === null
      ? null
      : { outcome: 'budget_reached', retry_after: secondsToNextMonth(now), ...budgetFields(reachedBudget) };
  }

  /** Returns the used share of the month's budget (`0.8312`), at most a second old, or null without one. */
  async readShare({ account_id, budget }: BudgetedCaller): Promise<string | null> {
    const { models } = this;
    if (models === null || budget === null) return null;
    const now = this.clock.now();
    const cached = this.shareByAccount.get(account_id);
    if (cached !== undefined && cached.untilMs > now.getTime()) return cached.share;
    const read = (): Promise<string | null> =>
      models.snapshot(async (reader) =>
        usedShare(await readMonthBudget(reader, { account_id, budget }, now)),
      );
    const share = await whenReady(read, null);
    if (share !== null) this.keepShare(account_id, share, now);
    return share;
  }

  /** Keeps a share. A refusal keeps the share that decided it, so that its header and its body agree. */
  private keepShare(account: AccountId, share: string, now: Date): void {
    this.shareByAccount.set(account, { share, untilMs: now.getTime() + REUSE_MS });
  }
}
