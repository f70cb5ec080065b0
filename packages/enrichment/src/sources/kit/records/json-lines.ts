/** Reads files with one JSON document in each line. */
import type { Entry } from './record.js';
import {
  readOrReject,
  UnreadableRecord,
  type Form,
  type FormContext,
  type StatedForm,
  type TextReader,
} from './form.js';
import { refuseNamesTwice } from './names-twice.js';
import { isObject, type JsonObject } from './values.js';

export interface JsonLinesForm extends StatedForm {
  /** True if several threads may read the form (`Form.apart`): its readers keep no state between lines. */
  readonly apart?: boolean;
  /** Recognises a file by its first document. */
  readonly recognises: (first: JsonObject) => boolean;
  /** Makes the reader of one file, which may keep state between lines. */
  readonly open: (context: FormContext) => JsonLineReader;
}

export interface JsonLineReader {
  /** @throws UnreadableRecord */
  read(document: JsonObject): Iterable<Entry>;
  /** Yields the entries after the last line. */
  end?(): Iterable<Entry>;
}

/** The maximum depth, above that of published documents. It bounds memory. */
const MAX_DEPTH = 100;
/** The length of a line up to which any depth is harmless. */
const HARMLESS_CHARACTERS = 1_000_000;

/** Returns true if a document is nested deeper than `MAX_DEPTH`. */
export function isTooDeep(line: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length && depth <= MAX_DEPTH; at += 1) {
    const letter = line[at];
    if (isQuoted && letter === '\\') at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '{' || letter === '[')) depth += 1;
    else if (!isQuoted && (letter === '}' || letter === ']')) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

/** @throws UnreadableRecord */
function documentOf(line: string): JsonObject {
  if (line.length > HARMLESS_CHARACTERS && isTooDeep(line))
    throw new UnreadableRecord('the line is nested too deep');
  let document: unknown;
  try {
    document = JSON.parse(line);
  } catch {
    throw new UnreadableRecord('the line is not JSON');
  }
  if (!isObject(document)) throw new UnreadableRecord('the line is not a JSON object');
  return document;
}

/** @throws UnreadableRecord also if an object in it has a name twice */
function parseLine(line: string): JsonObject {
  const document = documentOf(line);
  refuseNamesTwice(line, document);
  return document;
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** The first document of a file, which shows its form. Repeated names don't matter here. */
function firstDocument(head: string): JsonObject | null {
  const line = withoutMark(head)
    .split('\n')
    .find((text) => text.trim() !== '');
  try {
    return line === undefined ? null : documentOf(line);
  } catch {
    return null;
  }
}

class JsonLines implements TextReader {
  private line: number;

  constructor(
    private readonly context: FormContext,
    private readonly reader: JsonLineReader,
  ) {
    this.line = context.linesBefore ?? 0;
  }

  push(text: string): void {
    let from = 0;
    while (from < text.length) {
      const next = text.indexOf('\n', from);
      const to = next < 0 ? text.length : next;
      this.take(text.slice(from, to));
      from = to + 1;
    }
  }

  end(): void {
    readOrReject(this.context, this.line, () => this.reader.end?.() ?? []);
  }

  private take(line: string): void {
    this.line += 1;
    const text = (this.line === 1 ? withoutMark(line) : line).trim();
    if (text !== '') readOrReject(this.context, this.line, () => this.reader.read(parseLine(text)));
  }
}

export const jsonLines = ({ name, partial, apart = false, recognises, open }: JsonLinesForm): Form => ({
  name,
  partial,
  apart,
  isOfRows: true,
  recognises: (head) => {
    const first = firstDocument(head);
    return first !== null && recognises(first);
  },
  open: (context) => new JsonLines(context, open(context)),
});
