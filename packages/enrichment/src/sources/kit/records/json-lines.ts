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
  /** Lets the form be read in threads (`Form.apart`): its readers keep nothing between lines. */
  readonly apart?: boolean;
  /** Decides by the first document of a file. */
  readonly recognises: (first: JsonObject) => boolean;
  /** Makes the reader of one file, which may keep something between its lines. */
  readonly open: (context: FormContext) => JsonLineReader;
}

export interface JsonLineReader {
  /** @throws UnreadableRecord */
  read(document: JsonObject): Iterable<Entry>;
  /** Yields the entries after the last line. */
  end?(): Iterable<Entry>;
}

/** The maximum depth, deeper than any published document. A deeper one could only fill the memory. */
const MAX_DEPTH = 100;
/** A shorter line can do no harm, however deep. */
const HARMLESS_CHARACTERS = 1_000_000;

/** Tells whether the text of a document is nested deeper than any published one. */
export function isTooDeep(line: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < line.length && depth <= MAX_DEPTH; at += 1) {
    const letter = line[at];
    if (quoted && letter === '\\') at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '{' || letter === '[')) depth += 1;
    else if (!quoted && (letter === '}' || letter === ']')) depth -= 1;
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

/** @throws UnreadableRecord also where an object of it has one name twice */
function parsed(line: string): JsonObject {
  const document = documentOf(line);
  refuseNamesTwice(line, document);
  return document;
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** The first document of a file, which shows its form. A repeated name rejects the line, and not the file. */
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
    if (text !== '') readOrReject(this.context, this.line, () => this.reader.read(parsed(text)));
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
