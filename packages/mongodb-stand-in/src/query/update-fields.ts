/** The operators that set one field each (documentation "Update Operators / Fields"). */
import { Int32, Timestamp } from 'bson';
import { compareValues } from '../bson/key-string.js';
import { isDoc, isNumeric, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { combine, mustBeNumeric } from './numbers.js';
import { getAt, setAt, unsetAt } from './update-paths.js';

export const FIELD_OPERATORS = [
  '$set',
  '$setOnInsert',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$currentDate',
] as const;

export type FieldOperator = (typeof FIELD_OPERATORS)[number];

/** @throws ServerError where the field can't become that */
export function applyField(operator: FieldOperator, document: Doc, path: string, operand: unknown): void {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return setAt(document, path, operand);
    case '$unset':
      return unsetAt(document, path);
    case '$inc':
      return calculate('$inc', document, path, operand);
    case '$mul':
      return calculate('$mul', document, path, operand);
    case '$min':
      return replaceIf(document, path, operand, (order) => order < 0);
    case '$max':
      return replaceIf(document, path, operand, (order) => order > 0);
    case '$rename':
      return rename(document, path, operand);
    case '$currentDate':
      return setAt(document, path, now(operand));
  }
}

function calculate(operator: '$inc' | '$mul', document: Doc, path: string, operand: unknown): void {
  mustBeNumeric(
    operand,
    `Cannot ${operator === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path}: ${String(operand)}}`,
  );
  const before = getAt(document, path);
  if (before !== undefined && !isNumeric(before)) {
    throw new ServerError(
      14,
      `Cannot apply ${operator} to a value of non-numeric type. {_id: ${String(document._id)}} has the field '${path}' of non-numeric type`,
    );
  }
  const start = before ?? new Int32(0);
  setAt(document, path, combine(start, operand, operator === '$inc' ? '+' : '*'));
}

function replaceIf(document: Doc, path: string, operand: unknown, better: (order: number) => boolean): void {
  const before = getAt(document, path);
  if (before === undefined || better(compareValues(operand, before))) setAt(document, path, operand);
}

function rename(document: Doc, path: string, target: unknown): void {
  if (typeof target !== 'string')
    throw new ServerError(2, `The 'to' field for $rename must be a string: ${path}`);
  const value = getAt(document, path);
  if (value === undefined) return;
  unsetAt(document, path);
  setAt(document, target, value);
}

function now(operand: unknown): unknown {
  const isTimestamp = isDoc(operand) && operand.$type === 'timestamp';
  return isTimestamp ? new Timestamp({ t: Math.floor(Date.now() / 1_000), i: 1 }) : new Date();
}
