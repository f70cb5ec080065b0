/**
 * Logs in which every invariant holds, as large as a bench asks for and the same at every run: lists and
 * resolves of twenty accounts, one of which has half of all use.
 */
import { encodeTime } from 'ulid';
import { accountStream } from '../../src/streams/account/account.events.js';
import { closingEvent } from '../../src/streams/index.js';
import { jobStream } from '../../src/streams/job/job.events.js';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { jobIdFrom, type AccountId, type KeyId } from '../../packages/contract/src/ids.js';
import {
  appendsOf,
  BLOCKS,
  fact,
  later,
  metadataOn,
  submissionOf,
  type ValidJob,
  type Written,
} from './valid-job.js';

const DAYS = 60;
const KEPT_DAYS = 30;
const FIRST_DAY = '2026-09-22';
const ACCOUNTS = 20;
const FIRST_ACCOUNT = 1001;
const LISTS = [20_000, 5_000, 500];
/** The largest list that the service takes, in a log that is large enough for it. */
const LARGEST = 250_000;
const LARGEST_SHARE = 0.06;
/** Of a day's rows. */
const RESOLVED_SHARE = 0.03;
/** Lists of a service in use, by the mean of their rows, and the resolves before each. */
const SHARES_OF_LISTS = [2, 0.75, 0.25];
const RESOLVES_A_LIST = 20;
/** A row and its share of what stands around it. */
const LOGICAL_PER_ROW = 2.15;
const LOGICAL_PER_ROW_OF_LISTS = 2.03;
/** Appends under way at once: enough that they are synced together. */
const AT_ONCE = 128;

/** A month that has more charges than any other, and the account that has half of them. */
export const BUSY = { account: FIRST_ACCOUNT as AccountId, month: '2026-10' };

const keyOf = (account: number): KeyId => `benchkey${account}` as KeyId;

/** The jobs of a log by day, from the first on. */
export type LogPlan = readonly (readonly ValidJob[])[];

type DayOfJobs = Pick<ValidJob, 'day' | 'erased'> & { readonly sizes: readonly number[] };

/** Jobs of these sizes, numbered through all days. */
function jobsOf(days: readonly DayOfJobs[]): LogPlan {
  let jobs = 0;
  return days.map(({ day, erased, sizes }) =>
    sizes.map((rows): ValidJob => {
      const number = jobs++;
      const account = (
        number % 2 === 0 ? FIRST_ACCOUNT : FIRST_ACCOUNT + 1 + (number % (ACCOUNTS - 1))
      ) as AccountId;
      const id = jobIdFrom(`${encodeTime(Date.parse(day), 10)}${String(number).padStart(16, '0')}`);
      return { id, account, key: keyOf(account), rows, day, erased, late: rows === 500 };
    }),
  );
}

