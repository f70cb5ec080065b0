/** Sums and products of numbers that keep their types, as `$inc` and `$mul` make them. */
import { Decimal128, Double, Int32, Long } from 'bson';
import { isNumeric, toNumber } from '../bson/values.js';
import { ServerError } from '../errors.js';

type Operation = '+' | '*';

/** The wider type of the two; an int that grows too large becomes a long. */
export function combine(a: unknown, b: unknown, operation: Operation): unknown {
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    throw new ServerError(238, 'sums of decimals are unknown to the stand-in');
  }
  if (isDouble(a) || isDouble(b)) return new Double(calculate(toNumber(a), toNumber(b), operation));
  const exact = calculate(whole(a), whole(b), operation);
  if (BigInt.asIntN(64, exact) !== exact) throw new ServerError(2, 'the result does not fit into 64 bits');
  const isLong = Long.isLong(a) || Long.isLong(b) || BigInt.asIntN(32, exact) !== exact;
  return isLong ? Long.fromBigInt(exact) : new Int32(Number(exact));
}

function calculate<T extends number | bigint>(a: T, b: T, operation: Operation): T {
  return (operation === '+' ? (a as number) + (b as number) : (a as number) * (b as number)) as T;
}

const isDouble = (value: unknown): boolean =>
  value instanceof Double || (typeof value === 'number' && !Number.isInteger(value));

const whole = (value: unknown): bigint => (Long.isLong(value) ? value.toBigInt() : BigInt(toNumber(value)));

export function mustBeNumeric(value: unknown, message: string): void {
  if (!isNumeric(value)) throw new ServerError(14, message);
}
