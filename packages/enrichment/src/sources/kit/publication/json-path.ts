/** Reads values from a publisher's JSON answer by the names on the path to them. */
import { isObject } from '../records/values.js';

/** The value at the path of these names; undefined: there is none. */
export const under = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

export const listUnder = (value: unknown, ...names: readonly string[]): readonly unknown[] => {
  const entry = under(value, ...names);
  return Array.isArray(entry) ? entry : [];
};

export const textUnder = (value: unknown, ...names: readonly string[]): string | null => {
  const entry = under(value, ...names);
  return typeof entry === 'string' ? entry : null;
};

export const sizeUnder = (value: unknown, ...names: readonly string[]): { readonly size?: number } => {
  const entry = under(value, ...names);
  return typeof entry === 'number' && Number.isSafeInteger(entry) && entry > 0 ? { size: entry } : {};
};
