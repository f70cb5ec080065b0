/**
 * What an update makes of a document: a replacement, or operators. Those that set single fields are done
 * here, on numbers that keep their types; those on arrays by mingo.
 */
import { deserialize, serialize } from 'bson';
import { update as updateByMingo } from 'mingo';
import { equalValues } from '../bson/key-string.js';
import { isDoc, readExact, readPlain, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { pipelineUpdate } from './pipeline-update.js';
import { applyField, FIELD_OPERATORS, type FieldOperator } from './update-fields.js';

export type Update = (document: Uint8Array, isUpsert: boolean) => Uint8Array;

const ARRAY_OPERATORS = ['$push', '$addToSet', '$pull', '$pullAll', '$pop', '$bit'] as const;

/**
 * @param exact the update, its numbers with their types
 * @throws ServerError where it is none, or the stand-in doesn't know it
 */
export function updateOf(exact: unknown): Update {
  if (Array.isArray(exact)) return pipelineUpdate(exact);
  if (!isDoc(exact)) throw new ServerError(9, 'Update argument must be either an object or an array');
  const names = Object.keys(exact);
  if (!names.some((name) => name.startsWith('$'))) return (document) => replaced(document, exact);
  checkOperators(exact);
  return (document, isUpsert) => updated(document, exact, isUpsert);
}

export const isReplacement = (update: unknown): boolean =>
  isDoc(update) && !Object.keys(update).some((name) => name.startsWith('$'));

/** `_id` stays, and stays first. */
function replaced(document: Uint8Array, replacement: Doc): Uint8Array {
  const { _id: id } = readExact(document);
  const { _id: given = id, ...fields } = replacement;
  if (id !== undefined && !equalValues(id, given)) throw immutable();
  return bytesOf({ ...(given !== undefined && { _id: given }), ...fields });
}

/** Of documents that are far too large the serialiser says so in its own way. */
function bytesOf(document: Doc): Uint8Array {
  try {
    return serialize(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServerError(17419, 'Resulting document after update is larger than 16777216');
  }
}

const immutable = (): ServerError =>
  new ServerError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");

function checkOperators(update: Doc): void {
  const paths: string[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!isFieldOperator(operator) && !isArrayOperator(operator)) {
      throw new ServerError(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDoc(fields)) {
      throw new ServerError(
        9,
        `Modifiers operate on fields but we found type ${typeof fields} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${String(fields)}}`,
      );
    }
    for (const path of Object.keys(fields)) checkPath(path, paths);
  }
}

function checkPath(path: string, others: string[]): void {
  if (path.includes('$'))
    throw new ServerError(
      52,
      `The dollar ($) prefixed field '${path}' is not allowed in the context of an update; positional operators are unknown to the stand-in`,
    );
  const clash = others.find(
    (other) => other === path || path.startsWith(`${other}.`) || other.startsWith(`${path}.`),
  );
  if (clash !== undefined) {
    throw new ServerError(40, `Updating the path '${path}' would create a conflict at '${clash}'`);
  }
  others.push(path);
}

const isFieldOperator = (name: string): name is FieldOperator =>
  (FIELD_OPERATORS as readonly string[]).includes(name);
const isArrayOperator = (name: string): boolean => (ARRAY_OPERATORS as readonly string[]).includes(name);

function updated(document: Uint8Array, update: Doc, isUpsert: boolean): Uint8Array {
  const result = readExact(document);
  const id = result._id;
  const arrays: Doc = {};
  for (const [operator, fields] of Object.entries(update) as [string, Doc][]) {
    if (!isFieldOperator(operator)) {
      arrays[operator] = fields;
      continue;
    }
    if (operator === '$setOnInsert' && !isUpsert) continue;
    for (const path of Object.keys(fields).sort()) applyField(operator, result, path, fields[path]);
  }
  if (id !== undefined && !equalValues(id, result._id)) throw immutable();
  const bytes = bytesOf(result);
  return Object.keys(arrays).length === 0 ? bytes : updatedArrays(bytes, arrays);
}

/** Numbers in the whole document become what JavaScript's are written as. */
function updatedArrays(document: Uint8Array, operators: Doc): Uint8Array {
  const result = deserialize(document, { promoteLongs: true, promoteBuffers: false });
  for (const [operator, fields] of Object.entries(operators) as [string, Doc][]) {
    for (const path of Object.keys(fields)) mustBeArray(operator, result, path);
  }
  const plain = readPlain(serialize(operators));
  updateByMingo(result, plain as Parameters<typeof updateByMingo>[1]);
  return bytesOf(result);
}

function mustBeArray(operator: string, document: Doc, path: string): void {
  const value = path.split('.').reduce<unknown>((at, name) => (isDoc(at) ? at[name] : undefined), document);
  if (operator === '$bit' || value === undefined || Array.isArray(value)) return;
  throw new ServerError(2, `The field '${path}' must be an array but is of type ${typeof value}`);
}
