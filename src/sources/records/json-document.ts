/** Files that are one JSON document with a long list in it: read as a stream, an item at a time. */
import { JSONParser, TokenizerError, TokenParserError, TokenType } from '@streamparser/json';
import { ImportRefusal } from '../editions/import-outcome.js';
import { readOrReject, type Form, type FormContext, type TextReader } from './form.js';
import type { Entry } from './record.js';
import { objectOf, type JsonObject } from './values.js';

export interface JsonDocumentForm {
  readonly name: string;
  readonly partial: boolean;
  /** The field of the document that holds the list. */
  readonly list: string;
  /** @throws UnreadableRecord */
  readonly read: (item: JsonObject, context: FormContext) => Iterable<Entry>;
}

/** Deeper than any published item: what goes further is meant to fill the memory. */
const MOST_DEPTH = 100;

class JsonDocument implements TextReader {
  private items = 0;
  private depth = 0;
  private readonly parser: JSONParser;

  constructor(
    private readonly form: JsonDocumentForm,
    private readonly context: FormContext,
  ) {
    this.parser = new JSONParser({ paths: [`$.${form.list}.*`], keepStack: false });
    this.parser.onToken = ({ token }) => {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.depth += 1;
      if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.depth -= 1;
      if (this.depth > MOST_DEPTH) throw this.refusal('it is nested too deep');
    };
    this.parser.onValue = ({ value }) => this.take(value);
  }

  push(text: string): void {
    this.guarded(() => this.parser.write(text));
  }

  end(): void {
    if (!this.parser.isEnded) throw this.refusal('it ends in the middle');
  }

  private take(item: unknown): void {
    this.items += 1;
    // Lines mean nothing in a document: the item is named by its place.
    readOrReject(this.context, this.items, () => this.form.read(objectOf(item, 'the item'), this.context));
  }

  private guarded(parse: () => void): void {
    try {
      parse();
    } catch (error) {
      if (error instanceof TokenizerError || error instanceof TokenParserError)
        throw this.refusal(error.message);
      throw error;
    }
  }

  private refusal(why: string): ImportRefusal {
    return new ImportRefusal('corrupt_archive', `${this.context.name} is no whole JSON document (${why})`);
  }
}

export const jsonDocument = (form: JsonDocumentForm): Form => ({
  name: form.name,
  partial: form.partial,
  recognises: (head) => new RegExp(`^\\uFEFF?\\s*\\{[\\s\\S]*"${form.list}"\\s*:\\s*\\[`).test(head),
  open: (context) => new JsonDocument(form, context),
});