/** Sizes of the jobs of a day. */
function sizesOf(rows: number, last: boolean): number[] {
  const sizes = Array.from({ length: Math.round(rows * RESOLVED_SHARE) }, () => 1);
  let left = rows - sizes.length;
  if (last) sizes.push(LARGEST);
  for (let turn = 0; left > 0; turn++) {
    const size = Math.min(left, LISTS[turn % LISTS.length] ?? 1);
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** Sixty days of about so many logical events; rows of the first thirty are past their retention. */
export function longLog(events: number): LogPlan {
  const total = events / LOGICAL_PER_ROW;
  const hasLargest = total * LARGEST_SHARE >= LARGEST;
  const perDay = Math.floor((total - (hasLargest ? LARGEST : 0)) / DAYS);
  return jobsOf(
    Array.from({ length: DAYS }, (_, index) => ({
      day: later(FIRST_DAY, index).slice(0, 10),
      erased: index < DAYS - KEPT_DAYS,
      sizes: sizesOf(perDay, hasLargest && index === DAYS - 1),
    })),
  );
}

/** What a service was used for so far. */
export interface Use {
  readonly lists: number;
  /** About so many logical events in all. */
  readonly events: number;
  /** So many days up to yesterday; no row of the last 29 is past its retention today. */
  readonly days: number;
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Lists of three sizes, each behind some resolves; the first list is as large as any. */
export function logOfUse({ lists, events, days, today }: Use): LogPlan {
  const rows = events / LOGICAL_PER_ROW_OF_LISTS / lists - RESOLVES_A_LIST;
  const resolves = Array.from({ length: RESOLVES_A_LIST }, () => 1);
  const listOf = (number: number): number =>
    Math.max(2, Math.round(rows * (SHARES_OF_LISTS[number % SHARES_OF_LISTS.length] ?? 1)));
  const firstOf = (day: number): number => Math.floor((day * lists) / days);
  return jobsOf(
    Array.from({ length: days }, (_, index) => ({
      day: later(today, index - days).slice(0, 10),
      erased: false,
      sizes: Array.from({ length: firstOf(index + 1) - firstOf(index) }, (_list, at) => [
        ...resolves,
        listOf(firstOf(index) + at),
      ]).flat(),
    })),
  );
}

function* accounts(day: string): Generator<Written> {
  for (let account = FIRST_ACCOUNT; account < FIRST_ACCOUNT + ACCOUNTS; account++) {
    const of = account as AccountId;
    const issued = {
      key_id: keyOf(account),
      name: 'bench',
      environment: 'live',
      scopes: ['read', 'enrich'],
      secret_hash: '00',
    };
    const limits = { max_rows: null, requests_per_minute: 600, resolve_per_minute: 60 };
    const metadata = metadataOn(day, of);
    const events = [
      fact({ type: 'AccountOpened', data: { account_id: account, blocks: BLOCKS } }, metadata, account),
      fact({ type: 'KeyIssued', data: { ...issued, ...limits } }, metadata, account),
    ];
    yield { stream: accountStream(of), events, logical: events.length };
  }
}

/** Keeps some appends under way, in the order given, so that they are synced together. */
class Writer {
  private readonly underWay: Promise<unknown>[] = [];
  logical = 0;

  constructor(private readonly store: EventStore) {}

  async write({ stream, events, logical }: Written): Promise<void> {
    this.logical += logical;
    await this.add(this.store.append(stream, 'any', events));
  }

  async add(work: Promise<unknown>): Promise<void> {
    this.underWay.push(work);
    if (this.underWay.length >= AT_ONCE) await this.underWay.shift();
  }

  async settle(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
  }
}

/** What the fact says first: then the data streams are deleted for good. */
async function erase(writer: Writer, store: EventStore, job: ValidJob): Promise<void> {
  const day = later(job.day, KEPT_DAYS).slice(0, 10);
  const erased = fact(
    { type: 'JobRowsErased', data: { reason: 'expired' } },
    metadataOn(day, job.account),
    job.id,
  );
  await writer.write({ stream: jobStream(job.id), events: [erased], logical: 1 });
  for (const chunk of submissionOf(job).chunks.keys()) {
    const stream = rowDataStream(job.id, chunk);
    const closing = closingEvent(stream, later(day, 0));
    if (closing === null) continue;
    await writer.add(store.append(stream, 'no_stream', [closing]).then(() => store.deleteStream(stream)));
  }
}

/** The log as it was written. */
export interface WrittenLog {
  /** Logical events: those that `decode` gives. */
  readonly events: number;
  readonly rows: number;
  /** The job with the most rows, the account's busiest day. */
  readonly largest: ValidJob;
}

/** Writes what is planned. */
export async function writeLog(store: EventStore, plan: LogPlan): Promise<WrittenLog> {
  const writer = new Writer(store);
  const jobs = plan.flat();
  const [first] = jobs;
  if (first === undefined) throw new Error('no job is planned');
  for (const written of accounts(first.day)) await writer.write(written);
  for (const [day, ofDay] of plan.entries()) {
    for (const job of ofDay) for await (const written of appendsOf(job)) await writer.write(written);
    for (const job of plan[day - KEPT_DAYS] ?? []) if (job.erased) await erase(writer, store, job);
  }
  await writer.settle();
  const largest = jobs.reduce((most, job) => (job.rows > most.rows ? job : most), first);
  return { events: writer.logical, rows: jobs.reduce((sum, { rows }) => sum + rows, 0), largest };
}
