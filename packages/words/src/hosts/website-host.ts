/** Finds the host in a text by which a client names a website. */
import { parse } from 'tldts';

/**
 * The host of a bare host or URL: lower case, punycode, without `www.`. Null where it has no registrable
 * domain: an IP address, a single word, a public suffix.
 */
export function hostOf(text: string): string | null {
  const { hostname, domain, isIcann } = parse(text.trim());
  // `isIcann` is null for an IP address.
  if (hostname === null || domain === null || isIcann !== true) return null;
  return asciiHost(hostname)?.replace(/^www\./, '') ?? null;
}

function asciiHost(hostname: string): string | null {
  try {
    return new URL(`https://${hostname}`).hostname;
  } catch {
    return null;
  }
}
