/**
 * Stores the request log in Coordination. Calls of an API key that are written together form one batch, so
 * that a busy key does not cost two entries per call. An index leads from a request's id to its batch.
 */
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';

const KEPT_MS = 30 * 86_400_000;
const LINES_PER_BATCH = 100;
/** `req_` and seven of the ULID's ten characters of time: ids of one half minute share them. */
const BUCKET_CHARACTERS = 11;
/** Entries that one read of the store returns. */
const ENTRIES_PER_PAGE = 200;

/** The job that holds an idempotency key, and how the refused request differs from its request. */
export type LoggedConflict = {
  readonly job_id: string;
  readonly key_hash: string;
  /** Fields that differ, by the client's names; empty if only the rows can differ. */
  readonly differs: readonly string[];
};

/** A call as the request log keeps it. A type, not an interface, since it is stored as a JSON object. */
export type LoggedRequest = {
  /** Time at which the request came in, ISO 8601. */
  readonly time: string;
  readonly request_id: string;
  readonly key_id: string;
  readonly account_id: number;
  readonly method: string;
  /** The path without query values. */
  readonly path: string;
  readonly status: number;
  /** `detail` of an error body. */
  readonly detail: string | null;
  readonly job_id: string | null;
  readonly replayed: boolean;
  /** The W3C trace context that the client sent. */
  readonly traceparent: string | null;
  /** The conflict of a 409 `idempotency_key_reused`. Lines of earlier versions of the program lack it. */
  readonly conflict?: LoggedConflict | null;
};

/** Calls of one API key, in the order in which they came in. */
type Batch = { readonly lines: readonly LoggedRequest[] };
/** The batches with requests of one half minute: each batch's store key and the ids of its requests. */
type Index = { readonly packs: readonly { readonly key: string; readonly ids: readonly string[] }[] };

const batchPrefix = (keyId: string): string => `request/${keyId}/`;
const bucketPrefix = (requestId: string): string => `request-id/${requestId.slice(0, BUCKET_CHARACTERS)}/`;
/** The character after the separator ends a range. */
const endOfRange = (prefix: string): string => `${prefix.slice(0, -1)}0`;

/** Makes batches in the order in which the calls came in, so that the store key has the earliest time. */
function batchesOf(lines: readonly LoggedRequest[]) {
  return [...groupBy(lines, ({ key_id }) => key_id).values()].flatMap((linesOfApiKey) => {
    const sortedLines = linesOfApiKey.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    return Array.from({ length: Math.ceil(sortedLines.length / LINES_PER_BATCH) }, (_, index) => {
      const batchLines = sortedLines.slice(index * LINES_PER_BATCH, (index + 1) * LINES_PER_BATCH);
      const { key_id = '', time = '', request_id = '' } = batchLines[0] ?? {};
      return { storeKey: `${batchPrefix(key_id)}${time}.${request_id}`, lines: batchLines };
    });
  });
}

/** The entries to store for these calls. Pure: the same calls make the same entries. */
export function requestBatches(lines: readonly LoggedRequest[]) {
  const batches = batchesOf(lines);
  const batchKeyByRequest = batches.flatMap(({ storeKey, lines: batchLines }) =>
    batchLines.map(({ request_id: id }) => ({ id, storeKey })),
  );
  const indexes = [...groupBy(batchKeyByRequest, ({ id }) => bucketPrefix(id))].map(([prefix, requests]) => ({
    key: `${prefix}${requests[0]?.id}`,
    value: {
      packs: [...groupBy(requests, ({ storeKey }) => storeKey)].map(([storeKey, requestsOfBatch]) => ({
        key: storeKey,
        ids: requestsOfBatch.map(({ id }) => id),
      })),
    },
    ttl: KEPT_MS,
  }));
  const entries = batches.map(({ storeKey: key, ...value }) => ({ key, value, ttl: KEPT_MS }));
  return [...entries, ...indexes];
}

/** The values of a range of store keys. Only `requestBatches` writes them, so they have its shapes. */
async function* valuesOfRange<T extends Batch | Index>(
  coordination: Coordination,
  range: { readonly from: string; readonly to: string },
): AsyncGenerator<T> {
  let { from } = range;
  for (;;) {
    const page = await coordination.range(from, range.to, ENTRIES_PER_PAGE);
    for (const { value } of page) yield value as T;
    const last = page.at(-1);
    if (last === undefined || page.length < ENTRIES_PER_PAGE) return;
    from = `${last.key}\u0000`;
  }
}

/** A range of times. Both are ISO 8601 or its beginning, such as a day; null: no bound. */
export interface TimeRange {
  readonly from: string | null;
  readonly before: string | null;
}

export const isInTimeRange = (time: string, { from, before }: TimeRange): boolean =>
  (from === null || time >= from) && (before === null || time < before);

/** The longest time between the first call of a batch, whose time is in the store key, and the last. */
const MAX_BATCH_SPAN_MS = 20 * 60_000;

/** The calls of an API key in the last 30 days, nearly in order of time. */
export async function* requestsOfKey(
  coordination: Coordination,
  keyId: string,
  timeRange: TimeRange = { from: null, before: null },
): AsyncGenerator<LoggedRequest> {
  const { from, before } = timeRange;
  const prefix = batchPrefix(keyId);
  const range = {
    from: from === null ? prefix : `${prefix}${earliestStart(from)}`,
    to: before === null ? endOfRange(prefix) : `${prefix}${before}`,
  };
  for await (const { lines } of valuesOfRange<Batch>(coordination, range))
    for (const line of lines) if (isInTimeRange(line.time, timeRange)) yield line;
}

/** The earliest time at which a batch with calls of `time` or later can begin. */
const earliestStart = (time: string): string => new Date(Date.parse(time) - MAX_BATCH_SPAN_MS).toISOString();

/** The call with this id; undefined if the request log does not have it. */
export async function requestById(
  coordination: Coordination,
  requestId: string,
): Promise<LoggedRequest | undefined> {
  const prefix = bucketPrefix(requestId);
  const bucket = { from: prefix, to: endOfRange(prefix) };
  for await (const { packs } of valuesOfRange<Index>(coordination, bucket)) {
    const batch = packs.find(({ ids }) => ids.includes(requestId));
    if (batch === undefined) continue;
    const value = (await coordination.get(batch.key))?.value as Batch | undefined;
    return value?.lines.find(({ request_id }) => request_id === requestId);
  }
  return undefined;
}
