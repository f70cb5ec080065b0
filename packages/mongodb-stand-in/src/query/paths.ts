/** What a dotted path leads to in a document, arrays on the way included. */
import { isDoc, type Doc } from '../bson/values.js';

const INDEX = /^(0|[1-9]\d*)$/;

/** Every value that a condition on the path is tried on: an array itself, and each of its elements. */
export function candidatesAt(document: Doc, path: string): unknown[] {
  if (!path.includes('.')) return withElements(document[path]);
  return leavesAt(document, path.split('.')).flatMap(withElements);
}

const withElements = (value: unknown): unknown[] =>
  Array.isArray(value) ? [value, ...(value as unknown[])] : [value];

/**
 * Every value at the end of the path, without looking into arrays that end it; undefined where there is none.
 */
export function leavesAt(value: unknown, path: readonly string[]): unknown[] {
  const [head, ...rest] = path;
  if (head === undefined) return [value];
  if (isDoc(value)) return leavesAt(value[head], rest);
  if (!Array.isArray(value)) return [undefined];
  const elements = value as unknown[];
  const found = elements.filter(isDoc).flatMap((element) => leavesAt(element, path));
  if (INDEX.test(head) && Number(head) < elements.length)
    found.push(...leavesAt(elements[Number(head)], rest));
  return found.length === 0 ? [undefined] : found;
}
