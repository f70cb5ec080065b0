/**
 * Which index answers a find, and which stretches of it are read, so that a page of many documents costs as
 * much as the page. What is read is tried on the whole filter, unless the stretches hold just what it
 * matches.
 */
import { AFTER, equalValues, turnedRound } from '../bson/key-string.js';
import { groupOf, isDoc, type Doc } from '../bson/values.js';
import { badValue } from '../errors.js';
import type { CollectionState, IndexState, StoredDocument } from '../store/collection-state.js';
import type { KeyRange } from '../store/sorted-tree.js';
import { boundsOf, isPoint, isStretch, type FieldBounds } from './bounds.js';
import { filterOf } from './filter.js';
import type { KeyPart } from './sort.js';

/** A way of reading a collection. */
export interface Plan {
  /** None: all documents, in the order in which they came. */
  readonly index: IndexState | undefined;
  readonly ranges: readonly KeyRange[];
  /** It reads in the order that was asked for, if this way round. */
  readonly sorts: 'forwards' | 'backwards' | undefined;
  /** All that is read matches the filter. */
  readonly isExact: boolean;
}

export type Found = readonly [record: string, document: StoredDocument];

const MAX_RANGES = 5_000;

type Bounds = ReadonlyMap<string, FieldBounds>;

/** @throws ServerError where the hint names no index */
export function planOf(
  collection: CollectionState,
  condition: Doc,
  sort: readonly KeyPart[],
  hint?: unknown,
): Plan {
  const branches = branchesOf(condition);
  if (hint !== undefined) {
    const plan = hinted(collection, branches, sort, hint);
    return { ...plan, isExact: plan.index !== undefined && isExact(plan.index, condition) };
  }
  const rated = collection.indexes
    .filter(
      ({ spec }) =>
        !spec.isSparse && (spec.partial === undefined || implies(condition, spec.partial.condition)),
    )
    .map((index) => rate(index, branches, sort))
    .sort((a, b) => b.score - a.score);
  const [best] = rated;
  return best !== undefined && best.score > 0 ? best.plan : natural();
}

/** What stands between the equal fields and the end decides; the order of the answer only after it. */
function rate(
  index: IndexState,
  branches: readonly Bounds[],
  sort: readonly KeyPart[],
): { plan: Plan; score: number } {
  const each = branches.map((bounds) => stretches(index, bounds));
  const ranges = joined(each.flatMap((branch) => branch.ranges));
  const equal = Math.min(...each.map((branch) => branch.equal));
  const hasRange = each.every((branch) => branch.equal > equal || branch.hasRange);
  const isOnePrefix = each.length === 1 && ranges.length === 1;
  const sorts = sort.length > 0 ? direction(index, isOnePrefix ? equal : 0, sort) : undefined;
  return {
    plan: { index, ranges, sorts, isExact: false },
    score: equal * 4 + (hasRange ? 2 : 0) + (sorts === undefined ? 0 : 1),
  };
}

const natural = (): Plan => ({ index: undefined, ranges: [{ from: '' }], sorts: undefined, isExact: false });

function hinted(
  collection: CollectionState,
  branches: readonly Bounds[],
  sort: readonly KeyPart[],
  hint: unknown,
): Plan {
  if (isDoc(hint) && hint.$natural !== undefined) return natural();
  return rate(hintedIndex(collection, hint), branches, sort).plan;
}

/** One stretch of an index. */
export const scanned = (index: IndexState, range: KeyRange, sort: readonly KeyPart[]): Plan => ({
  index,
  ranges: [range],
  sorts: sort.length > 0 ? direction(index, 0, sort) : undefined,
  isExact: false,
});

/** @throws ServerError where there is no such index */
export function hintedIndex(collection: CollectionState, hint: unknown): IndexState {
  const index = collection.indexes.find(({ spec }) =>
    typeof hint === 'string' ? spec.name === hint : equalValues(spec.pattern, hint),
  );
  if (index === undefined) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  return index;
}

/** As many as there are alternatives; what stands beside them holds for each. */
function branchesOf(condition: Doc): readonly Bounds[] {
  const { $or: alternatives, ...rest } = condition;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return [boundsOf(condition)];
  return (alternatives as unknown[]).map((one) => boundsOf({ $and: [rest, one] }));
}

/** Whether all alternatives are values for the first fields of the index, then bounds for one. */
function isExact(index: IndexState, condition: Doc): boolean {
  const paths = Object.keys(condition);
  const { $or: alternatives } = condition;
  if (paths.length === 1 && Array.isArray(alternatives)) {
    return (alternatives as unknown[]).every((one) => isDoc(one) && isExact(index, one));
  }
  const parts = index.spec.parts.slice(0, paths.length);
  return (
    !index.isMultikey &&
    parts.length === paths.length &&
    parts.every(({ path, direction }, at) => {
      const isFit = isPoint(condition[path]) || (at === parts.length - 1 && isStretch(condition[path]));
      return direction === 1 && path in condition && isFit;
    })
  );
}

