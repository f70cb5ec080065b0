/**
 * Scans the bytes of a large submission as they come, before any is parsed. The scan refuses a body as soon
 * as rows, fields, depth or lengths pass a limit, and notes where the rows are. It knows only brackets and
 * strings, so a body that passes may still not be JSON. Of consecutive blanks one is kept.
 */
import { thousands } from '../../../packages/words/src/text/formats.js';
import { BytePages, bytesOfPages } from './byte-pages.js';

/** The maximum raw bytes of one row. A valid row has at most 11,000: each field at its limit and escaped. */
export const MAX_ROW_BYTES = 16 * 1024;
/** The maximum raw bytes of everything outside the rows. */
export const MAX_OTHER_BYTES = 64 * 1024;
export const MAX_DEPTH = 32;
/** The maximum number of fields of one object. */
export const MAX_FIELDS = 64;
/** Bytes of rows that are parsed in one batch. */
const BATCH_BYTES = 256 * 1024;

/** A list named `rows`. If a body has two, the last one counts (as for `JSON.parse`). */
export interface RowList {
  rows: number;
  /** The offsets at which the list may be cut: after its opening bracket, at some commas, at its end. */
  readonly cuts: number[];
}

export interface ScannedBody {
  readonly pages: readonly Uint8Array<ArrayBuffer>[];
  readonly length: number;
  readonly lists: readonly RowList[];
}

export interface ScanFault {
  readonly code: 'malformed_json' | 'too_many_rows' | 'invalid_request';
  readonly path: string;
  readonly sentence: string;
}

const PLAIN = 0;
const BLANK = 1;
const QUOTE = 2;
const OPEN_OBJECT = 3;
const OPEN_LIST = 4;
const CLOSE_OBJECT = 5;
const CLOSE_LIST = 6;
const COMMA = 7;
const COLON = 8;
const BACKSLASH = 0x5c;
const QUOTE_BYTE = 0x22;

const KIND_BY_BYTE = new Uint8Array(256);
for (const blank of ' \t\r\n') KIND_BY_BYTE[blank.charCodeAt(0)] = BLANK;
for (const [index, sign] of [...'"{[}],:'].entries()) KIND_BY_BYTE[sign.charCodeAt(0)] = QUOTE + index;

/** Raw bytes of the longest way to write `"rows"`: every character escaped. */
const MAX_NAME_LENGTH = 2 + 'rows'.length * '\\u0000'.length;

const malformedJson = (fault: string): ScanFault => ({
  code: 'malformed_json',
  path: 'request',
  sentence: `The body is not JSON: ${fault}.`,
});

export class SubmissionScan {
  private readonly bytes = new BytePages();
  private readonly lists: RowList[] = [];
  /** The kind of bracket that is open at each depth, and the number of its fields so far. */
  private readonly kindByDepth = new Uint8Array(MAX_DEPTH + 1);
  private readonly fieldCountByDepth = new Uint32Array(MAX_DEPTH + 1);
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** True if the last byte was a blank. */
  private isAfterBlank = false;
  /** The list of rows that is open, and the offset at which its current row began. */
  private openList: RowList | null = null;
  private rowStart = 0;
  /** The bounds of the last string in the outermost object, and the name before the last colon there. */
  private textStart = 0;
  private textEnd = 0;
  private fieldName = '';
  /** The numbers of rows and bytes in the lists of rows that are closed. */
  private closedRows = 0;
  private closedRowBytes = 0;

  constructor(private readonly maxRows: number) {}

  /** The number of bytes kept so far. */
  get length(): number {
    return this.bytes.length;
  }

  scan(chunk: Uint8Array): ScanFault | null {
    const { bytes } = this;
    let keptUpTo = 0;
    for (let offset = 0; offset < chunk.length; offset++) {
      if (this.isInText) {
        offset = this.scanText(chunk, offset);
        if (!this.isInText && this.depth === 1) this.textEnd = bytes.length + offset + 1 - keptUpTo;
        continue;
      }
      const kind = KIND_BY_BYTE[chunk[offset] ?? 0] ?? PLAIN;
      const isAfterBlank = this.isAfterBlank;
      this.isAfterBlank = kind === BLANK;
      if (kind === PLAIN) continue;
      if (kind === BLANK) {
        if (isAfterBlank) {
          bytes.append(chunk, keptUpTo, offset);
          while (KIND_BY_BYTE[chunk[offset + 1] ?? 0] === BLANK) offset += 1;
          keptUpTo = offset + 1;
        }
        continue;
      }
      if (kind === COLON && this.depth === 1) {
        // The name before the colon is read from the kept bytes.
        bytes.append(chunk, keptUpTo, offset);
        keptUpTo = offset;
      }
      const fault = this.handleSign(kind, bytes.length + offset - keptUpTo, isAfterBlank);
      if (fault !== null) return fault;
    }
    bytes.append(chunk, keptUpTo, chunk.length);
    return this.lengthFault();
  }

  /** Returns the scanned body once all of it came. */
  end(): ScannedBody | ScanFault {
    if (this.depth > 0 || this.isInText) return malformedJson('it ends too early');
    const { pages, length } = this.bytes;
    return { pages, length, lists: this.lists };
  }

