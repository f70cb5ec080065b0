/**
 * A ranged read as a filter that one compound index answers: its fields, then the key. A comparison in a
 * filter knows one field and one type. The port's order crosses both: missing, then numbers, then text. So
 * the range between two places is split into stretches, each with fixed first fields, then bounds.
 */
import type { FindOptions } from 'mongodb';
import type { RangeQuery, Selection } from '../read-models.js';
import { indexField, indexValue, type IndexValue } from './stored-document.js';

const LOWEST = Symbol('before every value');
const HIGHEST = Symbol('behind every value');

/** Null stands for a document without the field, as in MongoDB's indexes. */
type FieldValue = IndexValue | null;
type Part = FieldValue | typeof LOWEST | typeof HIGHEST;
/** A part for each field of the index: values, then only the lowest part or only the highest. */
type Place = readonly Part[];

interface Bounds {
  readonly $gt?: IndexValue;
  readonly $gte?: IndexValue;
  readonly $lt?: IndexValue;
}

type Stretch = Readonly<Record<string, FieldValue | Bounds>>;

/** The filter of a find, and its hint and order. */
export interface BoundedFind {
  readonly filter: Stretch | { readonly $or: Stretch[] };
  readonly options: Pick<FindOptions, 'hint' | 'sort'>;
}

/** The index's key pattern in MongoDB. */
export const keyPattern = (fields: readonly string[]): Readonly<Record<string, 1>> =>
  Object.fromEntries([...fields.map(indexField), '_id'].map((name) => [name, 1 as const]));

/** The fields of an index by its key pattern. */
export const patternFields = (pattern: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(pattern)
    .filter((name) => name !== '_id')
    .map((name) => name.slice(indexField('').length));

/**
 * Undefined where nothing can lie within the bounds. The hint makes the server refuse a dropped index.
 * @throws RangeError for more values than the index has fields
 */
export function boundedFind(fields: readonly string[], query: RangeQuery): BoundedFind | undefined {
  const { equals = [], from, to, after } = query;
  if (equals.length > fields.length)
    throw new RangeError(`${equals.length} values for an index of ${fields.length} fields`);
  const isDescending = query.order === 'descending';
  const pattern = keyPattern(fields);
  const names = Object.keys(pattern);
  const whole = (parts: Place, rest: Part): Place => [
    ...parts,
    ...Array.from({ length: names.length - parts.length }, () => rest),
  ];
  let min = whole(from === undefined ? equals : [...equals, from], LOWEST);
  let max = to === undefined ? whole(equals, HIGHEST) : whole([...equals, to], LOWEST);
  if (after !== undefined && isDescending) max = lower(max, placeOf(after, fields));
  if (after !== undefined && !isDescending)
    min = higher(min, placeOf({ ...after, key: keyAfter(after.key) }, fields));
  const stretches = stretchesBetween(names, min, max);
  const [only] = stretches;
  if (only === undefined) return undefined;
  const sort = Object.fromEntries(names.map((name) => [name, isDescending ? -1 : 1] as const));
  return {
    filter: stretches.length === 1 ? only : { $or: [...stretches] },
    options: fields.length === 0 ? { sort } : { hint: pattern, sort },
  };
}

/** A selection as a filter on the entries of its index. A bound of one type meets no other type. */
export function selectedFind(fields: readonly string[], { where, sort, order }: Selection) {
  const direction = order === 'descending' ? (-1 as const) : (1 as const);
  const filter = Object.entries(where).map(([field, condition]) => {
    if (typeof condition !== 'object') return [indexField(field), condition];
    const { from, to } = condition;
    const least = from ?? (typeof to === 'number' ? -Infinity : '');
    return [indexField(field), { $gte: least, ...(to === undefined ? {} : { $lt: to }) }];
  });
  return {
    filter: Object.fromEntries(filter) as Stretch,
    hint: keyPattern(fields),
    sort: { [indexField(sort)]: direction, _id: direction },
  };
}

/** From `min` to before `max`: the rest behind min's first fields, the middle, the part before max. */
function stretchesBetween(names: readonly string[], min: Place, max: Place): readonly Stretch[] {
  if (compare(min, max) >= 0) return [];
  const parting = min.findIndex((part, at) => compareParts(part, partAt(max, at)) !== 0);
  const stretches = (place: Place, at: number, from: Part, to: Part): readonly Stretch[] => {
    const fixed = names.slice(0, at).map((name, index) => [name, valueOf(place[index])] as const);
    const isIncluded = partAt(min, at + 1) === LOWEST;
    const [name = ''] = names.slice(at);
    if (from === LOWEST && to === HIGHEST) return [Object.fromEntries(fixed)];
    const types = valuesBetween(from, to, isIncluded, name === '_id');
    return types.map((values) => Object.fromEntries<FieldValue | Bounds>([...fixed, [name, values]]));
  };
  const found = [...stretches(min, parting, partAt(min, parting), partAt(max, parting))];
  for (let at = parting + 1; at < names.length; at++) {
    const from = partAt(min, at);
    const to = partAt(max, at);
    if (from !== LOWEST) found.unshift(...stretches(min, at, from, HIGHEST));
    if (to !== HIGHEST) found.push(...stretches(max, at, LOWEST, to));
  }
  return found;
}

/** Bounds for each type, in the order of types. Every key is text. */
function valuesBetween(
  from: Part,
  to: Part,
  isIncluded: boolean,
  isKey: boolean,
): readonly (Bounds | null)[] {
  const hasNull = !isKey && rank(to) > rank(null) && (from === LOWEST || (from === null && isIncluded));
  const bounds = (isKey ? [''] : [-Infinity, '']).flatMap((least) => {
    if (rank(from) > rank(least) || rank(to) < rank(least) || to === least) return [];
    const first = isValue(from) && rank(from) === rank(least) ? from : undefined;
    const start = first === undefined ? { $gte: least } : isIncluded ? { $gte: first } : { $gt: first };
    return isValue(to) && rank(to) === rank(least) ? [{ ...start, $lt: to }] : [start];
  });
  return hasNull ? [null, ...bounds] : bounds;
}

const isValue = (part: Part): part is IndexValue => typeof part === 'number' || typeof part === 'string';

const valueOf = (part: Part | undefined): FieldValue => (part !== undefined && isValue(part) ? part : null);

/** The lowest part stands for a missing one. */
function partAt(place: Place, at: number): Part {
  const part = place[at];
  return part === undefined ? LOWEST : part;
}

const placeOf = (
  { key, fields: values }: NonNullable<RangeQuery['after']>,
  fields: readonly string[],
): Place => [...fields.map((field) => indexValue(values, field) ?? null), key];

/** The next key: nothing lies between a text and the same text with a NUL behind it. */
const keyAfter = (key: string): string => `${key}\0`;

const lower = (a: Place, b: Place): Place => (compare(a, b) <= 0 ? a : b);
const higher = (a: Place, b: Place): Place => (compare(a, b) >= 0 ? a : b);

function compare(a: Place, b: Place): number {
  for (const [index, part] of a.entries()) {
    const order = compareParts(part, partAt(b, index));
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(a: Part, b: Part): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return rank(a) - rank(b);
}

/** MongoDB's order of types, as far as they occur here. */
function rank(part: Part): number {
  if (part === LOWEST) return 0;
  if (part === null) return 1;
  if (typeof part === 'number') return 2;
  return typeof part === 'string' ? 3 : 4;
}
