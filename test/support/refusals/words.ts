/** The words of an error body for people: what to do, and where the code is described. */
import type { Reply } from '../worlds/api-world.js';

/**
 * Fails where an error says no words, or not where its own code is described. A 401 must say none.
 * @returns the body without these words
 */
export function withoutWords({ status, body }: Reply): Readonly<Record<string, unknown>> {
  const { message, docs, ...rest } = body;
  if (status === 401) {
    expect(Object.keys(body).sort()).toEqual(['detail', 'request_id']);
    return rest;
  }
  const detail = String(rest['detail']);
  expect([detail, message, docs]).toEqual([
    detail,
    expect.stringMatching(/\S.*[.?]$/) as unknown,
    expect.stringMatching(/^http.*\/docs\/errors#[a-z_]+$/) as unknown,
  ]);
  const isCode = /^[a-z_]+$/.test(detail);
  expect([detail, String(docs).split('#')[1]]).toEqual([detail, isCode ? detail : 'missing_scope']);
  return rest;
}
