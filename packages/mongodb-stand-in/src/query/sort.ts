/**
 * Sorting as the server does it: by type, then value; of an array the least element counts, or the greatest.
 */
import { keyString, turnedRound } from '../bson/key-string.js';
import { isNumeric, toNumber, type Doc } from '../bson/values.js';
import { badValue } from '../errors.js';
import { leavesAt } from './paths.js';

export interface KeyPart {
  readonly path: string;
  readonly direction: 1 | -1;
}

/** @throws ServerError where a direction is neither 1 nor -1 */
export function keyParts(pattern: Doc): readonly KeyPart[] {
  return Object.entries(pattern).map(([path, direction]) => {
    const number = isNumeric(direction) ? toNumber(direction) : 0;
    if (number !== 1 && number !== -1) throw badValue(`Illegal key in sort or index: ${path}`);
    return { path, direction: number };
  });
}

/** A string by which documents sort. */
export function sortKey(document: Doc, parts: readonly KeyPart[]): string {
  return parts
    .map(({ path, direction }) => {
      const keys = leavesAt(document, path.split('.')).flatMap(keysOf).sort();
      return direction === 1 ? (keys[0] ?? '') : turnedRound(keys.at(-1) ?? '');
    })
    .join('');
}

/** An empty array comes before everything but MinKey. */
function keysOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [keyString(value)];
  return value.length === 0 ? ['\x02'] : (value as unknown[]).map(keyString);
}
