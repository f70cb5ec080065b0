/**
 * From the bytes of a submission to a request that passed validation, or to all that is wrong with it. Pure, so that a
 * large body can be read in a thread of its own.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { canonicalize } from 'json-canonicalize';
import { refusePastedKeys } from '../../access/pasted-keys.js';
import { errorMessage } from '../../platform/errors/error-code.js';
import { listOf, type Check } from '../../platform/http/checks.js';
import { Optional, Required, isPlainObject, requestOf } from '../../platform/http/dto.js';
import type { FieldProblems } from '../../platform/http/field-errors.js';
import { ProblemList, WHOLE_REQUEST, oneLine } from '../../platform/http/field-errors.js';
import { BLOCK_KEYS, type BlockKey } from '../../shared/block-key.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import type { AskedOptions } from '../../shared/options.js';
import type { EnrichRequest } from '../commands.js';
import { OptionsRequest, askedOptions } from '../request/options.request.js';
import { bytesOfPages } from './byte-pages.js';
import type { RowList, ScannedBody } from './submission-scan.js';
import { canonicalRow, checkedRows } from './submitted-rows.js';

const isRows: Check = (value) => {
  if (!Array.isArray(value)) return [{ at: '', sentence: 'Must be a list of rows.' }];
  return value.length === 0 ? [{ at: '', sentence: 'Must have at least one row.' }] : [];
};

const isOptions: Check = (value) =>
  isPlainObject(value) ? [] : [{ at: '', sentence: 'Must be an object.' }];

/** The body around its rows. */
class SubmitRequest {
  @Required(isRows)
  readonly rows: readonly unknown[];

  @Required(listOf({ words: BLOCK_KEYS, called: 'block' }))
  readonly blocks: readonly BlockKey[];

  @Optional(isOptions)
  readonly options?: Readonly<Record<string, unknown>>;
}

export type ParsedSubmission =
  | { readonly outcome: 'parsed'; readonly request: EnrichRequest; readonly canonical: string }
  | {
      readonly outcome: 'refused';
      readonly code: 'malformed_json' | 'too_many_rows' | 'invalid_request';
      readonly problems: FieldProblems;
    };

const refused = (
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

/** The text of the body, or null where it is not UTF-8. ASCII takes half the memory and time. */
function textOf(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) return null;
  const text = buffer.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/**
 * The request's canonical form (Contract 3.9): RFC 8785, blanks trimmed, nulls dropped, defaults not filled in, lists in
 * the order sent. Options that say nothing are no options.
 */
function canonicalSubmission(request: EnrichRequest, sentBlocks: readonly BlockKey[]): string {
  const options =
    Object.keys(request.options).length === 0 ? '' : `"options":${canonicalize(request.options)},`;
  const rows = request.rows.map(canonicalRow).join(',');
  return `POST /v1/enrich/jobs\n{"blocks":${JSON.stringify(sentBlocks)},${options}"rows":[${rows}]}`;
}

function optionsOf(sent: SubmitRequest['options'], problems: ProblemList): AskedOptions {
  if (!isPlainObject(sent)) return {};
  const named = Object.entries(sent).map(([name, value]) => [`options.${name}`, value] as const);
  refusePastedKeys(named, problems);
  return askedOptions(requestOf(OptionsRequest, sent, problems, 'options.'));
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

/**
 * @param maxRows the most rows that a job of this key may have
 * @param elsewhere what was found wrong in the rest of the request (its headers)
 */
export function parseSubmission(
  bytes: Uint8Array,
  maxRows: number,
  elsewhere: ProblemList = new ProblemList(),
): ParsedSubmission {
  const body = jsonOf(bytes);
  if ('fault' in body) return refused('malformed_json', WHOLE_REQUEST, body.fault);
  if (!isPlainObject(body.value)) return notAnObject(elsewhere);
  const sentRows = body.value['rows'];
  const rows: readonly unknown[] = Array.isArray(sentRows) ? sentRows : [];
  if (rows.length > maxRows) return tooManyRows(maxRows, rows.length);
  const envelope = checkedEnvelope(body.value, elsewhere);
  return outcomeOf(envelope, checkedRows(rows, elsewhere), elsewhere);
}

/**
 * The same of a large body. Its rows are parsed some at a time, so that never all of its text and values are in memory
 * beside its bytes.
 */
export function parseScanned(
  scanned: ScannedBody,
  maxRows: number,
  elsewhere: ProblemList = new ProblemList(),
): ParsedSubmission {
  const body = jsonOf(withoutRows(scanned));
  if ('fault' in body)
    return refused('malformed_json', WHOLE_REQUEST, 'The body is not JSON, beside its rows.');
  if (!isPlainObject(body.value)) return notAnObject(elsewhere);
  const marked = body.value['rows'];
  const counting = Array.isArray(marked) ? scanned.lists[Number(marked[0])] : undefined;
  if (counting !== undefined && counting.rows > maxRows) return tooManyRows(maxRows, counting.rows);
  const marker = counting?.rows === 0 ? [] : marked;
  const envelope = checkedEnvelope({ ...body.value, rows: marker }, elsewhere);
  const asked: AskedRow[] = [];
  for (const list of scanned.lists) {
    const problems = list === counting ? elsewhere : new ProblemList();
    const rows = rowsOfList(scanned, list, problems);
    if (typeof rows === 'string') return refused('malformed_json', WHOLE_REQUEST, rows);
    if (list === counting) for (const row of rows) asked.push(row);
  }
  return outcomeOf(envelope, asked, elsewhere);
}

/** The body with the number of each list of rows in place of its rows. */
function withoutRows({ pages, length, lists }: ScannedBody): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const [index, { cuts }] of lists.entries()) {
    pieces.push(bytesOfPages(pages, from, cuts[0] ?? from), Buffer.from(String(index)));
    from = cuts.at(-1) ?? from;
  }
  return Buffer.concat([...pieces, bytesOfPages(pages, from, length)]);
}

