/** The documents behind a usage answer, read at one moment. */
import { ACCOUNTS, accountKey, type AgreedPrices } from '../../../projections/accounts/accounts.document.js';
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import {
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  usageAccountKey,
  usageDayKey,
  usageJobKey,
  type AdjustedDayDocument,
  type AdjustedJobDocument,
  type DayOfUse,
  type UsageJobDocument,
  type UsageKeyDocument,
} from '../../../projections/usage/usage.document.js';
import type { TypedReader } from '../../platform/projector/generation-reader.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { TypedCollection } from '../../platform/projector/typed-collection.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import type { UsageFigures } from './usage-body.js';
import type { UsageRange } from './usage-range.js';

export interface FiguresQuestion {
  readonly account: AccountId;
  readonly range: UsageRange;
  /** Null: all jobs of the account. */
  readonly job: JobId | null;
}

/** After every key and index value that begins with this text. */
const afterAll = (text: string): string => `${text}~`;

/** Figures of an account, or of one of its jobs, by day. */
export async function usageFigures(reader: TypedReader, question: FiguresQuestion): Promise<UsageFigures> {
  const { account, job, range } = question;
  const keyOf = (day: string): string =>
    job === null ? usageDayKey(account, day) : usageJobKey(account, job, day);
  const keys = { from: keyOf(range.from), to: afterAll(keyOf(range.to)) };
  const [days, adjusted] =
    job === null
      ? [await inKeys(reader, USAGE_DAYS, keys), await inKeys(reader, USAGE_ADJUSTED_DAYS, keys)]
      : [await inKeys(reader, USAGE_JOBS, keys), await inKeys(reader, USAGE_ADJUSTED_JOBS, keys)];
  return figures(reader, question, { days, adjusted: adjusted.map(withoutRows) });
}

/** Figures of every job, or every key, of an account, by day. */
export const usageOfJobs = async (
  reader: TypedReader,
  question: FiguresQuestion,
): Promise<UsageFigures<UsageJobDocument>> =>
  figures(reader, question, {
    days: await byDay(reader, question, USAGE_JOBS),
    adjusted: await adjustedJobs(reader, question),
  });
export const usageOfKeys = async (
  reader: TypedReader,
  question: FiguresQuestion,
): Promise<UsageFigures<UsageKeyDocument>> =>
  figures(reader, question, {
    days: await byDay(reader, question, USAGE_KEYS),
    adjusted: await adjustedJobs(reader, question),
  });

async function figures<Day extends DayOfUse>(
  reader: TypedReader,
  { account, range, job }: FiguresQuestion,
  counted: Pick<UsageFigures<Day>, 'days' | 'adjusted'>,
): Promise<UsageFigures<Day>> {
  const asOf = await reader.find(USAGE_ACCOUNTS, usageAccountKey(account));
  const prices: readonly AgreedPrices[] = (await reader.find(ACCOUNTS, accountKey(account)))?.prices ?? [];
  return { range, job, ...counted, prices, asOf };
}

/** An adjustment takes back units of rows, never the rows. */
const withoutRows = <Adjusted extends AdjustedDayDocument>(
  document: Adjusted,
): Adjusted & { readonly rows: 0 } => ({ ...document, rows: 0 });

async function inKeys<Fields extends DayOfUse | AdjustedDayDocument>(
  reader: TypedReader,
  collection: TypedCollection<Fields>,
  keys: { readonly from: string; readonly to: string },
): Promise<Fields[]> {
  const found: Fields[] = [];
  for await (const document of everyDocument(reader, collection.name, keys))
    found.push(collection.fields(document));
  return found;
}

/** What adjustments count of each job, with the key that submitted it. */
const adjustedJobs = async (reader: TypedReader, question: FiguresQuestion) =>
  (await byDay(reader, question, USAGE_ADJUSTED_JOBS)).map(withoutRows);

async function byDay<Fields extends UsageJobDocument | UsageKeyDocument | AdjustedJobDocument>(
  reader: TypedReader,
  { account, range }: FiguresQuestion,
  collection: TypedCollection<Fields>,
): Promise<Fields[]> {
  const found: Fields[] = [];
  const inRange = { index: 'by_day', equals: [account], from: range.from, to: afterAll(range.to) };
  for await (const document of everyDocument(reader, collection.name, inRange))
    found.push(collection.fields(document));
  return found;
}

/** Every key of an account in the collections of usage. */
export const keysOfAccount = (account: AccountId): { readonly from: string; readonly to: string } => ({
  from: accountPart(account),
  to: keysUnder(accountPart(account)).to,
});
