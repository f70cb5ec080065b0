/** Whether a request was sent by a page of this console. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { parsedUrl } from '../shared/web-hosts/parsed-url.js';

/**
 * A browser says where a form was sent from; what says nothing is no browser, and has no cookie to be misused.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isFromOutside({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return parsedUrl(origin)?.host !== host;
}

/** In a time that says nothing of where they differ. */
export function isSameText(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
