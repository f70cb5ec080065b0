/** The document that an upsert begins with: what the filter says that it equals. */
import { serialize } from 'bson';
import { isDoc, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { setAt } from './update-paths.js';

/** @param exact the filter, its numbers with their types */
export function seedOf(exact: Doc, idOnly: boolean): Uint8Array {
  const equalities = new Map<string, unknown>();
  collect(exact, equalities);
  const seed: Doc = {};
  const id = equalities.get('_id');
  if (id !== undefined) seed._id = id;
  if (!idOnly) for (const [path, value] of equalities) if (path !== '_id') setAt(seed, path, value);
  return serialize(seed);
}

function collect(condition: Doc, equalities: Map<string, unknown>): void {
  for (const [name, operand] of Object.entries(condition)) {
    if (name === '$and' && Array.isArray(operand)) {
      for (const part of operand) if (isDoc(part)) collect(part, equalities);
    } else if (!name.startsWith('$')) {
      const value = equalityOf(operand);
      if (value === undefined) continue;
      if (equalities.has(name))
        throw new ServerError(54, `cannot infer query fields to set, path '${name}' is matched twice`);
      equalities.set(name, value);
    }
  }
}

function equalityOf(operand: unknown): unknown {
  if (!isDoc(operand) || !Object.keys(operand).some((name) => name.startsWith('$'))) {
    return isPattern(operand) ? undefined : operand;
  }
  if ('$eq' in operand) return operand.$eq;
  const [only] = Array.isArray(operand.$in) && operand.$in.length === 1 ? (operand.$in as unknown[]) : [];
  return only;
}

const isPattern = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '_bsontype' in value && value._bsontype === 'BSONRegExp';
