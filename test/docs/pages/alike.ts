/** Text of a run made like that of any other run. */

const DAY_MS = 86_400_000;
/** Days before and after now within which a time is one of the run; rows are kept for 30. */
const OF_THE_RUN = 45;

/** The same text for the same course of events: what differs each time is replaced by as many characters. */
export function alike(text: string): string {
  return text
    .replaceAll('\r', '')
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, asExample('2026-11-22T12:00:00.000Z'))
    .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, asExample('2026-11-22 12:00:00 UTC'))
    .replace(/\b20\d\d-\d\d-\d\d\b(?!T| \d\d:)/g, asExample('2026-11-22'))
    .replace(/\b20\d\d-\d\d\b(?!-)/g, asExample('2026-11'))
    .replace(/\b(job|req|adj)_[0-9A-Z]{26}\b/g, (_, kind: string) => `${kind}_01JDXB8Z5N0000000000000001`)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '5f0c6f4e-0000-8000-8000-000000000000')
    .replace(/\b[0-9a-f]{64}\b/g, numbered())
    .replace(/\bkey [0-9a-f]{16}\b/g, 'key 00000000000000aa')
    .replace(/^(— [\w-]+) [A-Za-z0-9+/=]{60,}$/gm, '$1 00000000…');
}

/** Times of the run become the example; those of a company's data stay. */
const asExample =
  (example: string) =>
  (time: string): string => {
    const from = Date.parse(
      time.length === '2026-11'.length ? `${time}-15` : time.slice(0, '2026-11-22'.length),
    );
    return Math.abs(Date.now() - from) < OF_THE_RUN * DAY_MS ? example : time;
  };

/** Equal hashes stay equal, and others different: each is its place among those that were printed. */
function numbered(): (hash: string) => string {
  const known = new Map<string, number>();
  return (hash) => {
    known.set(hash, known.get(hash) ?? known.size + 1);
    return `${known.get(hash) ?? 0}`.padStart(hash.length, '0');
  };
}
