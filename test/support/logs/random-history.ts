/**
 * Histories that the log of this service could hold, at random: several accounts and jobs at once, with cancels, late
 * blocks, rows that fail, attempts that lost, erasures, data that lands after them, and charges that are adjusted.
 */
import * as fc from 'fast-check';
import { contactStream } from '../../../src/streams/contact/contact.events.js';
import { accountStream } from '../../../src/streams/account/account.events.js';
import type { Submission } from '../../../src/streams/job/job.events.js';
import { priceListsStreams } from '../../../src/streams/pricelists/pricelists.events.js';
import { rowDataStream } from '../../../src/streams/rowdata/rowdata.events.js';
import { rowsOfChunk } from '../../../src/streams/job/chunk-bounds.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { FREE, adjust, reprice, reverse } from './adjusted.js';
import { aSubmission } from './job-builders.js';
import type { LogBuilder } from './log-builder.js';
import type { RowStory } from './row-stories.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from './row-stories.js';

interface JobPlan {
  readonly account: number;
  readonly key: number;
  readonly rows: number;
  readonly perChunk: number;
  readonly stories: readonly number[];
  readonly stored: boolean;
  /** Chunks started before a cancel; null: no cancel. */
  readonly cancelAfter: number | null;
  /** A second attempt delivers the first chunk's data too, and loses. */
  readonly rival: boolean;
  readonly fate: 'kept' | 'erased' | 'erased_then_late_data' | 'unfinished';
  /** Days from one step to the next. */
  readonly slow: boolean;
}

export interface History {
  readonly jobs: readonly JobPlan[];
  /** Which job goes on next. */
  readonly turns: readonly number[];
  readonly adjustments: readonly AdjustmentPlan[];
}

/** Of a job, of a row of it, or of a block; or of all jobs of its account that are over. */
interface AdjustmentPlan {
  readonly job: number;
  readonly all: boolean;
  readonly row: number | null;
  readonly block: 'industry' | null;
  readonly reversed: boolean;
  /** The price is corrected instead. */
  readonly price: string | null;
}

const STORIES: readonly RowStory[] = [
  BOTH,
  NO_INDUSTRY,
  INDUSTRY_PENDING,
  'not_matched',
  'ambiguous_match',
  'site_unreachable',
];

const jobPlan: fc.Arbitrary<JobPlan> = fc.record({
  account: fc.integer({ min: 1001, max: 1003 }),
  key: fc.integer({ min: 0, max: 1 }),
  rows: fc.integer({ min: 1, max: 12 }),
  perChunk: fc.integer({ min: 1, max: 5 }),
  stories: fc.array(fc.integer({ min: 0, max: STORIES.length - 1 }), { minLength: 1, maxLength: 12 }),
  stored: fc.boolean(),
  cancelAfter: fc.option(fc.integer({ min: 0, max: 3 })),
  rival: fc.boolean(),
  fate: fc.constantFrom('kept', 'erased', 'erased_then_late_data', 'unfinished'),
  slow: fc.boolean(),
});

export const history: fc.Arbitrary<History> = fc.record({
  jobs: fc.array(jobPlan, { minLength: 1, maxLength: 4 }),
  turns: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
  adjustments: fc.array(
    fc.record({
      job: fc.nat(3),
      all: fc.boolean(),
      row: fc.option(fc.nat(3)),
      block: fc.option(fc.constant('industry' as const)),
      reversed: fc.boolean(),
      price: fc.option(fc.constantFrom('0.01', '0.05')),
    }),
    { maxLength: 4 },
  ),
});

/** Writes the history; every step is one append or more of one job. */
export async function write(log: LogBuilder, { jobs, turns, adjustments }: History): Promise<void> {
  const accounts = [...new Set(jobs.map(({ account }) => account as AccountId))];
  for (const account of accounts) await openAccount(log, account);
  const running = jobs.map((plan, index) => story(log, plan, index));
  for (const turn of turns) await running[turn % running.length]?.next();
  for (const job of running) while ((await job.next()).done !== true);
  for (const plan of adjustments) await adjustedBy(log, jobs, plan);
  for (const account of accounts) await closeAccount(log, account);
}

async function adjustedBy(log: LogBuilder, jobs: readonly JobPlan[], plan: AdjustmentPlan): Promise<void> {
  const over = jobs.flatMap((job, index) => (job.fate === 'unfinished' ? [] : [submissionOf(job, index)]));
  const one = over[plan.job % Math.max(over.length, 1)];
  if (one === undefined) return;
  const { block, row, price } = plan;
  const own = over.filter((job) => job.account_id === one.account_id);
  if (price !== null) {
    const scope = { job_id: plan.all ? null : one.job_id, row: plan.all ? null : row };
    const jobs = plan.all ? own : [one];
    // The log has no prices: every unit costs nothing, or its corrected price.
    const repriced = await reprice(log, jobs, { ...scope, block: 'industry' }, { price, prices: FREE });
    if (repriced !== null && plan.reversed) await reverse(log, one.account_id, repriced);
    return;
  }
  const made = plan.all
    ? await adjust(log, own, { block }, FREE)
    : await adjust(log, [one], { job_id: one.job_id, row, block }, FREE);
  if (made !== null && plan.reversed) await reverse(log, one.account_id, made);
}

