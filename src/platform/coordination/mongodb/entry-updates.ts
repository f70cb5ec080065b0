/**
 * Entries as they lie in MongoDB, and how one is put or taken away in a single update that looks at the entry and at
 * the server's clock itself. An expired entry counts as none, and so does a deleted one: it stays for a while, expired
 * and empty, so that its version can't occur again.
 *
 * A version is the server's time of its put, or one more than the version before it, whichever is greater. An entry
 * that is there hands its version on; one that is gone had expired by the same clock before, so whatever is put later
 * gets a later time.
 */
import type { Document as Expression } from 'mongodb';
import type { JsonObject } from '../../../shared/json.js';
import type { CoordinationEntry } from '../coordination.js';

export interface StoredEntry {
  /** The key. MongoDB orders strings by their UTF-8 bytes. */
  readonly _id: string;
  readonly version: number;
  /** JSON. */
  readonly value: string;
  readonly expires: Date;
  /** The put that wrote it, by which a repeated put recognises its own write. */
  readonly by: string;
}

export interface EntryPut {
  readonly value: JsonObject;
  /** As in `PutOptions`; undefined: whatever is there. */
  readonly expected?: number | null | undefined;
  readonly ttl?: number | undefined;
  readonly by: string;
}

/** Versions within a millisecond. Times this, milliseconds stay exact in a double until the year 2248. */
const VERSIONS_PER_MS = 1_024;

/** Stands for no expiry, so that one comparison decides whether an entry has expired. */
const NEVER = new Date('9999-12-31T23:59:59.999Z');

/** False also where there is no entry. */
const IS_ALIVE: Expression = { $gt: ['$expires', '$$NOW'] };

const NEXT_VERSION: Expression = {
  $max: [{ $add: [{ $ifNull: ['$version', 0] }, 1] }, { $multiply: [{ $toLong: '$$NOW' }, VERSIONS_PER_MS] }],
};

/** Part of a filter: living entries. */
export const ALIVE: Expression = { $expr: IS_ALIVE };

/** Where what is expected isn't there, the update leaves all as it was. */
export function putEntry({ value, expected, ttl, by }: EntryPut): Expression[] {
  const fields = {
    version: NEXT_VERSION,
    value: { $literal: JSON.stringify(value) },
    expires: ttl === undefined ? NEVER : { $add: ['$$NOW', ttl] },
    by: { $literal: by },
  };
  return [{ $set: expected === undefined ? fields : onlyIf(isExpected(expected), fields) }];
}

/** The entry as its deletion leaves it. */
export const deletedEntry = (by: string): Expression[] => [
  { $set: { value: '{}', expires: '$$NOW', by: { $literal: by } } },
];

const isExpected = (expected: number | null): Expression =>
  expected === null ? { $not: [IS_ALIVE] } : { $and: [IS_ALIVE, { $eq: ['$version', expected] }] };

const onlyIf = (condition: Expression, fields: Record<string, unknown>): Expression =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { $cond: [condition, value, `$${name}`] }]),
  );

export const entryOf = ({ _id, version, value, expires }: StoredEntry): CoordinationEntry => ({
  key: _id,
  version,
  value: JSON.parse(value) as JsonObject, // written by `putEntry`
  expiresAt: expires < NEVER ? expires.getTime() : null,
});
