/** The lines in bytes. Only a line feed ends a line: JSON may hold every other line separator. */
const LINE_FEED = 0x0a;

/** The bytes of each line without its line feed; bytes after the last one are a line too. */
export async function* linesOfBytes(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const bytes of pieces) {
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const line = bytes.subarray(start, end);
      yield rest.length === 0 ? line : Buffer.concat([...rest, line]);
      rest = [];
      start = end + 1;
    }
    rest.push(bytes.subarray(start));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}
