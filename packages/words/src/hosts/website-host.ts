/** Finds the host in a text by which a client names a website. */
import { parse } from 'tldts';
import { parsedUrl } from './parsed-url.js';

/** The host of a host or URL: lower case, punycode, without `www.`. Null without a registrable domain. */
export function hostOf(text: string): string | null {
  const { hostname, domain, isIcann } = parse(text.trim());
  // `isIcann` is null for an IP address.
  if (hostname === null || domain === null || isIcann !== true) return null;
  return parsedUrl(`https://${hostname}`)?.hostname.replace(/^www\./, '') ?? null;
}
