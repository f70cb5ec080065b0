/** A collection's table: key, fields as JSON, body, and one column for each field in an index. */
import type { JsonObject } from '../../values/json.js';
import type { IndexSpec } from '../read-models.js';

/** A declared collection as the file has it. */
export interface Collection {
  readonly table: string;
  readonly indexes: readonly IndexSpec[];
  /** Fields with a column of their own. */
  readonly columns: readonly string[];
  /** The statement that puts key, fields, body and columns. Made once: it runs for every write. */
  readonly put: string;
}

/** A value in an index. */
export type IndexValue = string | number;

/** Stands in an index for a missing field: lower than all else, and equal to itself, unlike NULL. */
const MISSING = Number.NEGATIVE_INFINITY;

export function collectionOf(table: string, indexes: readonly IndexSpec[]): Collection {
  const columns = [...new Set(indexes.flatMap((index) => index.fields))];
  return { table, indexes, columns, put: putDocument(table, columns) };
}

export const columnOf = (field: string): string => `"f_${field}"`;

export function indexValue(fields: JsonObject, field: string): IndexValue {
  const value = fields[field];
  return typeof value === 'string' || typeof value === 'number' ? value : MISSING;
}

export const createTable = ({ table }: Collection): string =>
  `CREATE TABLE "${table}" (key TEXT NOT NULL UNIQUE, fields TEXT NOT NULL, body BLOB) STRICT`;

/** Fills the column for existing documents too. */
export const addColumn = ({ table }: Collection, field: string): string =>
  `ALTER TABLE "${table}" ADD COLUMN ${columnOf(field)} ANY NOT NULL DEFAULT -9e999;
   UPDATE "${table}" SET ${columnOf(field)} = fields ->> '$.${field}' WHERE json_type(fields, '$.${field}') IN ('text', 'integer', 'real')`;

export const createIndex = ({ table }: Collection, { name, fields }: IndexSpec): string =>
  `CREATE INDEX "${table}_${name}" ON "${table}" (${fields.map(columnOf).join(', ')}, key)`;

function putDocument(table: string, columns: readonly string[]): string {
  const names = ['key', 'fields', 'body', ...columns.map(columnOf)];
  const updates = names.slice(1).map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
    ON CONFLICT (key) DO UPDATE SET ${updates.join(', ')}`;
}