type Stretch = Required<KeyRange>;

/** In order, each key once. */
function joined(ranges: readonly Stretch[]): readonly Stretch[] {
  const sorted = [...ranges].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const result: Stretch[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last === undefined || range.from > last.to) result.push(range);
    else if (range.to > last.to) result[result.length - 1] = { from: last.from, to: range.to };
  }
  return result;
}

interface Stretches {
  readonly ranges: readonly Stretch[];
  /** So many fields of the index have a value that is named. */
  readonly equal: number;
  readonly hasRange: boolean;
}

function stretches({ spec, isMultikey }: IndexState, bounds: Bounds): Stretches {
  let prefixes: readonly string[] = [''];
  for (const [equal, part] of spec.parts.entries()) {
    const bound = bounds.get(part.path);
    const points = bound?.points?.map((point) => (part.direction === -1 ? turnedRound(point) : point));
    if (points === undefined || points.length * prefixes.length > MAX_RANGES) {
      const range = rangeOf(points === undefined ? bound : undefined, part, isMultikey);
      return {
        ranges: prefixes.map((prefix) => ({ from: prefix + range.from, to: prefix + range.to })),
        equal,
        hasRange: bound !== undefined && points === undefined,
      };
    }
    points.sort();
    prefixes = prefixes.flatMap((prefix) => points.map((point) => prefix + point));
  }
  const ranges = prefixes.map((prefix) => ({ from: prefix, to: prefix + AFTER }));
  return { ranges, equal: spec.parts.length, hasRange: false };
}

/** Of an array, one element may be above and another below: then one side alone is sure to find it. */
function rangeOf(
  bound: FieldBounds | undefined,
  part: KeyPart,
  isMultikey: boolean,
): { from: string; to: string } {
  const from = bound?.from ?? '';
  const to = isMultikey ? AFTER : (bound?.to ?? AFTER);
  return part.direction === 1 ? { from, to } : { from: turnedBound(to), to: turnedBound(from) };
}

/** A bound that stood behind all keys with a beginning stands before them, and the other way round. */
function turnedBound(bound: string): string {
  if (bound === '') return AFTER;
  if (bound.endsWith(AFTER)) return turnedRound(bound.slice(0, -1));
  return turnedRound(bound) + AFTER;
}

function direction(
  { spec, isMultikey }: IndexState,
  equal: number,
  sort: readonly KeyPart[],
): 'forwards' | 'backwards' | undefined {
  if (isMultikey) return undefined;
  const named = new Set(spec.parts.slice(0, equal).map(({ path }) => path));
  const rest = sort.filter(({ path }) => !named.has(path));
  const pairs = rest.map((part, at) => {
    const own = spec.parts[equal + at];
    return own?.path === part.path ? own.direction * part.direction : 0;
  });
  if (pairs.every((product) => product === 1)) return 'forwards';
  return pairs.every((product) => product === -1) ? 'backwards' : undefined;
}

/**
 * Whoever matches the filter is in the partial index: its condition stands in the filter, or follows from a
 * value.
 */
function implies(condition: Doc, partial: Doc): boolean {
  return Object.entries(partial).every(([path, demand]) => {
    const given = condition[path];
    if (given === undefined) return false;
    if (equalValues(given, demand)) return true;
    const value = isDoc(given) && '$eq' in given ? given.$eq : given;
    const isValue = !isDoc(value) && !['array', 'regex', 'null'].includes(groupOf(value));
    return isValue && !path.startsWith('$') && filterOf({ [path]: demand }).matches(asDocument(path, value));
  });
}

function asDocument(path: string, value: unknown): Doc {
  const [name = '', ...rest] = path.split('.');
  return { [name]: rest.length === 0 ? value : asDocument(rest.join('.'), value) };
}

/** The documents of a plan, each once. */
export function* read(collection: CollectionState, plan: Plan): Generator<Found> {
  const { index, ranges } = plan;
  if (index === undefined) {
    yield* collection.records.entries();
    return;
  }
  const backwards = plan.sorts === 'backwards';
  const seen = index.isMultikey ? new Set<string>() : undefined;
  for (const range of backwards ? [...ranges].reverse() : ranges) {
    for (const [, record] of index.entries.entries(range, backwards)) {
      const document = collection.records.get(record);
      if (document === undefined) throw new Error(`an entry of ${index.spec.name} without a document`);
      if (seen?.has(record) === true) continue;
      seen?.add(record);
      yield [record, document];
    }
  }
}
