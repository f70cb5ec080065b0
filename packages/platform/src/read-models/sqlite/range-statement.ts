/** A ranged read as one statement that follows its index: nothing is sorted, no other row is read. */
import { checkSelection } from '../check-document.js';
import type { KeyedDocument, RangeQuery, Selection } from '../read-models.js';
import { columnOf, indexValue, type Collection, type IndexValue } from './collection-table.js';

export interface RangeStatement {
  readonly sql: string;
  readonly values: readonly IndexValue[];
}

const DEFAULT_LIMIT = 1_000;

/** @throws TypeError, RangeError: a query that the collection's indexes can't answer */
export function rangeStatement(name: string, collection: Collection, query: RangeQuery): RangeStatement {
  const fields = indexFields(name, collection, query.index);
  const equals = query.equals ?? [];
  if (equals.length > fields.length)
    throw new RangeError(`${equals.length} values for an index of ${fields.length} fields in ${name}`);
  const order = [...fields.slice(equals.length).map(columnOf), 'key'];
  const direction = query.order === 'descending' ? 'DESC' : 'ASC';
  const conditions = fields.slice(0, equals.length).map((field) => `${columnOf(field)} = ?`);
  const values: IndexValue[] = [...equals];
  const add = (condition: string, ...more: readonly IndexValue[]): void => {
    conditions.push(condition);
    values.push(...more);
  };
  if (query.from !== undefined) add(`${order[0]} >= ?`, query.from);
  if (query.to !== undefined) add(`${order[0]} < ?`, query.to);
  if (query.after !== undefined) {
    const places = order.map(() => '?').join(', ');
    const sign = direction === 'ASC' ? '>' : '<';
    add(`(${order.join(', ')}) ${sign} (${places})`, ...placeOf(query.after, fields.slice(equals.length)));
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return {
    sql: `SELECT key, fields, body FROM "${collection.table}" ${where}
      ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    values: [...values, query.limit ?? DEFAULT_LIMIT],
  };
}

/** The statements of a selection's page and of its total. The page's documents are found in the index. */
export function selectStatements(
  name: string,
  collection: Collection,
  selection: Selection,
): Readonly<Record<'page' | 'total', RangeStatement>> {
  checkSelection(indexFields(name, collection, selection.index), selection);
  const values: IndexValue[] = [];
  const met = (condition: string, value: IndexValue | undefined): string[] =>
    value === undefined ? [] : (values.push(value), [condition]);
  const conditions = Object.entries(selection.where).flatMap(([field, condition]) => {
    const column = columnOf(field);
    if (typeof condition !== 'object') return met(`${column} = ?`, condition);
    const { from, to } = condition;
    const least = from ?? (typeof to === 'number' ? -Number.MAX_VALUE : '');
    const end = to ?? (typeof from === 'number' ? '' : undefined);
    return [...met(`${column} >= ?`, least), ...met(`${column} < ?`, end)];
  });
  const from = `FROM "${collection.table}" ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
  const direction = selection.order === 'descending' ? 'DESC' : 'ASC';
  const order = `ORDER BY ${columnOf(selection.sort)} ${direction}, key ${direction}`;
  return {
    page: {
      sql: `SELECT key, fields, body FROM "${collection.table}"
        WHERE rowid IN (SELECT rowid ${from} ${order} LIMIT ? OFFSET ?) ${order}`,
      values: [...values, selection.limit, selection.skip],
    },
    total: { sql: `SELECT count(*) ${from}`, values },
  };
}

function indexFields(name: string, { indexes }: Collection, wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return [];
  const index = indexes.find((candidate) => candidate.name === wanted);
  if (index === undefined) throw new TypeError(`collection ${name} has no index ${wanted}`);
  return index.fields;
}

/** A document's place in the order of these fields, then of keys. */
const placeOf = (document: KeyedDocument, fields: readonly string[]): IndexValue[] => [
  ...fields.map((field) => indexValue(document.fields, field)),
  document.key,
];
