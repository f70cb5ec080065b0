/** An address, or null where it is none. */

/**
 * Never asked of `URL.canParse`: in Node 20 its compiled form reads letters such as `é` wrongly, and says of
 * addresses that they are none, and the other way round.
 */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
