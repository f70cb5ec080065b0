/** Writes a store's log to a file. The file gets its name only when it is complete and on disk. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { LOG_START, type Position } from '../../packages/platform/src/event-store/event-store.js';
import { dataVersionOf } from '../streams/index.js';
import { anchorBefore } from './anchors.js';
import { EXPORT_FORMAT, EXPORT_VERSION, itemLine, type ExportEnd, type ExportHead } from './export-line.js';
import { LogDigest } from './log-item.js';
import { logItems, type ReadableLog } from './log-items.js';

export interface ExportOrder {
  readonly file: string;
  /** The position after which the export begins; `LOG_START`: the whole log. */
  readonly after: Position;
  readonly takenAt: Date;
  readonly keyHashFingerprint: string;
  readonly onProgress?: (items: number) => void;
}

/** The file holds customers' data, so only the operator may read it. */
const FILE_MODE = 0o600;
const PIECE_CHARACTERS = 1024 * 1024;

export async function exportLog(log: ReadableLog, order: ExportOrder): Promise<ExportEnd> {
  const anchor = order.after === LOG_START ? null : await anchorBefore(log, order.after);
  const draftPath = `${order.file}.unfinished`;
  const handle = await open(draftPath, 'w', FILE_MODE);
  try {
    const head: ExportHead = {
      export: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      taken_at: order.takenAt.toISOString(),
      key_hash_fingerprint: order.keyHashFingerprint,
      after: anchor && { stream: anchor.stream, revision: anchor.revision, id: anchor.id },
    };
    const end = await writeLines(new LineWriter(handle), log, {
      ...order,
      head,
      from: anchor?.position ?? LOG_START,
    });
    await handle.sync();
    await handle.close();
    await rename(draftPath, order.file);
    return end;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draftPath, { force: true });
    throw error;
  }
}

async function writeLines(
  lines: LineWriter,
  log: ReadableLog,
  { head, from, onProgress }: Pick<ExportOrder, 'onProgress'> & { head: ExportHead; from: Position },
): Promise<ExportEnd> {
  await lines.add(JSON.stringify(head));
  const digest = new LogDigest();
  const items = logItems(log, from);
  let data_version = 1;
  let next = await items.next();
  for (; next.done !== true; next = await items.next()) {
    digest.add(next.value);
    if (next.value.kind === 'event')
      data_version = Math.max(data_version, dataVersionOf(next.value.event.type));
    await lines.add(itemLine(next.value));
    onProgress?.(digest.events + digest.deletions);
  }
  const { events, deletions } = digest;
  const position = next.value;
  const end: ExportEnd = { end: true, events, deletions, position, digest: digest.close(), data_version };
  await lines.add(JSON.stringify(end));
  await lines.flush();
  return end;
}

/** Joins lines to pieces that are large enough for one write. */
class LineWriter {
  private pending: string[] = [];
  private characters = 0;

  constructor(private readonly handle: FileHandle) {}

  async add(line: string): Promise<void> {
    this.pending.push(line, '\n');
    this.characters += line.length + 1;
    if (this.characters >= PIECE_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    await this.handle.writeFile(this.pending.join(''));
    this.pending = [];
    this.characters = 0;
  }
}
