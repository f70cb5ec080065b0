/** The time stamp of the log from outside (`docs/log-of-heads.md`, "Time from outside"). */
import { hasShape, isText, isTime } from '../check/shapes.js';
import { CompactRange } from '../merkle/compact-range.js';
import { leafHash } from '../merkle/tree-hash.js';
import { SyncFault } from './faults.js';
import type { KeptFolder } from './kept-folder.js';
import { plainJson } from './log-of-heads.js';
import type { LogReader } from './log-reader.js';
import { base64Bytes, parseCheckpoint, parseNote } from './notes.js';
import type { CheckTimestamp } from './options.js';
import { isOld } from './ports.js';

const STAMP = { checkpoint: isText, token: isText, time: isTime };

/**
 * Requires that the newest stamp is over this log, and over all entries that are two hours old.
 * @returns the time in it, in ISO 8601
 * @throws SyncFault `timestamp_wrong`
 */
export async function requireTimestamp(
  reader: LogReader,
  kept: KeptFolder,
  check: CheckTimestamp,
): Promise<string> {
  const bytes = await reader.service.get('/log/timestamp', 'public');
  const fault = (where: string): SyncFault =>
    new SyncFault('timestamp_wrong', where, bytes === null ? {} : { timestamp: bytes });
  const stamp = bytes && (plainJson(bytes) as Record<keyof typeof STAMP, string> | null);
  if (!hasShape(stamp, STAMP)) throw fault('none is served');
  const { checkpoint, token: base64 } = stamp as Record<keyof typeof STAMP, string>;
  const note = parseNote(Buffer.from(checkpoint));
  const told = note && parseCheckpoint(note);
  const token = base64Bytes(base64);
  if (note === null || told === null || token === null) throw fault('it is unreadable');
  await reader.reach(told.size);
  const texts = await kept.entries(reader.log.size);
  const tree = new CompactRange();
  for (const text of texts.slice(0, told.size)) tree.push(leafHash(Buffer.from(text).toString()));
  if (tree.end !== told.size || !tree.root().equals(told.root)) throw fault('it is over another log');
  const next = plainJson(texts[told.size] ?? new Uint8Array()) as { readonly time: string } | null;
  if (next !== null && isOld(next.time, reader.service.now()))
    throw fault(`entry ${told.size} of the log is over two hours old and has none`);
  try {
    return (await check(Buffer.from(note.text), token)).toISOString();
  } catch (error) {
    throw fault(error instanceof Error ? error.message : String(error));
  }
}
