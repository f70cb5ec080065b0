/**
 * From the bytes of a submission to a request that passed validation, or to all that is wrong with it. Pure, so that a
 * large body can be read in a thread of its own.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { canonicalize } from 'json-canonicalize';
import { refusePastedKeys } from '../../access/pasted-keys.js';
import { errorMessage } from '../../platform/errors/error-code.js';
import { isPlainObject, requestOf } from '../../platform/http/dto.js';
import type { FieldProblems } from '../../platform/http/field-errors.js';
import { ProblemList, WHOLE_REQUEST, oneLine } from '../../platform/http/field-errors.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AskedOptions } from '../../shared/options.js';
import type { EnrichRequest } from '../commands.js';
import { OptionsRequest, askedOptions } from '../request/options.request.js';
import { SubmitRequest } from './submit.request.js';
import { canonicalRow, checkedRows } from './submitted-rows.js';

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

/**
 * @param maxRows the most rows that a job of this key may have
 * @param elsewhere what was found wrong in the rest of the request (its headers)
 */
export function parseSubmission(
  bytes: Uint8Array,
  maxRows: number,
  elsewhere: ProblemList = new ProblemList(),
): ParsedSubmission {
  const text = textOf(bytes);
  if (text === null) return refused('malformed_json', WHOLE_REQUEST, 'The body is not UTF-8.');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return refused(
      'malformed_json',
      WHOLE_REQUEST,
      `The body is not JSON: ${oneLine(errorMessage(error), 150)}.`,
    );
  }
  return checkSubmission(body, maxRows, elsewhere);
}

function checkSubmission(body: unknown, maxRows: number, problems: ProblemList): ParsedSubmission {
  if (!isPlainObject(body)) {
    problems.add(WHOLE_REQUEST, 'The body must be an object.');
    return { outcome: 'refused', code: 'invalid_request', problems: problems.problems() };
  }
  const sentRows = body['rows'];
  if (Array.isArray(sentRows) && sentRows.length > maxRows) {
    return refused(
      'too_many_rows',
      'rows',
      `A job of this key may have ${maxRows} rows; these are ${sentRows.length}.`,
    );
  }
  const envelope = requestOf(SubmitRequest, body, problems);
  refusePastedKeys([['blocks', body['blocks']]], problems);
  const options = optionsOf(envelope.options, problems);
  const rows = Array.isArray(envelope.rows) ? checkedRows(envelope.rows, problems) : [];
  if (problems.total > 0)
    return { outcome: 'refused', code: 'invalid_request', problems: problems.problems() };
  const request = { rows, blocks: [...new Set(envelope.blocks)], options };
  return { outcome: 'parsed', request, canonical: canonicalSubmission(request, envelope.blocks) };
}
