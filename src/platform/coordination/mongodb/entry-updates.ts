/**
 * How MongoDB stores entries, and how one update puts or deletes an entry. The server compares the entry with
 * its own clock inside that update. An expired entry counts as none. A deleted entry counts as none too: it
 * stays for a while, expired and empty, so that its version can't occur again.
 *
 * A version is the greater of two numbers: the server's time of the put, or one more than the version before.
 * A new put after an entry was removed gets a greater version: the removed entry had expired by the same
 * clock.
 */
import type { Document as Expression } from 'mongodb';
import type { JsonObject } from '../../../shared/json.js';
import type { CoordinationEntry } from '../coordination.js';

export interface StoredEntry {
  /** The key. MongoDB orders strings by their UTF-8 bytes. */
  readonly _id: string;
  readonly version: number;
  /** As JSON. */
  readonly value: string;
  readonly expires: Date;
  /** The id of the put that wrote the entry: a repeated put recognises its own write by it. */
  readonly by: string;
}

export interface EntryPut {
  readonly value: JsonObject;
  /** As in `PutOptions`; undefined: any entry or none. */
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

/** A part of a filter: it lets living entries through. */
export const ALIVE: Expression = { $expr: IS_ALIVE };

/** The update changes nothing where the expected version isn't there. */
export function putEntry({ value, expected, ttl, by }: EntryPut): Expression[] {
  const fields = {
    version: NEXT_VERSION,
    value: { $literal: JSON.stringify(value) },
    expires: ttl === undefined ? NEVER : { $add: ['$$NOW', ttl] },
    by: { $literal: by },
  };
  return [{ $set: expected === undefined ? fields : onlyIf(isExpected(expected), fields) }];
}

/** Makes an entry expired and empty. */
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
  value: JSON.parse(value) as JsonObject, // `putEntry` wrote it
  expiresAt: expires < NEVER ? expires.getTime() : null,
});
