/**
 * Filters, by mingo, but for the comparisons: those follow the order and the types of BSON, which mingo
 * doesn't know (bytes, embedded documents field by field, longs).
 */
import { Context } from 'mingo';
import { Query } from 'mingo/query';
import * as queryOperators from 'mingo/operators/query';
import * as booleanOperators from 'mingo/operators/expression/boolean';
import * as comparisonOperators from 'mingo/operators/expression/comparison';
import { compareValues, equalValues } from '../bson/key-string.js';
import { groupOf, isDoc, isNumeric, toNumber, type Doc } from '../bson/values.js';
import { badValue, ServerError } from '../errors.js';
import { candidatesAt } from './paths.js';
import { typeTest } from './type-operator.js';

type Test = (document: Doc) => boolean;
type Comparison = (selector: string, operand: unknown) => Test;

export interface Filter {
  readonly matches: Test;
}

const equals: Comparison = (selector, operand) => {
  if (operand instanceof RegExp) return matchesPattern(selector, operand);
  if (operand === null) return (document) => candidatesAt(document, selector).some((value) => value == null);
  return (document) =>
    candidatesAt(document, selector).some((value) => value !== undefined && equalValues(value, operand));
};

const matchesPattern = (selector: string, pattern: RegExp): Test => {
  return (document) =>
    candidatesAt(document, selector).some(
      (value) => (typeof value === 'string' && pattern.test(value)) || equalValues(value, pattern),
    );
};

/** Values of another type are neither above nor below. */
const ordered = (isRight: (order: number) => boolean): Comparison => {
  return (selector, operand) => {
    if (operand === null) return isRight(0) ? equals(selector, operand) : () => false;
    const group = groupOf(operand);
    return (document) =>
      candidatesAt(document, selector).some(
        (value) => value !== undefined && groupOf(value) === group && isRight(compareValues(value, operand)),
      );
  };
};

const oneOf =
  (name: string): Comparison =>
  (selector, operand) => {
    if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
    const tests = (operand as unknown[]).map((value) => equals(selector, value));
    return (document) => tests.some((test) => test(document));
  };

/** Only numbers have a remainder; it has the sign of what is divided. */
const remainder: Comparison = (selector, operand) => {
  if (!Array.isArray(operand) || operand.length !== 2) throw badValue('malformed mod, needs two numbers');
  const [divisor, rest] = (operand as unknown[]).map((number) => Math.trunc(toNumber(number)));
  if (divisor === undefined || divisor === 0) throw badValue('divisor cannot be 0');
  return (document) =>
    candidatesAt(document, selector).some(
      (value) => isNumeric(value) && Math.trunc(toNumber(value)) % divisor === rest,
    );
};

const ofType: Comparison = (selector, operand) => {
  const test = typeTest(operand);
  return (document) => candidatesAt(document, selector).some(test);
};

const not =
  (comparison: Comparison): Comparison =>
  (selector, operand) => {
    const test = comparison(selector, operand);
    return (document) => !test(document);
  };

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  $eq: equals,
  $ne: not(equals),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in: oneOf('$in'),
  $nin: not(oneOf('$nin')),
  $mod: remainder,
  $type: ofType,
};

/** Scripts and schemas are no part of what the stand-in answers. */
const { $where, $jsonSchema, ...OPERATORS } = queryOperators;
void [$where, $jsonSchema];

export const QUERY_OPERATORS = { ...OPERATORS, ...COMPARISONS };

const CONTEXT = Context.init()
  .addQueryOps(QUERY_OPERATORS)
  .addExpressionOps(booleanOperators)
  .addExpressionOps(comparisonOperators);

/** @throws ServerError where it is none */
export function filterOf(condition: Doc): Filter {
  const names = Object.keys(condition);
  if (names.length === 0) return { matches: () => true };
  const [first] = names;
  if (names.length === 1 && first !== undefined && !first.startsWith('$') && isScalar(condition[first])) {
    return { matches: equals(first, condition[first]) };
  }
  try {
    const query = new Query(condition, { context: CONTEXT });
    return { matches: (document) => query.test(document) };
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw badValue(error instanceof Error ? error.message : String(error));
  }
}

const isScalar = (value: unknown): boolean => !isDoc(value) && groupOf(value) !== 'regex';
