/**
 * A ranged read as bounds on one compound index: its fields, then the key. Bounds are given as places in the index
 * (`min` inclusive, `max` exclusive) because comparisons in a filter stay within a type, and the port's order goes
 * across them: what lacks the field, then numbers, then text. Keys alone are all text: a filter does.
 */
import { MaxKey, MinKey, type FindOptions } from 'mongodb';
import type { RangeQuery } from '../read-models.js';
import { indexField, indexValue, type IndexValue } from './stored-document.js';

/** A part of a place; null stands for a document without the field, as it does in MongoDB's indexes. */
type Part = IndexValue | null | MinKey | MaxKey;
type Place = readonly Part[];

/** What to find, and how. */
export interface BoundedFind {
  readonly filter: { readonly _id?: { readonly $gte?: string; readonly $lt?: string } };
  readonly options: Pick<FindOptions, 'hint' | 'sort' | 'min' | 'max'>;
}

const LOWEST = new MinKey();
const HIGHEST = new MaxKey();

/** The index as MongoDB has it. */
export const keyPattern = (fields: readonly string[]): Readonly<Record<string, 1>> =>
  Object.fromEntries([...fields.map(indexField), '_id'].map((name) => [name, 1 as const]));

/** The fields of an index by its key pattern. */
export const patternFields = (pattern: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(pattern)
    .filter((name) => name !== '_id')
    .map((name) => name.slice(indexField('').length));

/**
 * Undefined where nothing can lie within the bounds, which the server would refuse.
 * @throws RangeError for more values than the index has fields
 */
export function boundedFind(fields: readonly string[], query: RangeQuery): BoundedFind | undefined {
  const { equals = [], from, to, after } = query;
  if (equals.length > fields.length) {
    throw new RangeError(`${equals.length} values for an index of ${fields.length} fields`);
  }
  const isDescending = query.order === 'descending';
  const width = fields.length + 1;
  const whole = (parts: Place, rest: Part): Place => [
    ...parts,
    ...Array.from({ length: width - parts.length }, () => rest),
  ];
  let min = whole(from === undefined ? equals : [...equals, from], LOWEST);
  let max = to === undefined ? whole(equals, HIGHEST) : whole([...equals, to], LOWEST);
  if (after !== undefined && isDescending) max = lower(max, placeOf(after, fields));
  if (after !== undefined && !isDescending) {
    min = higher(min, placeOf({ ...after, key: keyAfter(after.key) }, fields));
  }
  if (compare(min, max) >= 0) return undefined;
  const hint = keyPattern(fields);
  const sort = Object.fromEntries(Object.keys(hint).map((name) => [name, isDescending ? -1 : 1] as const));
  if (fields.length === 0) return findByKey(min[0], max[0], sort);
  const named = (parts: Place): Record<string, Part> =>
    Object.fromEntries(Object.keys(hint).map((name, index) => [name, parts[index] ?? null]));
  return { filter: {}, options: { hint, sort, min: named(min), max: named(max) } };
}

/** Every key is text: a bound of another kind lies before all of them or behind. */
function findByKey(
  min: Part | undefined,
  max: Part | undefined,
  sort: Record<string, 1 | -1>,
): BoundedFind | undefined {
  if (typeof max === 'number' || min instanceof MaxKey) return undefined;
  const from = typeof min === 'string' ? { $gte: min } : {};
  const to = typeof max === 'string' ? { $lt: max } : {};
  const bounded = typeof min === 'string' || typeof max === 'string';
  return { filter: bounded ? { _id: { ...from, ...to } } : {}, options: { sort } };
}

const placeOf = (
  { key, fields: values }: NonNullable<RangeQuery['after']>,
  fields: readonly string[],
): Place => [...fields.map((field) => indexValue(values, field) ?? null), key];

/** The lowest key behind this one: nothing lies between a text and the same with a NUL behind it. */
const keyAfter = (key: string): string => `${key}\0`;

const lower = (a: Place, b: Place): Place => (compare(a, b) <= 0 ? a : b);
const higher = (a: Place, b: Place): Place => (compare(a, b) >= 0 ? a : b);

function compare(a: Place, b: Place): number {
  for (const [index, part] of a.entries()) {
    const order = compareParts(part, b[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(a: Part, b: Part): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return rank(a) - rank(b);
}

/** The order of types in MongoDB, as far as they occur here. */
function rank(part: Part): number {
  if (part === null) return 1;
  if (typeof part === 'number') return 2;
  if (typeof part === 'string') return 3;
  return part instanceof MinKey ? 0 : 4;
}
