/** The lines in bytes, ended by a line feed alone: JSON may hold every other separator of lines. */
const LINE_FEED = 0x0a;

/** The bytes of each line without its line feed; what stands after the last line feed is a line too. */
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