  /** Returns the offset of the quote that ends the string, or the end of the chunk. */
  private scanText(chunk: Uint8Array, from: number): number {
    let offset = from;
    for (; offset < chunk.length; offset++) {
      const byte = chunk[offset];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE_BYTE) {
        this.isInText = false;
        break;
      }
    }
    return offset;
  }

  private handleSign(kind: number, offset: number, isAfterBlank: boolean): ScanFault | null {
    switch (kind) {
      case QUOTE:
        this.isInText = true;
        if (this.depth === 1) this.textStart = offset;
        return null;
      case OPEN_OBJECT:
      case OPEN_LIST:
        return this.open(kind, offset);
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        return this.close(kind, offset, isAfterBlank);
      case COMMA:
        return this.openList !== null && this.depth === 2 ? this.nextRow(this.openList, offset) : null;
      default:
        return this.countField();
    }
  }

  private open(kind: number, offset: number): ScanFault | null {
    if (this.depth === 0 && kind !== OPEN_OBJECT) return this.fault('The body must be an object.');
    if (this.depth === MAX_DEPTH) return this.fault(`May be nested at most ${MAX_DEPTH} deep.`);
    this.depth += 1;
    this.kindByDepth[this.depth] = kind;
    this.fieldCountByDepth[this.depth] = 0;
    if (this.depth === 2 && kind === OPEN_LIST && this.fieldName === 'rows') {
      this.openList = { rows: 0, cuts: [offset + 1] };
      this.rowStart = offset + 1;
    }
    return null;
  }

  private close(kind: number, offset: number, isAfterBlank: boolean): ScanFault | null {
    if (this.depth === 0 || this.kindByDepth[this.depth] !== kind - CLOSE_OBJECT + OPEN_OBJECT)
      return malformedJson('a bracket closes what is not open');
    this.depth -= 1;
    const list = this.openList;
    if (list === null || this.depth !== 1) return null;
    if (this.isRowTooLong(offset)) return this.rowLengthFault();
    // A list without a comma that holds at most a blank has no row.
    const isEmpty = list.rows === 0 && offset - this.rowStart === (isAfterBlank ? 1 : 0);
    if (!isEmpty) list.rows += 1;
    if (this.closedRows + list.rows > this.maxRows) return this.rowCountFault();
    this.closedRowBytes += offset - (list.cuts[0] ?? offset);
    this.closedRows += list.rows;
    list.cuts.push(offset);
    this.lists.push(list);
    this.openList = null;
    return null;
  }

  private nextRow(list: RowList, offset: number): ScanFault | null {
    if (this.isRowTooLong(offset)) return this.rowLengthFault();
    list.rows += 1;
    // The row after the comma counts too.
    if (this.closedRows + list.rows >= this.maxRows) return this.rowCountFault();
    if (offset - (list.cuts.at(-1) ?? offset) >= BATCH_BYTES) list.cuts.push(offset);
    this.rowStart = offset + 1;
    return null;
  }

  private countField(): ScanFault | null {
    if (this.depth === 1) {
      const isShort = this.textEnd - this.textStart <= MAX_NAME_LENGTH;
      this.fieldName = isShort ? nameOf(bytesOfPages(this.bytes.pages, this.textStart, this.textEnd)) : '';
    }
    const fieldCount = (this.fieldCountByDepth[this.depth] ?? 0) + 1;
    this.fieldCountByDepth[this.depth] = fieldCount;
    return fieldCount > MAX_FIELDS ? this.fault(`An object may have at most ${MAX_FIELDS} fields.`) : null;
  }

  private lengthFault(): ScanFault | null {
    const { length } = this.bytes;
    const { openList } = this;
    if (openList !== null && this.isRowTooLong(length)) return this.rowLengthFault();
    const openListBytes = openList === null ? 0 : length - (openList.cuts[0] ?? length);
    return length - this.closedRowBytes - openListBytes > MAX_OTHER_BYTES
      ? {
          code: 'invalid_request',
          path: 'request',
          sentence: `Everything outside the rows may have at most ${MAX_OTHER_BYTES} bytes.`,
        }
      : null;
  }

  private isRowTooLong(offset: number): boolean {
    return offset - this.rowStart > MAX_ROW_BYTES;
  }

  private rowLengthFault(): ScanFault {
    return this.fault(`A row may have at most ${MAX_ROW_BYTES} bytes.`);
  }

  private rowCountFault(): ScanFault {
    const sentence = `A job of this key may have at most ${thousands(this.maxRows)} rows; these are more.`;
    return { code: 'too_many_rows', path: 'rows', sentence };
  }

  /** Returns a fault of the current row, or of the request if no row is open. */
  private fault(sentence: string): ScanFault {
    const path = this.openList === null ? 'request' : `rows[${this.openList.rows}]`;
    return { code: 'invalid_request', path, sentence };
  }
}

function nameOf(text: Buffer): string {
  try {
    return String(JSON.parse(text.toString('utf8')));
  } catch {
    return '';
  }
}
