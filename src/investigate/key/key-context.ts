/**
 * Reads the context of a key: its sibling keys, jobs, idempotency keys, usage, adjustments and audit records.
 * Lists keep their newest items. An adjustment keeps its first jobs, in the order of its charges. Sums are
 * complete.
 */
import {
  ACCOUNTS,
  nameOfKey,
  type AccountDocument,
} from '../../../projections/accounts/accounts.document.js';
import { JOB_STATUS, type JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { KEY_ACTIVITY, activityKeys } from '../../../projections/key-activity/key-activity.document.js';
import { accountPart, keyOf, keysUnder } from '../../../projections/key-parts.js';
import { KEYS, type KeyDocument } from '../../../projections/keys/keys.document.js';
import { USAGE_KEYS } from '../../../projections/usage/usage.document.js';
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { supportStreams } from '../../streams/support/support.events.js';
import { eventReference, readStreamEvents, type InvestigatedLog } from '../log-reading.js';
import type { ExplainedAdjustment } from '../explain/explained-bill.js';
import { isInTimeRange, type TimeRange } from '../request-log/request-batches.js';
import { reversesOf } from '../../streams/adjustments/adjustments.state.js';

/** `units`: the units by which the adjustment changes the jobs of this key. */
export interface KeyAdjustment extends Omit<ExplainedAdjustment, 'amount' | 'currency'> {
  /** The adjusted jobs of this key, in the order of the charges: the first 100. */
  readonly jobs: readonly JobId[];
}

export function namedKey(key: KeyDocument, account: AccountDocument | undefined) {
  const { key_id, environment, issued_at, revoked_at } = key;
  return { key_id, name: nameOfKey(account, key_id), environment, issued_at, revoked_at };
}

/** The other keys of a key's account, and the account's jobs, claims, usage and adjustments. */
export type KeyContext = Awaited<ReturnType<typeof readKeyContext>>;

interface KeyContextSources {
  readonly eventStore: InvestigatedLog;
  readonly reader: Pick<ReadModelReader, 'range' | 'getMany'>;
}

const MAX_AUDIT_RECORDS = 5_000;
/** The maximum number of jobs. The account's list of jobs shows the others. */
const MAX_JOBS = 100;
/** The maximum number of idempotency keys. A shorter time range shows the others. */
const MAX_CLAIMS = 5_000;
/** The maximum number of documents read for one list. A list of an old time range may be incomplete. */
const MAX_DOCUMENTS = 20_000;

export async function readKeyContext(
  sources: KeyContextSources,
  { id, account }: { readonly id: KeyId; readonly account: AccountId },
  range: TimeRange,
) {
  const { reader, eventStore } = sources;
  const keys = await reader.range(KEYS.name, { index: 'by_account', equals: [account] });
  const [storedAccount] = await reader.getMany(ACCOUNTS.name, [accountPart(account)]);
  const accountDocument = storedAccount && ACCOUNTS.fields(storedAccount);
  const jobQuery = { index: 'by_account', equals: [account], order: 'descending' } as const;
  const jobs = await newestItems(everyFields(reader, JOB_STATUS, jobQuery), MAX_JOBS, (job) =>
    isInTimeRange(job.created_at, range) ? keyJob(job) : null,
  );
  const claimQuery = { ...activityKeys(id, 'claims', range), order: 'descending' } as const;
  const claims = await newestItems(
    everyFields(reader, KEY_ACTIVITY, claimQuery),
    MAX_CLAIMS,
    ({ key_hash, job_id, time }) =>
      key_hash === null || job_id === null ? null : { key_hash, job_id, time },
  );
  return {
    siblings: keys
      .map((document) => KEYS.fields(document))
      .filter(({ key_id }) => key_id !== id)
      .map((key) => namedKey(key, accountDocument)),
    /** Jobs of this key and its siblings, newest first. */
    jobs: jobs.items,
    more_jobs: jobs.hasMore,
    /** Idempotency keys that this key claimed, newest first. Their text is stored nowhere. */
    idempotency_keys: claims.items,
    more_idempotency_keys: claims.hasMore,
    usage: await usageOfKey(reader, { id, account }, range),
    adjustments: await adjustmentsOfKey(sources, { id, account }),
    /** Audit records that name this key, newest first. `investigate key --json` calls them so. */
    looks: await auditRecords(eventStore, id),
    /** Events of the account that concern every key: suspended, reinstated, contact erased. */
    account_events: await accountEvents(eventStore, account),
  };
}

/** The first wanted items of a stream of documents that is sorted newest first. */
async function newestItems<Fields, T>(
  documents: AsyncIterable<Fields>,
  maxItems: number,
  select: (fields: Fields) => T | null,
): Promise<{ readonly items: readonly T[]; readonly hasMore: boolean }> {
  const items: T[] = [];
  let documentsRead = 0;
  for await (const fields of documents) {
    if (items.length === maxItems || ++documentsRead > MAX_DOCUMENTS) return { items, hasMore: true };
    const item = select(fields);
    if (item !== null) items.push(item);
  }
  return { items, hasMore: false };
}

function keyJob(job: JobStatusDocument) {
  const { job_id, key_id, request_id, operation, status, rows, counts, finished_at, erased_at } = job;
  const base = { job_id, key_id, request_id, operation, status, rows, succeeded: counts.succeeded };
  return { ...base, submitted_at: job.created_at, finished_at, erased_at };
}

async function usageOfKey(
  reader: KeyContextSources['reader'],
  { id, account }: { readonly id: KeyId; readonly account: AccountId },
  { from, before }: TimeRange,
) {
  const keyRange = keysUnder(accountPart(account), id);
  const query = {
    from: from === null ? keyRange.from : keyOf(accountPart(account), id, from.slice(0, 10)),
    to: before === null ? keyRange.to : keyOf(accountPart(account), id, before),
  };
  const days = [];
  let [rows, units] = [0, 0];
  for await (const day of everyFields(reader, USAGE_KEYS, query)) {
    days.push({ date: day.day, rows: day.rows, units: day.units });
    rows += day.rows;
    units += Object.values(day.units).reduce((sum, count) => sum + count, 0);
  }
  return { rows, units, days };
}

async function adjustmentsOfKey(
  { eventStore, reader }: KeyContextSources,
  { id, account }: { readonly id: KeyId; readonly account: AccountId },
): Promise<KeyAdjustment[]> {
  const adjustments: KeyAdjustment[] = [];
  for await (const { event, time } of adjustmentsOf(eventStore, account)) {
    const { adjustment_id, reason, note, charges } = event.data;
    const ownJobs = await jobsOfKey(reader, id, new Set(charges.flatMap(({ jobs }) => jobs)));
    if (ownJobs.size === 0) continue;
    const units = charges.reduce((sum, part) => {
      const unitsOfJob = part.days
        .flatMap((day) => Object.values(day.units))
        .reduce((total, count) => total + count, 0);
      return sum + unitsOfJob * part.jobs.filter((job) => ownJobs.has(job)).length;
    }, 0);
    const reverses = reversesOf(event.data);
    const jobs = [...ownJobs].slice(0, MAX_JOBS);
    adjustments.push({ adjustment_id, reverses, reason, note, time, jobs, units });
  }
  return adjustments;
}

async function jobsOfKey(
  reader: KeyContextSources['reader'],
  id: KeyId,
  jobs: ReadonlySet<JobId>,
): Promise<ReadonlySet<JobId>> {
  const documents = await reader.getMany(JOB_STATUS.name, [...jobs]);
  const fields = documents.map((document) => JOB_STATUS.fields(document));
  return new Set(fields.filter(({ key_id }) => key_id === id).map(({ job_id }) => job_id));
}

async function auditRecords(log: InvestigatedLog, key: KeyId) {
  const newestFirst = { direction: 'backwards', limit: MAX_AUDIT_RECORDS } as const;
  const slice = await log.readStream(supportStreams.streamOf({ key }), newestFirst);
  if (slice.status !== 'found') return [];
  return slice.events.map((recorded) => {
    const { event, time } = supportStreams.decode(recorded);
    return { time, type: event.type, ...event.data };
  });
}

async function accountEvents(log: InvestigatedLog, account: AccountId) {
  const entries = await readStreamEvents(log, accountStream(account));
  return entries.flatMap((entry) => {
    const { event } = entry;
    switch (event.type) {
      case 'AccountSuspended':
      case 'ContactErased':
        return [{ ...eventReference(entry), reason: event.data.reason }];
      case 'AccountReinstated':
        return [{ ...eventReference(entry), reason: null }];
      default:
        return [];
    }
  });
}
