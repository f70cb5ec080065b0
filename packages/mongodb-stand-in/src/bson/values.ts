/** The types of BSON as the server tells them apart, and what documents are read as. */
import {
  Binary,
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
  deserialize,
  type DeserializeOptions,
} from 'bson';

export type Doc = Record<string, unknown>;

/** For looking at: numbers are JavaScript's, but for longs that don't fit. */
const PLAIN: DeserializeOptions = { promoteLongs: true };
/** For changing and sending back: every number keeps the type that it came with. */
const EXACT: DeserializeOptions = { promoteValues: false, bsonRegExp: true };

export const readPlain = (bytes: Uint8Array): Doc => deserialize(bytes, PLAIN);
export const readExact = (bytes: Uint8Array): Doc => deserialize(bytes, EXACT);

/** What the server compares first: values of another group are never equal, and order by it. */
export const TYPE_ORDER = {
  minKey: 0x01,
  null: 0x05,
  number: 0x0a,
  string: 0x0f,
  object: 0x14,
  array: 0x19,
  binary: 0x1e,
  objectId: 0x23,
  boolean: 0x28,
  date: 0x2d,
  timestamp: 0x2f,
  regex: 0x32,
  code: 0x41,
  maxKey: 0x7f,
} as const;

export type TypeGroup = keyof typeof TYPE_ORDER;

const BSON_GROUPS: Readonly<Record<string, TypeGroup>> = {
  MinKey: 'minKey',
  MaxKey: 'maxKey',
  Int32: 'number',
  Double: 'number',
  Long: 'number',
  Decimal128: 'number',
  BSONSymbol: 'string',
  Binary: 'binary',
  ObjectId: 'objectId',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
  Code: 'code',
  DBRef: 'object',
};

const PRIMITIVE_GROUPS: Readonly<Record<string, TypeGroup>> = {
  undefined: 'null',
  number: 'number',
  bigint: 'number',
  string: 'string',
  boolean: 'boolean',
};

export function groupOf(value: unknown): TypeGroup {
  const primitive = PRIMITIVE_GROUPS[typeof value];
  if (primitive !== undefined) return primitive;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  if (value instanceof Uint8Array) return 'binary';
  return BSON_GROUPS[bsonTypeOf(value) ?? ''] ?? 'object';
}

function bsonTypeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('_bsontype' in value)) return undefined;
  return typeof value._bsontype === 'string' ? value._bsontype : undefined;
}

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  groupOf(value) === 'object' &&
  bsonTypeOf(value) === undefined;

export const isNumeric = (value: unknown): boolean => groupOf(value) === 'number';

/** As a JavaScript number; longs and decimals are rounded to it. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (Long.isLong(value)) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return Number.NaN;
}

export const bytesOf = (value: unknown): Uint8Array => {
  if (value instanceof Binary) return value.buffer.subarray(0, value.position);
  if (value instanceof ObjectId) return value.id;
  return value instanceof Uint8Array ? value : new Uint8Array();
};

export const isTimestamp = (value: unknown): value is Timestamp => value instanceof Timestamp;
