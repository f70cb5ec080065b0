/** The `X-Idempotency-Key` header (Contract 3.9). Its text is stored nowhere. */
import type { FastifyRequest } from 'fastify';

const HEADER = 'x-idempotency-key';
const LIMIT = 255;

export interface PresentedHeader {
  /** The key's text, or null where none was sent. */
  readonly key: string | null;
  /** What is wrong with it, under the header's lower-case name. */
  readonly faults: readonly (readonly [path: string, sentence: string])[];
}

export function idempotencyKeyIn(request: FastifyRequest): PresentedHeader {
  const values = request.raw.headersDistinct[HEADER];
  if (values === undefined) return { key: null, faults: [] };
  const [key = ''] = values;
  const faulty = (sentence: string): PresentedHeader => ({ key, faults: [[HEADER, sentence]] });
  if (values.length > 1) return faulty('This header was sent more than once.');
  if (key === '') return faulty('Must not be empty.');
  return key.length > LIMIT ? faulty(`May have ${LIMIT} characters.`) : { key, faults: [] };
}
