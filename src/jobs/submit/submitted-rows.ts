/** Checks the rows of a submission, up to 250,000, and writes their canonical form. Both are fast. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { isLongerThan } from '../../../packages/platform/src/http/checks.js';
import { isPlainObject } from '../../../packages/platform/src/http/dto.js';
import type { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import { KEY_IN_FIELD, holdsApiKey } from '../../../packages/contract/src/api-key.js';
import { IDENTIFIER_LIMITS, REF_LIMIT } from '../request/identifiers.js';

const LIMITS: Readonly<Record<string, number>> = { ref: REF_LIMIT, ...IDENTIFIER_LIMITS };

const UNKNOWN = 'unknown';

/** Returns the fault of one field of a row, or null. A field that is null counts as left out. */
function faultOf(name: string, value: unknown): string | null {
  const limit = Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined;
  if (limit === undefined) return UNKNOWN;
  if (value === null) return null;
  if (typeof value === 'number') return 'Must be a string: write the number in quotes, with its first zeros.';
  if (typeof value !== 'string') return 'Must be a string.';
  if (holdsApiKey(value)) return KEY_IN_FIELD;
  return isLongerThan(value, limit) ? `May have at most ${limit} characters.` : null;
}

const withoutNulls = (row: Readonly<Record<string, unknown>>): SubmittedRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Returns the row, or null if it has a fault. Adds the fault to `problems`. */
function checkedRow(row: unknown, index: number, problems: ProblemList): SubmittedRow | null {
  if (!isPlainObject(row)) {
    problems.add(`rows[${index}]`, 'Must be an object.');
    return null;
  }
  let isFaultless = true;
  let hasNull = false;
  for (const name of Object.keys(row)) {
    const value = row[name];
    const fault = faultOf(name, value);
    if (value === null) hasNull = true;
    if (fault === null) continue;
    const path = `rows[${index}].${name}`;
    if (fault === UNKNOWN) problems.addUnknown(path, 'field', name, Object.keys(LIMITS));
    else problems.add(path, fault);
    isFaultless = false;
  }
  // Every field was just found to be a known field that holds a string or null.
  return isFaultless ? (hasNull ? withoutNulls(row) : row) : null;
}

/** Returns the rows without faults. @param offset the number of earlier rows of the submission */
export function checkedRows(rows: readonly unknown[], problems: ProblemList, offset = 0): SubmittedRow[] {
  const faultlessRows: SubmittedRow[] = [];
  for (let index = 0; index < rows.length; index++) {
    const row = checkedRow(rows[index], offset + index, problems);
    if (row !== null) faultlessRows.push(row);
  }
  return faultlessRows;
}

const member = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value.trim())}`;

/** Returns a row as trimmed RFC 8785 JSON. A general canonicaliser takes ten times as long. */
export const canonicalRow = (row: SubmittedRow): string =>
  `{${(
    member('company_name', row.company_name) +
    member('company_number', row.company_number) +
    member('domain', row.domain) +
    member('ref', row.ref)
  ).slice(1)}}`;
