/** What an index is of: fields, who is in it, and what its entries look like. */
import { equalValues, keyString, turnedRound } from '../bson/key-string.js';
import { groupOf, isDoc, isNumeric, toNumber, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { filterOf, type Filter } from '../query/filter.js';
import { leavesAt } from '../query/paths.js';
import { keyParts, type KeyPart } from '../query/sort.js';

export interface IndexSpec {
  readonly name: string;
  readonly pattern: Doc;
  readonly parts: readonly KeyPart[];
  readonly isUnique: boolean;
  readonly isSparse: boolean;
  readonly partial: { readonly condition: Doc; readonly filter: Filter } | undefined;
  readonly expireAfterSeconds: number | undefined;
  /** As it was given, for `listIndexes` and for telling whether another is the same. */
  readonly given: Doc;
}

const KNOWN = new Set([
  'v',
  'key',
  'name',
  'ns',
  'background',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
]);

export const ID_INDEX = indexSpec({ v: 2, key: { _id: 1 }, name: '_id_' });

/** @throws ServerError where the server would refuse it, or the stand-in doesn't know it */
export function indexSpec(given: Doc): IndexSpec {
  const { key, name, unique, sparse, partialFilterExpression: condition, expireAfterSeconds } = given;
  const unknown = Object.keys(given).find((option) => !KNOWN.has(option));
  if (unknown !== undefined)
    throw new ServerError(238, `the index option ${unknown} is unknown to the stand-in`);
  if (!isDoc(key) || Object.keys(key).length === 0) {
    throw new ServerError(67, 'Index keys cannot be an empty object');
  }
  if (typeof name !== 'string') {
    throw new ServerError(9, "The 'name' field is a required property of an index specification");
  }
  if (condition !== undefined && sparse === true) {
    throw new ServerError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  return {
    name,
    pattern: key,
    parts: indexParts(key),
    isUnique: unique === true || name === '_id_',
    isSparse: sparse === true,
    partial: isDoc(condition) ? { condition, filter: filterOf(condition) } : undefined,
    expireAfterSeconds: ttlOf(expireAfterSeconds, key),
    given: { v: 2, ...withoutNs(given) },
  };
}

function withoutNs({ ns: _ns, background: _background, ...given }: Doc): Doc {
  return given;
}

/** What a shard key of hashed keys needs. Kept in the order of the keys, which no answer shows. */
export function isHashedId(key: unknown): boolean {
  return equalValues(key, { _id: 'hashed' });
}

function indexParts(key: Doc): readonly KeyPart[] {
  if (isHashedId(key)) return keyParts({ _id: 1 });
  for (const [path, kind] of Object.entries(key)) {
    if (!isNumeric(kind))
      throw new ServerError(238, `an index of ${path} that is ${String(kind)} is unknown to the stand-in`);
  }
  return keyParts(key);
}

function ttlOf(seconds: unknown, key: Doc): number | undefined {
  if (seconds === undefined) return undefined;
  if (Object.keys(key).length > 1) {
    throw new ServerError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  }
  const number = toNumber(seconds);
  if (!(number >= 0))
    throw new ServerError(67, "TTL index 'expireAfterSeconds' must be within the range of 0 to 2147483647");
  return number;
}

/**
 * The entries of a document, without what tells documents with equal ones apart; none where it isn't in the
 * index.
 */
export function entriesOf(spec: IndexSpec, document: Doc): readonly string[] {
  if (spec.partial !== undefined && !spec.partial.filter.matches(document)) return [];
  const [only] = spec.parts;
  if (spec.parts.length === 1 && only !== undefined && !only.path.includes('.')) {
    const value = document[only.path];
    if (spec.isSparse && value === undefined) return [];
    if (!Array.isArray(value)) return [directed(keyString(value), only)];
  }
  const columns = spec.parts.map((part) => leavesAt(document, part.path.split('.')));
  if (spec.isSparse && columns.every((values) => values.every((value) => value === undefined))) return [];
  return [...new Set(combined(columns.map((values, at) => columnKeys(values, spec.parts[at]))))];
}

const directed = (key: string, part: KeyPart | undefined): string =>
  part?.direction === -1 ? turnedRound(key) : key;

/** An array has an entry for each of its elements. */
function columnKeys(values: readonly unknown[], part: KeyPart | undefined): string[] {
  return values
    .flatMap((value) =>
      Array.isArray(value) ? (value.length === 0 ? ['\x02'] : value.map(keyString)) : [keyString(value)],
    )
    .map((key) => directed(key, part));
}

const combined = (columns: readonly (readonly string[])[]): string[] =>
  columns.reduce<string[]>((keys, column) => keys.flatMap((key) => column.map((next) => key + next)), ['']);

export const isMultikey = (spec: IndexSpec, document: Doc): boolean =>
  spec.parts.some(({ path }) => {
    const leaves = leavesAt(document, path.split('.'));
    return leaves.length > 1 || leaves.some(Array.isArray);
  });

/** The values that a document has in the index, by field, as errors show them. */
export const keyValueOf = (spec: IndexSpec, document: Doc): Doc =>
  Object.fromEntries(
    spec.parts.map(({ path }) => {
      const [value = null] = leavesAt(document, path.split('.'));
      return [path, value];
    }),
  );

/** As the shell writes it, which is how messages name values. */
export function shellText(value: unknown): string {
  switch (groupOf(value)) {
    case 'string':
      return JSON.stringify(value);
    case 'null':
      return 'null';
    case 'objectId':
      return `ObjectId('${String(value)}')`;
    case 'date':
      return `new Date(${(value as Date).getTime()})`;
    case 'object':
      return `{ ${Object.entries(value as Doc)
        .map(([name, field]) => `${name}: ${shellText(field)}`)
        .join(', ')} }`;
    default:
      return String(value);
  }
}
