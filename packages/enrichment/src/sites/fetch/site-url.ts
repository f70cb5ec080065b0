/** Decides which addresses may be requested, before any name is looked up. Pure. */
import { isIP } from 'node:net';
import { parse } from 'tldts';
import { withoutTrailing } from '../../../../words/src/text/trailing.js';
import { parsedUrl } from '../../../../words/src/hosts/parsed-url.js';

const LONGEST_URL = 2_000;
const LONGEST_HOST = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const PORTS: ReadonlySet<string> = new Set(['', '80', '443']);

/** Returns true if a host, in lower-case ASCII, can be a website's: a name below a public suffix. */
function isSiteHost(host: string): boolean {
  if (host.length > LONGEST_HOST || isIP(host) !== 0) return false;
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return false;
  const { domain, isIcann } = parse(host);
  return domain !== null && isIcann === true;
}

/** The registered domain of a host, such as `example.co.uk`; the host itself if none is known. */
export const registrableDomain = (host: string): string => parse(host).domain ?? host;

/** The domain that one owner controls: `shop.wixsite.com`, not `wixsite.com`. */
export const ownedDomain = (host: string): string =>
  parse(host, { allowPrivateDomains: true }).domain ?? host;

/**
 * A website's address without its fragment; null: another scheme or port, credentials, or an impossible host.
 * @param isListed returns true for hosts that settings name, which are always accepted
 */
export function siteUrl(text: string, isListed: (host: string) => boolean, base?: URL): URL | null {
  const url = text.length > LONGEST_URL ? null : parsedUrl(text, base);
  if (url === null) return null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username !== '' || url.password !== '' || !PORTS.has(url.port)) return null;
  // A single dot at the end doesn't change the host.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (withoutTrailing(url.hostname, '.') !== url.hostname) return null;
  if (!isListed(url.hostname) && !isSiteHost(url.hostname)) return null;
  url.hash = '';
  return url.href.length > LONGEST_URL ? null : url;
}
