/** Values in a publisher's JSON, which may be anything. */
import { isObject } from '../records/values.js';

/** What stands under these names, one below the other; undefined where there is nothing. */
export const under = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

export const listUnder = (value: unknown, ...names: readonly string[]): readonly unknown[] => {
  const found = under(value, ...names);
  return Array.isArray(found) ? found : [];
};

export const textUnder = (value: unknown, ...names: readonly string[]): string | null => {
  const found = under(value, ...names);
  return typeof found === 'string' ? found : null;
};

export const sizeUnder = (value: unknown, ...names: readonly string[]): { readonly size?: number } => {
  const found = under(value, ...names);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? { size: found } : {};
};
