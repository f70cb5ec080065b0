/**
 * Reads files that are one JSON document. A document with a long list is read item by item. The ends of items
 * are found by brackets and quotes. Each item, and the document without the items, is then parsed as JSON, so
 * broken JSON is refused. This is several times faster than parsers that stream each token.
 */
import { readOrReject, type Form, type FormContext, type StatedForm, type TextReader } from './form.js';
import { isTooDeep } from './json-lines.js';
import { refuseNamesTwice } from './names-twice.js';
import type { Entry } from './record.js';
import { objectOf, type JsonObject } from './values.js';
import { ImportRefusal } from '../editions/import-outcome.js';

export interface JsonDocumentForm extends StatedForm {
  readonly list: string;
  /** @throws UnreadableRecord */
  readonly read: (item: JsonObject, context: FormContext) => Iterable<Entry>;
}

/** The maximum depth, above that of published items. It bounds memory. */
const MAX_DEPTH = 100;
/** The maximum length of an item, and of the document around the list. */
const MAX_CHARACTERS = 64 << 20;
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const noWholeDocument = ({ name }: FormContext, why: string): ImportRefusal =>
  new ImportRefusal('corrupt_archive', `${name} is no whole JSON document (${why})`);

/** @param fault the reason of the refusal if the text is no JSON */
function parseJson(context: FormContext, text: string, fault: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noWholeDocument(context, fault);
  }
}

/** Collects text that comes in pieces. */
class Gathered {
  private pieces: string[] = [];
  private characters = 0;

  constructor(
    private readonly context: FormContext,
    private readonly partName = 'a part of it',
  ) {}

  /** @throws ImportRefusal if the text exceeds `MAX_CHARACTERS` */
  add(text: string): void {
    this.pieces.push(text);
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS)
      throw noWholeDocument(this.context, `${this.partName} is longer than 64 million characters`);
  }

  take(): string {
    const text = this.pieces.join('');
    this.pieces = [];
    this.characters = 0;
    return text;
  }
}

class JsonDocument implements TextReader {
  private items = 0;
  /** The number of open brackets. */
  private depth = 0;
  private isQuoted = false;
  private isInList = false;
  private isAfterComma = false;
  /** The text so far of the current item or field. */
  private readonly begun: Gathered;
  /** The text of the document without the items. */
  private readonly around: Gathered;
  private readonly listField: RegExp;

  constructor(
    private readonly form: JsonDocumentForm,
    private readonly context: FormContext,
  ) {
    this.begun = new Gathered(context);
    this.around = new Gathered(context);
    this.listField = new RegExp(`^\\s*"${form.list}"\\s*:\\s*$`);
  }

  push(text: string): void {
    for (let from = 0; from < text.length;) {
      const at = this.nextEnd(text, from);
      this.begun.add(text.slice(from, at));
      if (at < text.length) this.pass(text.charAt(at));
      from = at + 1;
    }
  }

  end(): void {
    if (this.depth > 0) throw noWholeDocument(this.context, 'it ends in the middle');
    this.around.add(this.begun.take());
    parseJson(this.context, this.around.take().replace(/^\uFEFF/, ''), 'it is damaged');
  }

  /** The position of the next character that can end an item or a field, past strings and inner brackets. */
  private nextEnd(text: string, from: number): number {
    let { depth, isQuoted } = this;
    let at = from;
    for (let isEnd = false; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      if (letter === QUOTE) isQuoted = !isQuoted;
      else if (isQuoted) at += letter === BACKSLASH ? 1 : 0;
      else if (letter === OPEN_LIST || letter === OPEN_OBJECT) isEnd = (depth += 1) <= 2;
      else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) isEnd = (depth -= 1) <= 1;
      else if (letter === COMMA) isEnd = depth <= 2;
      if (isEnd) break;
      if (depth > MAX_DEPTH) throw noWholeDocument(this.context, 'it is nested too deep');
    }
    this.depth = depth;
    this.isQuoted = isQuoted;
    return Math.min(at, text.length);
  }

  /** @param letter a bracket or comma of the document itself or of a list directly in it */
  private pass(letter: string): void {
    if (this.isInList) this.passInList(letter);
    else if (letter === '[' && this.depth === 2) this.passIntoList(letter);
    else {
      this.begun.add(letter);
      if (this.depth === 1) this.around.add(this.begun.take());
    }
  }

  private passIntoList(letter: string): void {
    const field = this.begun.take();
    this.isInList = this.listField.test(field);
    (this.isInList ? this.around : this.begun).add(field + letter);
  }

  /** Passes a comma or the closing bracket after an item. */
  private passInList(letter: string): void {
    const item = this.begun.take();
    const isEnd = this.depth < 2;
    // An empty list has no item. After a comma an item must follow.
    if (!isEnd || this.isAfterComma || item.trim() !== '')
      this.take(parseJson(this.context, item, 'it is damaged'), item);
    this.isAfterComma = !isEnd;
    if (!isEnd) return;
    this.isInList = false;
    this.around.add(letter);
  }

  private take(item: unknown, text: string): void {
    this.items += 1;
    // A document has no meaningful lines, so rejects name an item by its position.
    readOrReject(this.context, this.items, () => {
      refuseNamesTwice(text, item);
      return this.form.read(objectOf(item, 'the item'), this.context);
    });
  }
}

export const jsonDocument = (form: JsonDocumentForm): Form => ({
  ...form,
  recognises: (head) => new RegExp(`^\\uFEFF?\\s*\\{[\\s\\S]*"${form.list}"\\s*:\\s*\\[`).test(head),
  open: (context) => new JsonDocument(form, context),
});

/** A form of files that are one JSON document: a record, or a list of records. */
export interface JsonItemForm extends StatedForm {
  readonly recognises: (head: string) => boolean;
  /** @throws UnreadableRecord */
  readonly read: (item: JsonObject, context: FormContext) => Iterable<Entry>;
}

class JsonItem implements TextReader {
  private readonly text: Gathered;

  constructor(
    private readonly form: JsonItemForm,
    private readonly context: FormContext,
  ) {
    this.text = new Gathered(context, 'it');
  }

  push(text: string): void {
    this.text.add(text);
  }

  end(): void {
    const text = this.text.take();
    if (isTooDeep(text)) throw noWholeDocument(this.context, 'it is nested too deep');
    const items = [parseJson(this.context, text.replace(/^\uFEFF/, ''), 'it is cut off or damaged')].flat();
    for (const [at, item] of items.entries())
      readOrReject(this.context, at + 1, () => this.form.read(objectOf(item, 'the item'), this.context));
  }
}

export const jsonItem = (form: JsonItemForm): Form => ({
  ...form,
  open: (context) => new JsonItem(form, context),
});
