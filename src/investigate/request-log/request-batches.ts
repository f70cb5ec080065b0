/**
 * How the request log lies in Coordination: calls that were written together, batched by key, so that a busy key costs
 * an entry now and then instead of two a call; and beside them what leads from a request's id to its batch.
 */
import { grouped } from '../../shared/grouped.js';
import type { Coordination } from '../../platform/coordination/coordination.js';

const KEPT_MS = 30 * 86_400_000;
const LINES_A_BATCH = 100;
/** `req_` and the first seven of a ULID's ten characters of time: ids of the same half minute. */
const BUCKET_CHARACTERS = 11;
/** Batches in one reading of the store. */
const PAGE = 200;

/** The request that holds an idempotency key, and what differs from it. */
export type LoggedConflict = {
  readonly job_id: string;
  readonly key_hash: string;
  /** By the client's names; empty where only the rows can differ. */
  readonly differs: readonly string[];
};

/** A type, not an interface: it is stored as a JSON object. */
export type LoggedRequest = {
  /** ISO 8601, when the request came in. */
  readonly time: string;
  readonly request_id: string;
  readonly key_id: string;
  readonly account_id: number;
  readonly method: string;
  /** Without query values. */
  readonly path: string;
  readonly status: number;
  /** Of an error body. */
  readonly detail: string | null;
  readonly job_id: string | null;
  readonly replayed: boolean;
  /** A W3C trace context that the client sent. */
  readonly traceparent: string | null;
  /** Of a 409 `idempotency_key_reused`; lines of earlier programs don't have it. */
  readonly conflict?: LoggedConflict | null;
};

/** Of one key, in the order in which they ended. */
type Batch = { readonly lines: readonly LoggedRequest[] };
/** Where the requests of one half minute lie; `packs` is the stored name of their batches. */
type Index = { readonly packs: readonly { readonly key: string; readonly ids: readonly string[] }[] };

export interface BatchEntry {
  readonly key: string;
  readonly value: Batch | Index;
  /** Milliseconds: 30 days. */
  readonly ttl: number;
}

const batchPrefix = (keyId: string): string => `request/${keyId}/`;
const bucketPrefix = (requestId: string): string => `request-id/${requestId.slice(0, BUCKET_CHARACTERS)}/`;
/** The character after the separator ends a range. */
const endOf = (prefix: string): string => `${prefix.slice(0, -1)}0`;
const rangeOf = (prefix: string): { from: string; to: string } => ({ from: prefix, to: endOf(prefix) });

function batchesOf(lines: readonly LoggedRequest[]): { key: string; lines: readonly LoggedRequest[] }[] {
  return [...grouped(lines, ({ key_id }) => key_id).values()].flatMap((keyLines) =>
    Array.from({ length: Math.ceil(keyLines.length / LINES_A_BATCH) }, (_, index) => {
      const batchLines = keyLines.slice(index * LINES_A_BATCH, (index + 1) * LINES_A_BATCH);
      const { key_id = '', time = '', request_id = '' } = batchLines[0] ?? {};
      return { key: `${batchPrefix(key_id)}${time}.${request_id}`, lines: batchLines };
    }),
  );
}

/** What `putMany` writes for these calls. Pure: the same calls make the same entries. */
export function requestBatches(lines: readonly LoggedRequest[]): BatchEntry[] {
  const batches = batchesOf(lines);
  const places = batches.flatMap(({ key, lines: some }) => some.map(({ request_id: id }) => ({ id, key })));
  const indexes = [...grouped(places, ({ id }) => bucketPrefix(id))].map(([prefix, bucketPlaces]) => ({
    key: `${prefix}${bucketPlaces[0]?.id}`,
    value: {
      packs: [...grouped(bucketPlaces, ({ key }) => key)].map(([key, placed]) => ({
        key,
        ids: placed.map(({ id }) => id),
      })),
    },
    ttl: KEPT_MS,
  }));
  return [
    ...batches.map(({ key, lines: some }) => ({ key, value: { lines: some }, ttl: KEPT_MS })),
    ...indexes,
  ];
}

/** Every value of a range of keys. The log is written by `requestBatches` alone, so they have its shapes. */
async function* valuesIn<T extends Batch | Index>(
  coordination: Coordination,
  range: { readonly from: string; readonly to: string },
): AsyncGenerator<T> {
  let { from } = range;
  for (;;) {
    const page = await coordination.range(from, range.to, PAGE);
    for (const { value } of page) yield value as T;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    from = `${last.key}\u0000`;
  }
}

/** Times are ISO 8601, or the beginning of it such as a day; null bounds nothing. */
export interface Between {
  readonly from: string | null;
  readonly before: string | null;
}

export const isBetween = (time: string, { from, before }: Between): boolean =>
  (from === null || time >= from) && (before === null || time < before);

/** Calls lie in a batch that is named by its first; its last may be this much later. */
const BATCH_SPANS_MS = 20 * 60_000;

/** The calls of a key in the last 30 days, about by time. */
export async function* requestsOfKey(
  coordination: Coordination,
  keyId: string,
  between: Between = { from: null, before: null },
): AsyncGenerator<LoggedRequest> {
  const { from, before } = between;
  const prefix = batchPrefix(keyId);
  const range = {
    from: from === null ? prefix : `${prefix}${earlier(from)}`,
    to: before === null ? endOf(prefix) : `${prefix}${before}`,
  };
  for await (const { lines } of valuesIn<Batch>(coordination, range))
    for (const line of lines) if (isBetween(line.time, between)) yield line;
}

/** A time before which no batch with calls from `time` on begins. */
const earlier = (time: string): string => new Date(Date.parse(time) - BATCH_SPANS_MS).toISOString();

/** One call; undefined where the request log does not have it, or not any more. */
export async function requestById(
  coordination: Coordination,
  requestId: string,
): Promise<LoggedRequest | undefined> {
  for await (const { packs } of valuesIn<Index>(coordination, rangeOf(bucketPrefix(requestId)))) {
    const batch = packs.find(({ ids }) => ids.includes(requestId));
    if (batch === undefined) continue;
    const value = (await coordination.get(batch.key))?.value as Batch | undefined;
    return value?.lines.find(({ request_id }) => request_id === requestId);
  }
  return undefined;
}
