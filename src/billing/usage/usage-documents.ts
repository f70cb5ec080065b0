/** Reads the usage documents from which a usage answer is made. */
import { ACCOUNTS } from '../../../projections/accounts/accounts.document.js';
import { accountPart, endOfPrefix, keysUnder } from '../../../projections/key-parts.js';
import {
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_CREDITS,
  USAGE_DAYS,
  USAGE_JOBS,
  usageDayKey,
  usageJobKey,
  type AdjustedDayDocument,
  type AdjustedJobDocument,
  type DayOfUse,
  type UsageAccountDocument,
  type UsageJobDocument,
  type UsageKeyDocument,
} from '../../../projections/usage/usage.document.js';
import { whenReady, type TypedReader } from '../../../packages/platform/src/projector/generation-reader.js';
import { allFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { TypedCollection } from '../../../packages/platform/src/projector/typed-collection.js';
import type { RangeQuery } from '../../../packages/platform/src/read-models/read-models.js';
import { clockDay } from '../../../packages/platform/src/time/clock.js';
import { monthOf } from '../../../packages/words/src/month.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { UsageFigures } from './usage-body.js';
import type { UsageRange } from './usage-range.js';

export interface FiguresQuery {
  readonly account: AccountId;
  readonly range: UsageRange;
  /** Null: all jobs of the account. */
  readonly job: JobId | null;
}

/** Reads the figures of an account, or of one of its jobs, by day. */
export async function usageFigures(reader: TypedReader, query: FiguresQuery): Promise<UsageFigures> {
  const { account, job, range } = query;
  const keyOf = (day: string): string =>
    job === null ? usageDayKey(account, day) : usageJobKey(account, job, day);
  const keys = { from: keyOf(range.from), to: endOfPrefix(keyOf(range.to)) };
  const [days, adjusted] =
    job === null
      ? [await allFields(reader, USAGE_DAYS, keys), await allFields(reader, USAGE_ADJUSTED_DAYS, keys)]
      : [await allFields(reader, USAGE_JOBS, keys), await allFields(reader, USAGE_ADJUSTED_JOBS, keys)];
  return figuresWithPrices(reader, query, { days, adjusted: adjusted.map(withZeroRows) });
}

/** Reads the figures of an account by day and job, or by day and key. */
export const usageByJobOrKey = async <Day extends UsageJobDocument | UsageKeyDocument>(
  reader: TypedReader,
  account: AccountId,
  range: UsageRange,
  collection: TypedCollection<Day>,
): Promise<UsageFigures<Day>> => {
  const query = { index: 'by_day', equals: [account], from: range.from, to: endOfPrefix(range.to) };
  const days = await allFields(reader, collection, query);
  // An adjustment by day and job also names the key that submitted the job, so it fits both collections.
  const adjusted = (await allFields(reader, USAGE_ADJUSTED_JOBS, query)) as (Day & AdjustedJobDocument)[];
  return figuresWithPrices(
    reader,
    { account, range, job: null },
    { days, adjusted: adjusted.map(withZeroRows) },
  );
};

/** Returns the current month by the clock, or the month of the newest counted event if that is later. */
export function runningMonthOf(usageAccount: UsageAccountDocument | undefined): string {
  const [now, newest] = [monthOf(clockDay()), monthOf(usageAccount?.as_of_time ?? '')];
  return newest > now ? newest : now;
}

/** Reads the credits. Read models of release 1.0.0 have no collection of credits. */
const readCredits = (reader: TypedReader, dayKeys: RangeQuery) =>
  whenReady(() => allFields(reader, USAGE_CREDITS, dayKeys), []);

async function figuresWithPrices<Day extends DayOfUse>(
  reader: TypedReader,
  { account, range, job }: FiguresQuery,
  figuresOfDays: Pick<UsageFigures<Day>, 'days' | 'adjusted'>,
): Promise<UsageFigures<Day>> {
  const usageAccount = await reader.find(USAGE_ACCOUNTS, accountPart(account));
  const dayKeys = { from: usageDayKey(account, range.from), to: endOfPrefix(usageDayKey(account, range.to)) };
  const credits = job === null ? await readCredits(reader, dayKeys) : [];
  const { prices = [], month_rules = [] } = (await reader.find(ACCOUNTS, accountPart(account))) ?? {};
  const monthRules = job === null ? month_rules : [];
  const runningMonth = runningMonthOf(usageAccount);
  return { range, job, ...figuresOfDays, credits, prices, monthRules, runningMonth, usageAccount };
}

/** Returns an adjustment with 0 rows: an adjustment takes back units of rows, never the rows. */
const withZeroRows = <Adjusted extends AdjustedDayDocument>(
  document: Adjusted,
): Adjusted & { readonly rows: 0 } => ({ ...document, rows: 0 });

/** Returns the range of an account's document keys in the usage collections. */
export const accountKeyRange = (account: AccountId): { readonly from: string; readonly to: string } => ({
  from: accountPart(account),
  to: keysUnder(accountPart(account)).to,
});
