/**
 * Values as strings whose order is that of BSON (documentation "Comparison/Sort Order"), as the server's own
 * KeyString does it. Every char is one byte, and no value's string is the beginning of another's, so strings
 * of several values can be put one after the other, and turned round for descending indexes.
 */
import { BSONRegExp, Binary, Code, Long, Timestamp } from 'bson';
import { bytesOf, groupOf, isTimestamp, toNumber, TYPE_ORDER, type Doc, type TypeGroup } from './values.js';

/** Sorts behind everything that begins with the same. */
export const AFTER = '\xff';

export const tagOf = (group: TypeGroup): string => String.fromCharCode(TYPE_ORDER[group]);

export function keyString(value: unknown): string {
  const group = groupOf(value);
  return tagOf(group) + contentOf(value, group);
}

function contentOf(value: unknown, group: TypeGroup): string {
  switch (group) {
    case 'minKey':
    case 'maxKey':
    case 'null':
      return '';
    case 'number':
      return numberContent(value);
    case 'string':
      return text(String(value));
    case 'object':
      return objectContent(value as Doc);
    case 'array':
      return `${(value as unknown[]).map(keyString).join('')}\x00`;
    case 'binary':
      return binaryContent(value);
    case 'objectId':
      return latin(bytesOf(value));
    case 'boolean':
      return value === true ? '\x02' : '\x01';
    case 'date':
      return integer(BigInt((value as Date).getTime()));
    case 'timestamp':
      return timestampContent(value);
    case 'regex':
      return regexContent(value);
    case 'code':
      return text(value instanceof Code ? value.code : '');
  }
}

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const PLAIN_TEXT = /^[\x01-\x7f]*$/;

/** UTF-8, in whose order the server compares; a NUL in it must not look like its end. */
function text(value: string): string {
  if (PLAIN_TEXT.test(value)) return `${value}\x00\x01`;
  return `${Buffer.from(value, 'utf8').toString('latin1').replaceAll('\x00', '\x00\xff')}\x00\x01`;
}

const scratch = Buffer.alloc(8);

/** The order of IEEE doubles is that of their bytes once the sign is dealt with; NaN comes before all. */
function double(value: number): string {
  if (Number.isNaN(value)) return '\x00'.repeat(8);
  scratch.writeDoubleBE(value === 0 ? 0 : value);
  const first = scratch.readUInt8(0);
  if (first < 0x80) {
    scratch.writeUInt8(first | 0x80, 0);
  } else {
    for (let at = 0; at < 8; at += 1) scratch.writeUInt8(0xff - scratch.readUInt8(at), at);
  }
  return scratch.toString('latin1', 0, 8);
}

/** A long between two doubles is told from them by how far it is from the one that it rounds to. */
function numberContent(value: unknown): string {
  const rounded = toNumber(value);
  if (!Long.isLong(value) || Number.isSafeInteger(rounded)) return `${double(rounded)}\x80\x00`;
  const offset = Number(value.toBigInt() - BigInt(rounded)) + 0x8000;
  return `${double(rounded)}${String.fromCharCode(offset >> 8, offset & 0xff)}`;
}

function integer(value: bigint): string {
  scratch.writeBigUInt64BE(BigInt.asUintN(64, value) ^ (1n << 63n));
  return scratch.toString('latin1', 0, 8);
}

function timestampContent(value: unknown): string {
  if (!isTimestamp(value)) throw new TypeError('not a timestamp');
  scratch.writeUInt32BE(value.t, 0);
  scratch.writeUInt32BE(value.i, 4);
  return scratch.toString('latin1', 0, 8);
}

/** Shorter before longer, then by kind, then by content. */
function binaryContent(value: unknown): string {
  const bytes = bytesOf(value);
  scratch.writeUInt32BE(bytes.length);
  const subtype = value instanceof Binary ? value.sub_type : 0;
  return scratch.toString('latin1', 0, 4) + String.fromCharCode(subtype) + latin(bytes);
}

/** Field by field in their order: type, name, value. */
function objectContent(value: Doc): string {
  let content = '';
  for (const [name, field] of Object.entries(value)) {
    const group = groupOf(field);
    content += tagOf(group) + text(name) + contentOf(field, group);
  }
  return `${content}\x00`;
}

function regexContent(value: unknown): string {
  if (value instanceof BSONRegExp) return text(value.pattern) + text(value.options);
  return value instanceof RegExp ? text(value.source) + text(value.flags) : text('');
}

/** The string of a value in a descending index. */
export function turnedRound(key: string): string {
  const bytes = Buffer.from(key, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) bytes.writeUInt8(0xff - bytes.readUInt8(at), at);
  return bytes.toString('latin1');
}

const SURROGATE = /[\ud800-\udfff]/;

/** Below 0 where the first comes first. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string' && !SURROGATE.test(a) && !SURROGATE.test(b)) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) return a - b;
  const [first, second] = [keyString(a), keyString(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

export const equalValues = (a: unknown, b: unknown): boolean => a === b || compareValues(a, b) === 0;

export const timestampKey = (value: Timestamp): string => keyString(value);
