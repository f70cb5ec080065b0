/** Reads a file that `events export` wrote, and checks all of it before anything uses it. */
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { DATA_VERSION } from '../../packages/platform/src/stores/stamp.js';
import {
  EXPORT_VERSION,
  parseLine,
  type ExportEnd,
  type ExportHead,
  type ExportLine,
} from './export-line.js';
import { linesOfFile } from '../../packages/platform/src/files/lines-of-file.js';
import { LogDigest, type LogItem } from './log-item.js';

export interface ExportFile {
  readonly path: string;
  readonly head: ExportHead;
  readonly end: ExportEnd;
  /** Reads the items from the first on. May be called several times. */
  items(): AsyncGenerator<LogItem, void>;
}

/** The file is no export, is cut off, or was changed; the message is one line. */
export class BadExportError extends Error {
  override readonly name = 'BadExportError';
}

/** @throws BadExportError */
export async function openExport(path: string, onProgress?: (items: number) => void): Promise<ExportFile> {
  const digest = new LogDigest();
  let head: ExportHead | undefined;
  let end: ExportEnd | undefined;
  for await (const line of linesOf(path)) {
    if (end !== undefined) throw new BadExportError(`${path} goes on after its end`);
    if (head === undefined) head = headOf(path, line);
    else if (line.kind === 'end') end = line.end;
    else if (line.kind === 'item') digest.add(line.item);
    else throw new BadExportError(`${path} has a second head`);
    onProgress?.(digest.events + digest.deletions);
  }
  if (head === undefined || end === undefined) throw new BadExportError(`${path} is cut off: it has no end`);
  if (end.events !== digest.events || end.deletions !== digest.deletions || end.digest !== digest.close())
    throw new BadExportError(`${path} is not as it was exported: its digest is another`);
  if (end.data_version > DATA_VERSION)
    throw new BadExportError(
      `${path} has data version ${end.data_version}, this program reads versions up to ${DATA_VERSION}: use a newer program`,
    );
  return { path, head, end, items: () => itemsOf(path) };
}

function headOf(path: string, line: ExportLine): ExportHead {
  if (line.kind !== 'head') throw new BadExportError(`${path} is not an exported log: it has no head`);
  if (line.head.version === EXPORT_VERSION) return line.head;
  throw new BadExportError(`${path} was exported by another version (format ${line.head.version})`);
}

async function* itemsOf(path: string): AsyncGenerator<LogItem, void> {
  for await (const line of linesOf(path)) if (line.kind === 'item') yield line.item;
}

async function* linesOf(path: string): AsyncGenerator<ExportLine> {
  let number = 0;
  try {
    for await (const text of linesOfFile(path)) {
      number += 1;
      const line = parseLine(text);
      if (line === null) throw new BadExportError(`line ${number} of ${path} is none of an exported log`);
      yield line;
    }
  } catch (error) {
    if (error instanceof BadExportError) throw error;
    throw new BadExportError(`${path} can't be read: ${errorMessage(error)}`);
  }
}
