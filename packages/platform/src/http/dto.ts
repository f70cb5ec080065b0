/** Checks request objects with class-validator, by the checks that their fields declare. */
import { IsDefined, IsOptional, ValidateBy, validateSync, type ValidationError } from 'class-validator';
import { memoizeByObject } from '../../../words/src/memoize.js';
import type { Check } from './checks.js';
import type { ProblemList } from './field-errors.js';

type Constructor<T extends object> = new () => T;

type Checks = ReadonlyMap<string, Check>;

/** The checks of the fields that each class itself declares, in their order. */
const DECLARED = new WeakMap<object, Map<string, Check>>();

function declare(prototype: object, name: string, check: Check): void {
  const own = DECLARED.get(prototype) ?? new Map<string, Check>();
  DECLARED.set(prototype, own.set(name, check));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The fields of a request class, its parents' first. Classes are complete before the first request. */
const fieldsOf = memoizeByObject((type: Constructor<object>): Checks => {
  const declaredBy = (prototype: unknown): (readonly [string, Check])[] =>
    isObject(prototype)
      ? [...declaredBy(Object.getPrototypeOf(prototype)), ...(DECLARED.get(prototype) ?? [])]
      : [];
  return new Map(declaredBy(type.prototype));
});

const field =
  (presence: PropertyDecorator) =>
  (check: Check): PropertyDecorator => {
    const validate = (value: unknown): boolean => check(value).length === 0;
    const checked = ValidateBy({ name: 'checked', validator: { validate } });
    return (prototype, name) => {
      declare(prototype, String(name), check);
      presence(prototype, name);
      checked(prototype, name);
    };
  };

/** A field that may be left out; null counts as left out (Contract 2.5). */
export const Optional = field(IsOptional());
export const Required = field(IsDefined());

function report(error: ValidationError, check: Check, path: string, problems: ProblemList): void {
  const constraints = error.constraints ?? {};
  if ('isDefined' in constraints) {
    problems.add(path, 'This field is required.');
    return;
  }
  for (const { at, sentence } of check(error.value)) problems.add(`${path}${at}`, sentence);
}

/** Makes a request class whose optional fields are these. */
export function optionalFields<T extends object>(
  checks: Iterable<readonly [name: string, check: Check]>,
): Constructor<T> {
  class Fields {}
  for (const [name, check] of checks) Optional(check)(Fields.prototype, name);
  // The decorators declare the fields of T.
  return Fields as Constructor<T>;
}

/**
 * The sent values as an instance of its class, without nulls. Adds faults and unknown fields to `problems`.
 * The result may be used only where there are none.
 */
export function requestOf<T extends object>(
  type: Constructor<T>,
  sent: Readonly<Record<string, unknown>>,
  problems: ProblemList,
  prefix = '',
): T {
  const known = fieldsOf(type);
  for (const name of Object.keys(sent))
    if (!known.has(name)) problems.addUnknown(`${prefix}${name}`, 'field', name, known.keys());
  const request = new type();
  for (const name of known.keys()) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value !== undefined && value !== null) Object.assign(request, { [name]: value });
  }
  for (const error of validateSync(request, { forbidUnknownValues: false })) {
    const check = known.get(error.property);
    if (check === undefined) throw new Error(`${type.name}.${error.property} has no check`);
    report(error, check, `${prefix}${error.property}`, problems);
  }
  return request;
}

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);
