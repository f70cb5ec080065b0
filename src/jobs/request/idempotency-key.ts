/** The `X-Idempotency-Key` header (Contract 3). Its text is stored nowhere. */
import type { FastifyRequest } from 'fastify';
import type { ProblemList } from '../../platform/http/field-errors.js';

const HEADER = 'x-idempotency-key';
const LIMIT = 255;

/** The key's text, or null where none was sent; faults stand under the header's lower-case name. */
export function idempotencyKeyOf(request: FastifyRequest, problems: ProblemList): string | null {
  const values = request.raw.headersDistinct[HEADER];
  if (values === undefined) return null;
  const [value = ''] = values;
  if (values.length > 1) problems.add(HEADER, 'This header was sent more than once.');
  else if (value === '') problems.add(HEADER, 'Must not be empty.');
  else if (value.length > LIMIT) problems.add(HEADER, `May have ${LIMIT} characters.`);
  return value;
}
