/** A log in which everything about a bill is right, as its stored events, to be changed and read in again. */
import {
  LOG_START,
  type EventStore,
  type RecordedEvent,
} from '../../../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../../../packages/contract/src/ids.js';
import { accountStream } from '../../../../src/streams/account/account.events.js';
import { adjustmentsStream } from '../../../../src/streams/adjustments/adjustments.events.js';
import { serviceStream } from '../../../../src/streams/service/service.events.js';
import { statementStream } from '../../../../src/streams/statement/statement.events.js';
import { TWO_PENCE, adjust, reprice, reverse } from '../../../support/logs/adjusted.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../support/logs/job-builders.js';
import { LogBuilder } from '../../../support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING, countsOf } from '../../../support/logs/row-stories.js';
import { KEY_OF_TESTS, LEAF_SECRET, aStatement } from '../../../support/statements/statements.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';

const jobOf = (number: number): JobId => `${JOB.slice(0, -1)}${number}` as JobId;
export const [LATE, CANCELLED, CLAIMED] = [jobOf(2), jobOf(3), jobOf(4)];
const PRICES = {
  currency: 'GBP',
  from: '2026-10-01',
  prices: { company_identity: '0.02', industry: '0.02' },
};
const CREDIT = {
  adjustment_id: 'adj_01JDXB8Z5N0000000000000077',
  account_id: ACCOUNT,
  scope: { job_id: null, row: null, block: null, from: null, to: null },
  ...{ reason: 'goodwill', note: 'for the outage', units: 0, currency: 'GBP', amount: '-5', charges: [] },
};

/**
 * October 2026: prices; a job of four rows in two chunks; one with a late block; one that is cancelled after its first
 * chunk; one with an idempotency key; a row taken back, a job taken back and given again, a price corrected, a
 * credit. Then the statement.
 */
export async function rightLog(): Promise<readonly RecordedEvent[]> {
  const store = new MemoryEventStore();
  const log = new LogBuilder(store);
  const fact = (type: string, data: object) => log.event({ type, data }, { actor: 'operator' });
  log.time = '2026-10-01T08:00:00.000Z';
  await log.openAccount();
  await log.append(accountStream(ACCOUNT), fact('PricesAgreed', PRICES));
  await log.append(serviceStream(), fact('StatementKeyIntroduced', { ...KEY_OF_TESTS, sign: undefined }));
  await log.append(
    statementStream(ACCOUNT),
    fact('LeafSecretMade', { account_id: ACCOUNT, secret: LEAF_SECRET }),
  );
  log.time = '2026-10-10T12:00:00.000Z';
  const whole = aSubmission(4, 2);
  await log.run(whole);
  const late = await jobWithLateBlock(log);
  await cancelledJob(log);
  const claimed = aSubmission(1, 1, { job_id: CLAIMED, idempotent: true });
  await log.claim(claimed);
  await log.run(claimed);
  log.time = '2026-10-14T12:00:00.000Z';
  await adjust(log, [whole], { job_id: JOB, row: 0 }, TWO_PENCE);
  const given = await adjust(log, [claimed], { job_id: CLAIMED }, TWO_PENCE);
  if (given === null) throw new Error('nothing was adjusted');
  await reverse(log, ACCOUNT, given);
  await reprice(log, [late], { job_id: LATE, block: 'industry' });
  await log.append(adjustmentsStream(ACCOUNT), fact('CreditGranted', CREDIT));
  log.time = '2026-11-01T00:10:00.000Z';
  const { issued } = await aStatement(log, { month: '2026-10', agreements: [PRICES], issuedAt: log.time });
  await log.append(statementStream(ACCOUNT), fact('StatementIssued', issued));
  return (await store.readAll({ after: LOG_START, limit: 500 })).events;
}

async function jobWithLateBlock(log: LogBuilder): Promise<ReturnType<typeof aSubmission>> {
  const job = aSubmission(2, 2, { job_id: LATE });
  const rows = [INDUSTRY_PENDING, BOTH];
  await log.submit(job);
  await log.start(job, 0);
  await log.record(job, 0, rows, await log.deliver(job, 0, rows));
  log.time = '2026-10-11T12:00:00.000Z';
  await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
  await log.complete(job, 0, countsOf(rows));
  await log.end(job, countsOf(rows));
  return job;
}

async function cancelledJob(log: LogBuilder): Promise<void> {
  const job = aSubmission(4, 2, { job_id: CANCELLED });
  await log.submit(job);
  const counts = await log.work(job, 0, [BOTH, BOTH]);
  await log.job(job, { type: 'JobCancelRequested', data: { key_id: KEY } });
  await log.end(job, counts, 2);
}

/** The events in a log of their own. Revisions and positions are made anew. */
export async function logOf(events: readonly RecordedEvent[]): Promise<EventStore> {
  const store = new MemoryEventStore();
  for (const { stream, ...event } of events) await store.append(stream, 'any', [event]);
  return store;
}
