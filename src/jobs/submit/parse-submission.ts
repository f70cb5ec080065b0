/** Parses the bytes of a submission into a valid request or the list of its faults. Pure. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { isAscii, isUtf8 } from 'node:buffer';
import { canonicalize } from 'json-canonicalize';
import { refusePastedKeys } from '../../access/pasted-keys.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { listOf, type Check, isLongerThan } from '../../../packages/platform/src/http/checks.js';
import { Optional, Required, isPlainObject, requestOf } from '../../../packages/platform/src/http/dto.js';
import type { FieldProblems } from '../../../packages/platform/src/http/field-errors.js';
import { ProblemList, WHOLE_REQUEST, oneLine } from '../../../packages/platform/src/http/field-errors.js';
import { BLOCK_KEYS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import type { RequestedOptions } from '../../../packages/contract/src/options.js';
import { thousands } from '../../../packages/words/src/text/formats.js';
import type { EnrichRequest } from '../commands.js';
import { OptionsRequest, requestedOptions } from '../request/options.request.js';
import { bytesOfPages } from './byte-pages.js';
import type { RowList, ScannedBody } from './submission-scan.js';
import { KEY_IN_FIELD, holdsApiKey } from '../../../packages/contract/src/api-key.js';
import { IDENTIFIER_LIMITS, REF_LIMIT } from '../request/identifiers.js';

const rowsCheck: Check = (value) => {
  if (!Array.isArray(value)) return [{ at: '', sentence: 'Must be a list of rows.' }];
  return value.length === 0 ? [{ at: '', sentence: 'Must have at least one row.' }] : [];
};

const optionsCheck: Check = (value) =>
  isPlainObject(value) ? [] : [{ at: '', sentence: 'Must be an object.' }];

/** The body of a submission. `checkedRow` checks each row. */
class SubmitRequest {
  @Required(rowsCheck)
  readonly rows: readonly unknown[];

  @Required(listOf({ words: BLOCK_KEYS, called: 'block' }))
  readonly blocks: readonly BlockKey[];

  @Optional(optionsCheck)
  readonly options?: Readonly<Record<string, unknown>>;
}

export type ParsedSubmission =
  | { readonly outcome: 'parsed'; readonly request: EnrichRequest; readonly canonical: string }
  | {
      readonly outcome: 'refused';
      readonly code: 'malformed_json' | 'too_many_rows' | 'invalid_request';
      readonly problems: FieldProblems;
    };

const refusedSubmission = (
  code: Extract<ParsedSubmission, { outcome: 'refused' }>['code'],
  path: string,
  sentence: string,
): ParsedSubmission => ({
  outcome: 'refused',
  code,
  problems: { errors: { [path]: [sentence] }, errors_total: 1 },
});

const LIST_OPENS = Buffer.from('[');
const LIST_CLOSES = Buffer.from(']');
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the text of the body, or null if it is not UTF-8. ASCII is decoded in half the memory and time. */
function textOf(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) return null;
  const text = buffer.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Returns the request as RFC 8785 JSON (Contract 3.9): trimmed, without nulls and empty options. */
function canonicalSubmission(request: EnrichRequest, sentBlocks: readonly BlockKey[]): string {
  const options =
    Object.keys(request.options).length === 0 ? '' : `"options":${canonicalize(request.options)},`;
  const rows = request.rows.map(canonicalRow).join(',');
  return `POST /v1/enrich/jobs\n{"blocks":${JSON.stringify(sentBlocks)},${options}"rows":[${rows}]}`;
}

function optionsOf(sentOptions: SubmitRequest['options'], problems: ProblemList): RequestedOptions {
  if (!isPlainObject(sentOptions)) return {};
  const fields = Object.entries(sentOptions).map(([name, value]) => [`options.${name}`, value] as const);
  refusePastedKeys(fields, problems);
  return requestedOptions(requestOf(OptionsRequest, sentOptions, problems, 'options.'));
}

function jsonOf(bytes: Uint8Array): { readonly value: unknown } | { readonly fault: string } {
  const text = textOf(bytes);
  if (text === null) return { fault: 'The body is not UTF-8.' };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: `The body is not JSON: ${oneLine(errorMessage(error), 150)}.` };
  }
}

/** Parses a small body. @param problems faults of the headers; faults of the body are added */
export function parseSubmission(
  bytes: Uint8Array,
  maxRows: number,
  problems: ProblemList = new ProblemList(),
): ParsedSubmission {
  const body = jsonOf(bytes);
  if ('fault' in body) return refusedSubmission('malformed_json', WHOLE_REQUEST, body.fault);
  if (!isPlainObject(body.value)) return refuseNonObject(problems);
  const sentRows = body.value['rows'];
  const rows: readonly unknown[] = Array.isArray(sentRows) ? sentRows : [];
  if (rows.length > maxRows) return refuseTooManyRows(maxRows, rows.length);
  const envelope = checkedEnvelope(body.value, problems);
  return outcomeOf(envelope, checkedRows(rows, problems), problems);
}

