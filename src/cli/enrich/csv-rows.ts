/** Reads a customer's CSV file row by row, in bounded memory, with any delimiter. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import Papa from 'papaparse';
import { errorCode, errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { encodingByMark } from './byte-order-mark.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. Blank lines and lines within quotes count too. */
  readonly line: number;
  readonly cells: readonly string[];
}

type ParsedPart = Papa.ParseResult<string[]>;

/**
 * Yields the headings, then every row that isn't empty.
 * @throws WrongRequest where the file can't be read as text in this encoding, or its quotes don't close
 */
export async function* csvRows(file: string, encoding: string): AsyncGenerator<CsvRow, void, undefined> {
  let line = 1;
  for await (const part of parsedParts(file, encoding)) {
    const lineCount = (cells: readonly string[]): number => countLines(cells, part.meta.linebreak);
    const fault = part.errors.find(({ type }) => type === 'Quotes');
    if (fault !== undefined) {
      const recordsBefore = part.data.slice(0, fault.row ?? 0);
      const nearLine = recordsBefore.reduce((sum, cells) => sum + lineCount(cells), line);
      throw new WrongRequest('malformed_csv', `${file}, near line ${nearLine}: ${fault.message}.`);
    }
    for (const cells of part.data) {
      const isSeparator = line === 1 && SEPARATOR_LINE.test(cells.join(part.meta.delimiter));
      if (!isSeparator && cells.some((cell) => cell.trim() !== '')) yield { line, cells };
      line += lineCount(cells);
    }
  }
}

/** Counts the lines of a record. If the file mixes line breaks, the last cell may end with a stray CR. */
function countLines(cells: readonly string[], linebreak: string): number {
  const text = cells.join(' ');
  const record = linebreak === '\n' ? text.replace(/\r$/, '') : text;
  return 1 + (record.match(/\r\n|\r|\n/g)?.length ?? 0);
}

/** The first line may tell spreadsheets the delimiter, such as `sep=;`. Such a line is no row. */
const SEPARATOR_LINE = /^sep=(.?)$/i;

/** Returns the delimiter that the first line names, or else the likeliest one for the first records. */
const delimiterOf = (text: string): string =>
  SEPARATOR_LINE.exec(text.slice(0, 7).split(/[\r\n]/, 1)[0] ?? '')?.[1] ||
  Papa.parse(text.replace(/^[\r\n]+/, ''), { preview: 10, skipEmptyLines: 'greedy' }).meta.delimiter;

/** Yields the file in parts. Papa Parse reads the next part once the caller has used the last one. */
async function* parsedParts(file: string, encoding: string): AsyncGenerator<ParsedPart> {
  const waitingParts: ParsedPart[] = [];
  let wake: () => void = () => undefined;
  let parser: Papa.Parser | undefined;
  let end: { error?: unknown } | undefined;
  const text = Readable.from(decodedText(file, encoding));
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf,
    chunk: (results, current) => {
      parser = current;
      current.pause();
      waitingParts.push(results);
      wake();
    },
    complete: () => ((end = {}), wake()),
    error: (error) => ((end = { error }), wake()),
  });
  try {
    for (;;) {
      const part = waitingParts.shift();
      if (part !== undefined) {
        yield part;
        parser?.resume();
      } else if (end !== undefined) {
        if (end.error !== undefined) throw unreadableFileError(file, end.error);
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    text.destroy();
  }
}

class EncodingError extends Error {}

/**
 * Yields the text of the file. Throws at the first byte that the encoding does not allow, because replacement
 * characters would be sent and charged.
 */
async function* decodedText(file: string, encoding: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  const decode = (bytes: Buffer, stream: boolean): string => {
    decoder ??= new TextDecoder(encodingByMark(bytes) ?? encoding, { fatal: true });
    try {
      const text = decoder.decode(bytes, { stream });
      if (!text.includes('\0')) return text;
    } catch {
      throw new EncodingError(`it is not ${decoder.encoding} text; try --encoding windows-1252`);
    }
    throw new EncodingError(
      `it has NUL characters, so it is no ${decoder.encoding} text; try --encoding utf-16le`,
    );
  };
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) yield decode(bytes, true);
  yield decode(Buffer.alloc(0), false);
}

function unreadableFileError(file: string, error: unknown): WrongRequest {
  const isMissing = errorCode(error) === 'ENOENT';
  return new WrongRequest(
    isMissing ? 'file_not_found' : 'unreadable_file',
    isMissing ? `There is no file ${file}.` : `${file} can't be read: ${errorMessage(error)}.`,
  );
}
