/**
 * What a filter says about single fields, as stretches of an index: never less than what matches, often more.
 */
import { AFTER, keyString, tagOf } from '../bson/key-string.js';
import { groupOf, isDoc, type Doc } from '../bson/values.js';

/** Keys of one field: those that are one of `points`, or lie between `from` and `to`. */
export interface FieldBounds {
  readonly points?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

/** By field; what stands under `$or` within it, and the like, says nothing. */
export function boundsOf(condition: Doc): ReadonlyMap<string, FieldBounds> {
  const bounds = new Map<string, FieldBounds>();
  collect(condition, bounds);
  return bounds;
}

function collect(condition: Doc, bounds: Map<string, FieldBounds>): void {
  for (const [name, operand] of Object.entries(condition)) {
    if (name === '$and' && Array.isArray(operand)) {
      for (const part of operand) if (isDoc(part)) collect(part, bounds);
    } else if (!name.startsWith('$')) {
      for (const bound of fieldBounds(operand)) bounds.set(name, both(bounds.get(name), bound));
    }
  }
}

/** Either is enough to be a superset; points say more than a stretch. */
function both(a: FieldBounds | undefined, b: FieldBounds): FieldBounds {
  if (a === undefined || a.points !== undefined) return a ?? b;
  if (b.points !== undefined) return b;
  const from = [a.from, b.from].filter(isGiven).sort().at(-1);
  const to = [a.to, b.to].filter(isGiven).sort().at(0);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

const isGiven = (key: string | undefined): key is string => key !== undefined;

function fieldBounds(operand: unknown): FieldBounds[] {
  if (!isDoc(operand) || !Object.keys(operand).some((name) => name.startsWith('$'))) {
    const point = pointOf(operand);
    return point === undefined ? [] : [{ points: [point] }];
  }
  return Object.entries(operand).flatMap(([operator, value]) => operatorBounds(operator, value));
}

/** Equal to this value, and nothing else. */
export const isPoint = (operand: unknown): boolean => !isDoc(operand) && pointOf(operand) !== undefined;

/** Between values, and nothing else. */
export const isStretch = (operand: unknown): boolean =>
  isDoc(operand) &&
  Object.keys(operand).length > 0 &&
  Object.entries(operand).every(
    ([operator, value]) => /^[$][gl]te?$/.test(operator) && value !== null && isPoint(value),
  );

/** Arrays and patterns match otherwise than by being equal. */
function pointOf(value: unknown): string | undefined {
  const group = groupOf(value);
  return group === 'array' || group === 'regex' ? undefined : keyString(value);
}

function operatorBounds(operator: string, value: unknown): FieldBounds[] {
  if (operator === '$in') return inBounds(value);
  const point = pointOf(value);
  if (point === undefined || value === null) {
    return operator === '$eq' && point !== undefined ? [{ points: [point] }] : [];
  }
  const type = tagOf(groupOf(value));
  switch (operator) {
    case '$eq':
      return [{ points: [point] }];
    case '$gt':
      return [{ from: point + AFTER }, { to: type + AFTER }];
    case '$gte':
      return [{ from: point }, { to: type + AFTER }];
    case '$lt':
      return [{ to: point }, { from: type }];
    case '$lte':
      return [{ to: point + AFTER }, { from: type }];
    default:
      return [];
  }
}

function inBounds(value: unknown): FieldBounds[] {
  if (!Array.isArray(value)) return [];
  const points = (value as unknown[]).map(pointOf);
  return points.every((point) => point !== undefined) ? [{ points: [...new Set(points)].sort() }] : [];
}
