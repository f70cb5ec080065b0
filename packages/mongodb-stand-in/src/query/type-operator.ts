/** `$type`: by name or number. Whole numbers count as the least type that holds them. */
import { groupOf, isNumeric, toNumber, type TypeGroup } from '../bson/values.js';
import { badValue } from '../errors.js';

const INT_RANGE = 2 ** 31;

const ofGroup =
  (group: TypeGroup) =>
  (value: unknown): boolean =>
    value !== undefined && groupOf(value) === group;

const isInt = (value: unknown): boolean => {
  const number = isNumeric(value) ? toNumber(value) : Number.NaN;
  return Number.isInteger(number) && number >= -INT_RANGE && number < INT_RANGE;
};
const isLong = (value: unknown): boolean =>
  isNumeric(value) && Number.isInteger(toNumber(value)) && !isInt(value);
const isDouble = (value: unknown): boolean => isNumeric(value) && !Number.isInteger(toNumber(value));

type Test = (value: unknown) => boolean;

const TYPES: readonly (readonly [name: string, number: number, test: Test])[] = [
  ['double', 1, isDouble],
  ['string', 2, ofGroup('string')],
  ['object', 3, ofGroup('object')],
  ['array', 4, ofGroup('array')],
  ['binData', 5, ofGroup('binary')],
  ['objectId', 7, ofGroup('objectId')],
  ['bool', 8, ofGroup('boolean')],
  ['date', 9, ofGroup('date')],
  ['null', 10, ofGroup('null')],
  ['regex', 11, ofGroup('regex')],
  ['int', 16, isInt],
  ['timestamp', 17, ofGroup('timestamp')],
  ['long', 18, isLong],
  ['number', Number.NaN, ofGroup('number')],
];

/** @throws ServerError where there is no such type */
export function typeTest(operand: unknown): Test {
  const wanted = Array.isArray(operand) ? (operand as unknown[]) : [operand];
  const tests = wanted.map((one) => {
    const found = TYPES.find(([name, number]) => name === one || number === one);
    if (found === undefined) throw badValue(`Unknown type name alias: ${String(one)}`);
    return found[2];
  });
  return (value) => tests.some((test) => test(value));
}