/** Parses a large body in batches of rows. The last list named `rows` counts, as for `JSON.parse`. */
export function parseScanned(
  scanned: ScannedBody,
  maxRows: number,
  problems: ProblemList = new ProblemList(),
): ParsedSubmission {
  const body = jsonOf(withoutRows(scanned));
  if ('fault' in body)
    return refusedSubmission('malformed_json', WHOLE_REQUEST, 'The body is not JSON outside its rows.');
  if (!isPlainObject(body.value)) return refuseNonObject(problems);
  const rowsValue = body.value['rows'];
  const lastList = Array.isArray(rowsValue) ? scanned.lists[Number(rowsValue[0])] : undefined;
  if (lastList !== undefined && lastList.rows > maxRows) return refuseTooManyRows(maxRows, lastList.rows);
  const rowsToCheck = lastList?.rows === 0 ? [] : rowsValue;
  const envelope = checkedEnvelope({ ...body.value, rows: rowsToCheck }, problems);
  const submittedRows: SubmittedRow[] = [];
  for (const list of scanned.lists) {
    const listProblems = list === lastList ? problems : new ProblemList();
    const rows = rowsOfList(scanned, list, listProblems);
    if (typeof rows === 'string') return refusedSubmission('malformed_json', WHOLE_REQUEST, rows);
    if (list === lastList) for (const row of rows) submittedRows.push(row);
  }
  return outcomeOf(envelope, submittedRows, problems);
}

/** Returns the body with the items of each `rows` list replaced by the list's index: `"rows":[0]`. */
function withoutRows({ pages, length, lists }: ScannedBody): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const [index, { cuts }] of lists.entries()) {
    pieces.push(bytesOfPages(pages, from, cuts[0] ?? from), Buffer.from(String(index)));
    from = cuts.at(-1) ?? from;
  }
  return Buffer.concat([...pieces, bytesOfPages(pages, from, length)]);
}

/** Returns the rows of a list, or a sentence that says why the list is not JSON. */
function rowsOfList({ pages }: ScannedBody, list: RowList, problems: ProblemList): SubmittedRow[] | string {
  const submittedRows: SubmittedRow[] = [];
  let parsedRows = 0;
  for (const [index, cut] of list.cuts.slice(1).entries()) {
    const from = (list.cuts[index] ?? 0) + (index === 0 ? 0 : 1);
    const rows = jsonOf(Buffer.concat([LIST_OPENS, bytesOfPages(pages, from, cut), LIST_CLOSES]));
    if ('fault' in rows || !Array.isArray(rows.value))
      return `The body is not JSON, at rows[${parsedRows}] or somewhat later.`;
    for (const row of checkedRows(rows.value, problems, parsedRows)) submittedRows.push(row);
    parsedRows += rows.value.length;
  }
  // If the list was cut at a comma without a row beside it, only the number of rows shows the fault.
  return parsedRows === list.rows
    ? submittedRows
    : 'The body is not JSON: a comma in `rows` is not between two rows.';
}

function refuseNonObject(problems: ProblemList): ParsedSubmission {
  problems.add(WHOLE_REQUEST, 'The body must be an object.');
  return { outcome: 'refused', code: 'invalid_request', problems: problems.problems() };
}

const refuseTooManyRows = (maxRows: number, rows: number): ParsedSubmission =>
  refusedSubmission(
    'too_many_rows',
    'rows',
    `A job of this key may have at most ${thousands(maxRows)} rows; these are ${thousands(rows)}.`,
  );

interface CheckedEnvelope {
  readonly blocks: readonly BlockKey[];
  readonly options: RequestedOptions;
}

/** Checks the fields other than `rows`. */
function checkedEnvelope(body: Readonly<Record<string, unknown>>, problems: ProblemList): CheckedEnvelope {
  const { blocks, options } = requestOf(SubmitRequest, body, problems);
  refusePastedKeys([['blocks', body['blocks']]], problems);
  return { blocks, options: optionsOf(options, problems) };
}

function outcomeOf(
  { blocks, options }: CheckedEnvelope,
  rows: readonly SubmittedRow[],
  problems: ProblemList,
): ParsedSubmission {
  if (problems.total > 0)
    return { outcome: 'refused', code: 'invalid_request', problems: problems.problems() };
  const request = { rows, blocks: [...new Set(blocks)], options };
  return { outcome: 'parsed', request, canonical: canonicalSubmission(request, blocks) };
}

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
function checkedRows(rows: readonly unknown[], problems: ProblemList, offset = 0): SubmittedRow[] {
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
