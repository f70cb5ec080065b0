/** Reads the idempotency key (Contract 3.9) from `X-Idempotency-Key` or `Idempotency-Key`. */
import type { FastifyRequest } from 'fastify';

const OTHER_NAME = 'idempotency-key';
const NAMES = ['x-idempotency-key', OTHER_NAME] as const;
const MAX_KEY_LENGTH = 255;

type Fault = readonly [path: string, sentence: string];

export interface IdempotencyKeyHeader {
  /** The key's text, or null if none was sent. */
  readonly key: string | null;
  /** Faults of the key, under the lower-case name of the header that was sent. */
  readonly faults: readonly Fault[];
}

export function idempotencyKeyIn({ raw }: Pick<FastifyRequest, 'raw'>): IdempotencyKeyHeader {
  const headers = NAMES.flatMap((name) => {
    const values = raw.headersDistinct[name];
    return values === undefined ? [] : [{ name, values }];
  });
  const faults = headers.flatMap(({ name, values }): Fault[] => {
    const sentence = faultOf(values);
    return sentence === null ? [] : [[name, sentence]];
  });
  const [key = null, otherKey = key] = headers.map(({ values: [text = ''] }) => text);
  if (faults.length > 0 || otherKey === key) return { key, faults };
  const sentence = 'Must be the same as X-Idempotency-Key, where both are sent. Send one of them.';
  return { key, faults: [[OTHER_NAME, sentence]] };
}

function faultOf(values: readonly string[]): string | null {
  const [key = ''] = values;
  if (values.length > 1) return 'This header was sent more than once.';
  if (key === '') return 'Must not be empty.';
  return key.length > MAX_KEY_LENGTH ? `May have at most ${MAX_KEY_LENGTH} characters.` : null;
}
