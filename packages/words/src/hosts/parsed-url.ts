/** Parses an address; null where it is none. `URL.canParse` in Node 20 misreads letters such as `é`. */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
