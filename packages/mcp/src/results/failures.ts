/** What a failure is called, in our own words; what the service says of it is data. */
import { ApiError, CompanyDataError } from '../../../client/src/index.js';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { FailedCall } from '../api/payments.js';
import { textOf } from '../spending/decimal.js';
import { SpendingFileError } from '../spending/spending-error.js';
import { resultOf } from './as-data.js';

/** By the code of an answer. */
const BY_CODE: Readonly<Record<string, string>> = {
  not_matched: 'No company was found.',
  ambiguous_match: 'Several companies fit: ask again with the company number of one of the candidates.',
  budget_reached: "The account's budget of this month would be passed. Do not ask again: tell the person.",
  rate_limited: 'The allowance of this minute is spent: ask again later.',
  too_many_open_rows: 'The account has too many rows that are not finished: ask again later.',
  job_not_found: 'The account has no such job.',
  rows_expired:
    'Gone: the rows are no longer kept. What was delivered was charged. The call is not sent again under another key.',
  not_stored:
    'Gone: the row was delivered and charged, and kept nowhere. The call is not sent again under another key.',
  idempotency_key_reused: "The call's key belongs to another request.",
  no_answer: 'No answer came from the service.',
  not_the_service: 'Another server answered: the address of the service is wrong.',
};

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The request is wrong.',
  401: 'The key is wrong or revoked.',
  402: 'Payment is needed before more can be asked. Do not ask again: tell the person.',
  403: 'The key may not do this.',
  404: 'No company was found.',
  410: 'Gone: the call is not sent again under another key.',
  413: 'The request is too large.',
  429: 'The allowance is spent: ask again later.',
  502: 'The company could not be resolved now: the same call may be made again.',
  503: 'The service is not available: ask again later.',
};

const own = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const wordsOf = (error: CompanyDataError): string =>
  own(BY_CODE, error.code) ??
  (error instanceof ApiError ? own(BY_STATUS, String(error.status)) : undefined) ??
  'The service failed.';

/** A failure as a result, so that the agent reads it. @throws what is a fault of this program */
export function failureResult(error: unknown): CallToolResult {
  const why = error instanceof FailedCall ? error.why : error;
  const cost = error instanceof FailedCall ? costWords(error) : '';
  if (why instanceof SpendingFileError)
    return resultOf({ words: why.message, facts: { refused: 'spending_record' }, isError: true });
  if (!(why instanceof CompanyDataError)) throw why;
  const isApi = why instanceof ApiError;
  const wait = isApi && why.retryAfterMs !== null ? { retry_after_ms: why.retryAfterMs } : {};
  const facts = { error: why.code, ...(isApi ? { status: why.status } : {}), ...wait };
  const data = isApi ? why.body : undefined;
  return resultOf({ words: `${wordsOf(why)}${cost}`, facts, data, isError: true });
}

function costWords({ reserved }: FailedCall): string {
  if (reserved === null) return ' It cost nothing.';
  const { units, amount } = reserved;
  return ` It may have been charged: ${units} units (${textOf(amount)} in money) stay reserved. The same call may be made again: it is not paid twice.`;
}
