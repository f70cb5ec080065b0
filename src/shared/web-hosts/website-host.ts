/** From what a client calls a website to its host. */
import { parse } from 'tldts';

/**
 * The host of a bare host or URL: lower case, punycode, without `www.`; null where it has no registrable
 * domain (an address of numbers, a bare word, a public suffix by itself).
 */
export function hostOf(text: string): string | null {
  const { hostname, domain, isIcann } = parse(text.trim());
  // Of an address of numbers nothing says that its suffix is a registry's.
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
