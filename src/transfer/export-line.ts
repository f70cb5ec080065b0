/**
 * Writes and parses the lines of an exported log: a head, a line for each item, an end. They are NDJSON. Data
 * whose bytes aren't those that `JSON.stringify` writes are stored as base64, so that every byte comes back.
 */
import type { Position, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { sortedMetadata, type LogItem, type MovedEvent } from './log-item.js';

export const EXPORT_FORMAT = 'company-data log';
export const EXPORT_VERSION = 1;

/** The last event before the file's items that can't be deleted. The target must have it already. */
export interface Anchor {
  readonly stream: StreamName;
  readonly revision: number;
  readonly id: string;
}

export interface ExportHead {
  readonly export: typeof EXPORT_FORMAT;
  readonly version: number;
  readonly taken_at: string;
  /** Shows if keys that were issued there work here. It reveals nothing else about the secret. */
  readonly key_hash_fingerprint: string;
  /** Null: the file begins at the start of the log. */
  readonly after: Anchor | null;
}

export interface ExportEnd {
  readonly end: true;
  readonly events: number;
  readonly deletions: number;
  /** The last position in the exported store: the next `--from`. */
  readonly position: Position;
  /** SHA-256, hex, over all items. */
  readonly digest: string;
  /** The least data version of a program that reads all items; 1 in files of programs that don't write it. */
  readonly data_version: number;
}

export type ExportLine =
  | { readonly kind: 'head'; readonly head: ExportHead }
  | { readonly kind: 'item'; readonly item: LogItem }
  | { readonly kind: 'end'; readonly end: ExportEnd };

/** @param form `base64`: data are written as base64, also where they are plain JSON */
export function itemLine(item: LogItem, form: 'plain where exact' | 'base64' = 'plain where exact'): string {
  const { position } = item;
  if (item.kind === 'deletion') return JSON.stringify({ deleted: item.stream, position });
  const { stream, revision, id, type, format, data } = item.event;
  const head = { stream, revision, id, type, format, position, metadata: sortedMetadata(item.event) };
  const text = format === 'json' && form !== 'base64' ? plainJson(data) : null;
  const rest = text === null ? `"data_base64":"${base64(data)}"` : `"data":${text}`;
  return `${JSON.stringify(head).slice(0, -1)},${rest}}`;
}

const base64 = (data: Uint8Array): string =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The data as text; null if parsing and writing the text again would change its bytes. */
function plainJson(data: Uint8Array): string | null {
  try {
    const text = decoder.decode(data);
    return JSON.stringify(JSON.parse(text)) === text ? text : null;
  } catch {
    return null;
  }
}

/** Parses a line; null if the text is no line of an export. */
export function parseLine(text: string): ExportLine | null {
  const line = parseObject(text);
  if (line === null) return null;
  if (isHead(line)) return { kind: 'head', head: line };
  if (isEnd(line)) return { kind: 'end', end: { ...line, data_version: Number(line.data_version ?? 1) } };
  const { deleted, position } = line;
  if (typeof position !== 'string') return null;
  // Any text may be cast: a store refuses a position that isn't its own.
  const itemPosition = position as Position;
  if (typeof deleted === 'string')
    return {
      kind: 'item',
      item: { kind: 'deletion', position: itemPosition, stream: deleted as StreamName },
    };
  const event = eventOf(line);
  return event === null ? null : { kind: 'item', item: { kind: 'event', position: itemPosition, event } };
}

type Fields = Readonly<Record<string, unknown>>;

function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    // The cast is safe: an object that is no array is a record of unknown values.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

const isHead = (line: Fields): line is Fields & ExportHead =>
  line['export'] === EXPORT_FORMAT &&
  typeof line['version'] === 'number' &&
  typeof line['key_hash_fingerprint'] === 'string' &&
  (line['after'] === null || isAnchor(line['after']));

const isAnchor = (value: unknown): value is Anchor => {
  const { stream, revision, id } = (value ?? {}) as Fields;
  return typeof stream === 'string' && typeof id === 'string' && Number.isSafeInteger(revision);
};

type WrittenEnd = Omit<ExportEnd, 'data_version'> & { readonly data_version?: unknown };

const isEnd = (line: Fields): line is Fields & WrittenEnd =>
  line['end'] === true && typeof line['digest'] === 'string' && typeof line['position'] === 'string';

function eventOf(line: Fields): MovedEvent | null {
  const { stream, revision, id, type, format, metadata } = line;
  const data = dataOf(line);
  const isEvent =
    typeof stream === 'string' &&
    typeof id === 'string' &&
    typeof type === 'string' &&
    (format === 'json' || format === 'binary') &&
    Number.isSafeInteger(revision) &&
    isFlat(metadata);
  // Each field was checked above.
  return isEvent && data !== null
    ? ({ stream, revision, id, type, format, metadata, data } as MovedEvent)
    : null;
}

function dataOf({ data, data_base64 }: Fields): Uint8Array | null {
  if (typeof data_base64 === 'string') return new Uint8Array(Buffer.from(data_base64, 'base64'));
  return data === undefined ? null : encoder.encode(JSON.stringify(data));
}

const isFlat = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