/** The rows of a list, or the sentence that says why it is no JSON. */
function rowsOfList({ pages }: ScannedBody, list: RowList, problems: ProblemList): AskedRow[] | string {
  const asked: AskedRow[] = [];
  let parsed = 0;
  for (const [index, cut] of list.cuts.slice(1).entries()) {
    const from = (list.cuts[index] ?? 0) + (index === 0 ? 0 : 1);
    const rows = jsonOf(Buffer.concat([LIST_OPENS, bytesOfPages(pages, from, cut), LIST_CLOSES]));
    if ('fault' in rows || !Array.isArray(rows.value))
      return `The body is not JSON, at rows[${parsed}] or somewhat later.`;
    for (const row of checkedRows(rows.value, problems, parsed)) asked.push(row);
    parsed += rows.value.length;
  }
  // A comma without a row beside it may stand where the list was cut.
  return parsed === list.rows ? asked : 'The body is not JSON: a comma of its rows is not between two.';
}

function notAnObject(problems: ProblemList): ParsedSubmission {
  problems.add(WHOLE_REQUEST, 'The body must be an object.');
  return { outcome: 'refused', code: 'invalid_request', problems: problems.problems() };
}

const tooManyRows = (maxRows: number, rows: number): ParsedSubmission =>
  refused('too_many_rows', 'rows', `A job of this key may have ${maxRows} rows; these are ${rows}.`);

interface CheckedEnvelope {
  readonly blocks: readonly BlockKey[];
  readonly options: AskedOptions;
}

/** What stands beside the rows. */
function checkedEnvelope(body: Readonly<Record<string, unknown>>, problems: ProblemList): CheckedEnvelope {
  const { blocks, options } = requestOf(SubmitRequest, body, problems);
  refusePastedKeys([['blocks', body['blocks']]], problems);
  return { blocks, options: optionsOf(options, problems) };
}

function outcomeOf(
  { blocks, options }: CheckedEnvelope,
  rows: readonly AskedRow[],
  problems: ProblemList,
): ParsedSubmission {
  if (problems.total > 0)
    return { outcome: 'refused', code: 'invalid_request', problems: problems.problems() };
  const request = { rows, blocks: [...new Set(blocks)], options };
  return { outcome: 'parsed', request, canonical: canonicalSubmission(request, blocks) };
}
