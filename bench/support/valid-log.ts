/**
 * A log in which every invariant holds, as large as a bench asks for and the same at every run: sixty days of lists and
 * resolves of twenty accounts. Rows of the first thirty days are past their retention. One account has half of all use.
 */
import { encodeTime } from 'ulid';
import { accountStream } from '../../src/streams/account/account.events.js';
import { closingEvent } from '../../src/streams/index.js';
import { jobStream } from '../../src/streams/job/job.events.js';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import type { EventStore } from '../../src/platform/event-store/event-store.js';
import { jobIdFrom, type AccountId, type KeyId } from '../../src/shared/ids.js';
import {
  appendsOf,
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
/** A row and its share of what stands around it. */
const LOGICAL_PER_ROW = 2.15;
/** Appends under way at once: enough that they are synced together. */
const AT_ONCE = 128;

/** A month that has more charges than any other, and the account that has half of them. */
export const BUSY = { account: FIRST_ACCOUNT as AccountId, month: '2026-10' };

const keyOf = (account: number): KeyId => `benchkey${account}` as KeyId;
const dayOf = (index: number): string => later(FIRST_DAY, index).slice(0, 10);

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

/** The jobs of a log of about so many logical events, by day. */
function planOf(events: number): ValidJob[][] {
  const total = events / LOGICAL_PER_ROW;
  const hasLargest = total * LARGEST_SHARE >= LARGEST;
  const perDay = Math.floor((total - (hasLargest ? LARGEST : 0)) / DAYS);
  let jobs = 0;
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(index);
    return sizesOf(perDay, hasLargest && index === DAYS - 1).map((rows): ValidJob => {
      const number = jobs++;
      const account = (
        number % 2 === 0 ? FIRST_ACCOUNT : FIRST_ACCOUNT + 1 + (number % (ACCOUNTS - 1))
      ) as AccountId;
      const id = jobIdFrom(`${encodeTime(Date.parse(day), 10)}${String(number).padStart(16, '0')}`);
      const erased = index < DAYS - KEPT_DAYS;
      return { id, account, key: keyOf(account), rows, day, erased, late: rows === 500 };
    });
  });
}

function* accounts(): Generator<Written> {
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
    const metadata = metadataOn(FIRST_DAY, of);
    const events = [
      fact({ type: 'AccountOpened', data: { account_id: account, blocks: [] } }, metadata, account),
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

/** Writes a log of about `events` logical events. */
export async function writeLog(store: EventStore, events: number): Promise<WrittenLog> {
  const writer = new Writer(store);
  const plan = planOf(events);
  for (const written of accounts()) await writer.write(written);
  for (const [day, jobs] of plan.entries()) {
    for (const job of jobs) for await (const written of appendsOf(job)) await writer.write(written);
    for (const job of plan[day - KEPT_DAYS] ?? []) await erase(writer, store, job);
  }
  await writer.settle();
  const jobs = plan.flat();
  const largest = jobs.reduce((most, job) => (job.rows > most.rows ? job : most));
  return { events: writer.logical, rows: jobs.reduce((sum, { rows }) => sum + rows, 0), largest };
}
