/** The bytes of an error body (Contract 3.1): its code, what to do, and where the documentation says more. */
import { messageOfCode, paragraphOf } from '../../../contract/src/error-words.js';
import type { ErrorBody } from './answer.js';
import type { FieldProblems } from './field-errors.js';
import type { PublicAddress } from './public-address.js';

/** The page of the documentation that has a paragraph for each code. */
export const ERRORS_PATH = '/docs/errors';

export type LinkBase = Pick<PublicAddress, 'link'>;

/** The first problem with its field, and how many more there are. */
function problemsInWords({ errors, errors_total }: FieldProblems): string | null {
  const [first] = Object.entries(errors);
  if (first === undefined) return null;
  const more = errors_total - 1;
  const rest = more === 0 ? '' : ` errors lists ${more} more ${more === 1 ? 'problem' : 'problems'}.`;
  return `${first[0]}: ${first[1][0] ?? ''}${rest}`;
}

const isProblems = (more: object): more is FieldProblems => 'errors' in more && 'errors_total' in more;

function wordsOf({ detail, more }: ErrorBody): string {
  const reason = more['reason'];
  return (
    (isProblems(more) ? problemsInWords(more) : null) ??
    messageOfCode(typeof reason === 'string' ? reason : detail)
  );
}

/** The JSON of an error. A 401 has its text and nothing else, so that it tells nobody what the service is. */
export function errorJson(error: ErrorBody, status: number, requestId: string, address: LinkBase): string {
  const { detail, more } = error;
  if (status === 401) return JSON.stringify({ detail, request_id: requestId });
  const docs = address.link(`${ERRORS_PATH}#${paragraphOf(detail)}`);
  return JSON.stringify({ detail, message: wordsOf(error), ...more, docs, request_id: requestId });
}
