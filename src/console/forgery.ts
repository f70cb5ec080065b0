/** Tells whether a page of this console sent a request. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

/**
 * Tells whether another site sent the request. A browser names the site that a form was sent from. A client
 * that names none is no browser, so it holds no cookie that another site could misuse.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isForeign({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return parsedUrl(origin)?.host !== host;
}

/** Compares in constant time: the time doesn't reveal where the texts differ. */
export function equalsSafely(text: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(text ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
