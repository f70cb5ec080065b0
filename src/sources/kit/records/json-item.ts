/** Files that are one JSON document, which is a record itself or a list of records. */
import { readOrReject, type Form, type FormContext, type TextReader } from './form.js';
import { noWholeDocument } from './json-document.js';
import { isTooDeep } from './json-lines.js';
import type { Entry } from './record.js';
import { objectOf, type JsonObject } from './values.js';

export interface JsonItemForm {
  readonly name: string;
  readonly partial: boolean;
  /** By the beginning of the file. */
  readonly recognises: (head: string) => boolean;
  /** @throws UnreadableRecord */
  readonly read: (item: JsonObject, context: FormContext) => Iterable<Entry>;
}

/** A record with its attachments; what has more is no record, or is meant to fill the memory. */
const MOST_CHARACTERS = 64 << 20;

class JsonItem implements TextReader {
  private readonly pieces: string[] = [];
  private characters = 0;

  constructor(
    private readonly form: JsonItemForm,
    private readonly context: FormContext,
  ) {}

  push(text: string): void {
    this.characters += text.length;
    if (this.characters > MOST_CHARACTERS)
      throw noWholeDocument(this.context, 'it is longer than 64 million characters');
    this.pieces.push(text);
  }

  end(): void {
    const items = [this.parsed(this.pieces.join(''))].flat();
    for (const [at, item] of items.entries())
      readOrReject(this.context, at + 1, () => this.form.read(objectOf(item, 'the item'), this.context));
  }

  private parsed(text: string): unknown {
    if (isTooDeep(text)) throw noWholeDocument(this.context, 'it is nested too deep');
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch {
      throw noWholeDocument(this.context, 'it is cut off or damaged');
    }
  }
}

export const jsonItem = (form: JsonItemForm): Form => ({
  name: form.name,
  partial: form.partial,
  recognises: form.recognises,
  open: (context) => new JsonItem(form, context),
});
