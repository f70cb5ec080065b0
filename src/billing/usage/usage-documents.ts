/** The documents behind a usage answer, read at one moment. */
import { ACCOUNTS, accountKey, type AgreedPrices } from '../../../projections/accounts/accounts.document.js';
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import {
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  usageAccountKey,
  usageDayKey,
  usageJobKey,
  type DayOfUse,
  type UsageDayDocument,
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
  return figures(
    reader,
    question,
    await (question.job === null ? daysOf(reader, question) : daysOfJob(reader, question, question.job)),
  );
}

/** Figures of every job, or every key, of an account, by day. */
export const usageOfJobs = (
  reader: TypedReader,
  question: FiguresQuestion,
): Promise<UsageFigures & { readonly days: readonly UsageJobDocument[] }> =>
  apart(reader, question, USAGE_JOBS);
export const usageOfKeys = (
  reader: TypedReader,
  question: FiguresQuestion,
): Promise<UsageFigures & { readonly days: readonly UsageKeyDocument[] }> =>
  apart(reader, question, USAGE_KEYS);

async function figures<Day extends DayOfUse>(
  reader: TypedReader,
  { account, range, job }: FiguresQuestion,
  days: readonly Day[],
): Promise<UsageFigures & { readonly days: readonly Day[] }> {
  const asOf = await reader.find(USAGE_ACCOUNTS, usageAccountKey(account));
  const prices: readonly AgreedPrices[] = (await reader.find(ACCOUNTS, accountKey(account)))?.prices ?? [];
  return { range, job, days, prices, asOf };
}

async function daysOf(reader: TypedReader, { account, range }: FiguresQuestion): Promise<UsageDayDocument[]> {
  const documents = await reader.range(USAGE_DAYS.name, {
    from: usageDayKey(account, range.from),
    to: afterAll(usageDayKey(account, range.to)),
  });
  return documents.map((document) => USAGE_DAYS.fields(document));
}

async function daysOfJob(
  reader: TypedReader,
  { account, range }: FiguresQuestion,
  job: JobId,
): Promise<UsageJobDocument[]> {
  const documents = await reader.range(USAGE_JOBS.name, {
    from: usageJobKey(account, job, range.from),
    to: afterAll(usageJobKey(account, job, range.to)),
  });
  return documents.map((document) => USAGE_JOBS.fields(document));
}

async function apart<Day extends UsageJobDocument | UsageKeyDocument>(
  reader: TypedReader,
  question: FiguresQuestion,
  collection: TypedCollection<Day>,
): Promise<UsageFigures & { readonly days: readonly Day[] }> {
  const days: Day[] = [];
  const inRange = {
    index: 'by_day',
    equals: [question.account],
    from: question.range.from,
    to: afterAll(question.range.to),
  };
  for await (const document of everyDocument(reader, collection.name, inRange))
    days.push(collection.fields(document));
  return figures(reader, question, days);
}

/** Every key of an account in the collections of usage. */
export const keysOfAccount = (account: AccountId): { readonly from: string; readonly to: string } => ({
  from: accountPart(account),
  to: keysUnder(accountPart(account)).to,
});