const keyOf = (account: number, key: number): KeyId => `key${account}${key}0000`.slice(0, 12) as KeyId;

async function openAccount(log: LogBuilder, account: AccountId): Promise<void> {
  await log.openAccount(account, keyOf(account, 0));
  const data = { account_id: account, name: `Customer ${account}`, email: `${account}@example.com` };
  const named = { key_id: keyOf(account, 1), name: 'second' };
  await log.append(
    contactStream(account),
    log.event({ type: 'ContactRecorded', data }, { account }),
    log.event({ type: 'KeyNamed', data: named }, { account }),
  );
}

async function closeAccount(log: LogBuilder, account: AccountId): Promise<void> {
  const list = { name: `list-${account}`, version: 1 };
  const prices = { currency: 'GBP', prices: { industry: '0.02' } };
  const published = { type: 'PriceListPublished', data: { ...list, ...prices, reason: 'new' } };
  await log.append(priceListsStreams.streamOf('all'), log.event(published));
  const events = [
    { type: 'KeyRevoked', data: { key_id: keyOf(account, 0), reason: 'rotated' } },
    { type: 'PricesAgreed', data: { ...prices, from: '2026-11-22', list, reason: 'given' } },
    { type: 'BlocksDisabled', data: { blocks: ['industry'] } },
    { type: 'OptionEnabled', data: { option: 'web_search' } },
    { type: 'AccountLinkIssued', data: { link_hash: '00', expires_at: '2026-12-21T12:00:00.000Z' } },
    { type: 'AccountLinkEnded', data: {} },
  ];
  await log.append(accountStream(account), ...events.map((fact) => log.event(fact, { account })));
  if (account % 2 === 0) await log.store.deleteStream(contactStream(account));
}

function submissionOf(plan: JobPlan, index: number): Submission {
  return aSubmission(plan.rows, plan.perChunk, {
    job_id: `job_01JDXB8Z5N000000000000000${index + 1}` as JobId,
    account_id: plan.account as AccountId,
    key_id: keyOf(plan.account, plan.key),
    stored: plan.stored,
  });
}

async function* story(log: LogBuilder, plan: JobPlan, index: number): AsyncGenerator<void> {
  const job = submissionOf(plan, index);
  const rows = Array.from(
    { length: job.rows },
    (_, row): RowStory => STORIES[plan.stories[row % plan.stories.length] ?? 0] ?? BOTH,
  );
  await log.claim(job, `hash${index % 2}`);
  yield;
  await log.submit(job);
  yield;
  const done: RowStory[] = [];
  let cancelled = false;
  for (const chunk of job.chunks.keys()) {
    if (plan.cancelAfter === chunk) {
      await log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
      cancelled = true;
      break;
    }
    const { from, count } = rowsOfChunk(job, chunk);
    const stories = rows.slice(from, from + count);
    yield* chunkStory(log, plan, job, chunk, stories);
    done.push(...stories);
    if (plan.slow) log.time = nextDay(log.time);
  }
  if (plan.fate === 'unfinished') return;
  await log.end(job, countsOf(done), cancelled ? job.rows - done.length : undefined);
  yield;
  if (plan.fate === 'kept') return;
  await log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
  yield;
  if (plan.fate === 'erased_then_late_data' && job.stored) {
    await log.deliver(job, 0, rows.slice(0, 1), 'late');
    yield;
  }
  for (const chunk of job.chunks.keys()) await log.store.deleteStream(rowDataStream(job.job_id, chunk));
}

async function* chunkStory(
  log: LogBuilder,
  plan: JobPlan,
  job: Submission,
  chunk: number,
  stories: readonly RowStory[],
): AsyncGenerator<void> {
  await log.start(job, chunk);
  yield;
  if (plan.rival) await log.deliver(job, chunk, stories.slice().reverse(), 'a0');
  const refs = await log.deliver(job, chunk, stories);
  yield;
  await log.record(job, chunk, stories, refs);
  yield;
  const { from } = rowsOfChunk(job, chunk);
  for (const [index, row] of stories.entries()) {
    if (row !== INDUSTRY_PENDING || !job.stored) continue;
    const outcome =
      index % 2 === 0
        ? ({ status: 'available' } as const)
        : ({ status: 'not_found', reason: 'source_unavailable' } as const);
    await log.fill(job, { chunk, row: from + index, block: 'industry' }, outcome);
    yield;
  }
  await log.complete(job, chunk, countsOf(stories));
  yield;
}

const nextDay = (time: string): string => new Date(Date.parse(time) + 86_400_000).toISOString();
