/** XML files that are a long list of one kind of element: read as a stream, an element at a time. */
import { SaxesParser } from 'saxes';
import { ImportRefusal } from '../editions/import-outcome.js';
import { readOrReject, type Form, type FormContext, type TextReader } from './form.js';
import type { Entry } from './record.js';

/**
 * The text of an element inside the record or inside the file's header, by its path of local names
 * (`Entity/LegalName`); the first, where there are several, and blank where there is none.
 */
export type XmlText = (path: string) => string;

export interface XmlRecordsForm {
  readonly name: string;
  readonly partial: boolean;
  /** Local names: of the document's root, of its header, and of a record. */
  readonly root: string;
  readonly header: string;
  readonly record: string;
  /** Tells by the beginning of the file more than its root does. */
  readonly isIt?: (head: string) => boolean;
  /** @throws UnreadableRecord */
  readonly read: (record: XmlText, header: XmlText, context: FormContext) => Iterable<Entry>;
}

/** Deeper than any published element, and longer than any text: what goes further is meant to fill the memory. */
const MOST_DEPTH = 50;
const MOST_FIELDS = 10_000;
const MOST_CHARACTERS_WITHOUT_TAG = 8 << 20;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

class XmlRecords implements TextReader {
  private readonly parser = new SaxesParser();
  private readonly path: string[] = [];
  /** Texts of the header, and of the record that is open, by path. */
  private readonly header = new Map<string, string>();
  private record = new Map<string, string>();
  /** How many elements stand above the record or header that is open; null: none is open. */
  private above: number | null = null;
  private text = '';
  private sinceTag = 0;

  constructor(
    private readonly form: XmlRecordsForm,
    private readonly context: FormContext,
  ) {
    const { parser } = this;
    parser.on('error', (error) => {
      throw this.refusal(error.message);
    });
    // Entities of a document's own could swell without end, or name files.
    parser.on('doctype', () => {
      throw this.refusal('it declares a document type');
    });
    parser.on('opentag', ({ name }) => this.open(localName(name)));
    parser.on('text', (text) => (this.text += text));
    parser.on('cdata', (text) => (this.text += text));
    parser.on('closetag', ({ name }) => this.close(localName(name)));
  }

  push(text: string): void {
    this.sinceTag += text.length;
    this.parser.write(text);
    if (this.sinceTag > MOST_CHARACTERS_WITHOUT_TAG) throw this.refusal('a text in it has no end');
  }

  end(): void {
    this.parser.close();
  }

  private open(name: string): void {
    this.sinceTag = 0;
    this.text = '';
    this.path.push(name);
    if (this.path.length > MOST_DEPTH) throw this.refusal('it is nested too deep');
    const { root, header, record } = this.form;
    if (this.path.length === 1 && name !== root) throw this.refusal(`its root is ${name.slice(0, 40)}`);
    if (this.above === null && (name === record || name === header)) this.above = this.path.length;
  }

  private close(name: string): void {
    this.sinceTag = 0;
    if (this.above !== null) this.inside(name, this.above);
    this.text = '';
    this.path.pop();
  }

  private inside(name: string, above: number): void {
    const isHeader = this.path[above - 1] === this.form.header;
    if (this.path.length > above) {
      const texts = isHeader ? this.header : this.record;
      const at = this.path.slice(above).join('/');
      if (texts.size >= MOST_FIELDS) throw this.refusal('an element in it has no end');
      if (!texts.has(at)) texts.set(at, this.text.trim());
      return;
    }
    this.above = null;
    if (name === this.form.record) this.take();
  }

  private take(): void {
    const texts = this.record;
    this.record = new Map();
    const read = () =>
      this.form.read(
        (path) => texts.get(path) ?? '',
        (path) => this.header.get(path) ?? '',
        this.context,
      );
    readOrReject(this.context, this.parser.line, read);
  }

  private refusal(why: string): ImportRefusal {
    return new ImportRefusal('corrupt_archive', `${this.context.name} is no whole XML document (${why})`);
  }
}

export const xmlRecords = (form: XmlRecordsForm): Form => ({
  name: form.name,
  partial: form.partial,
  recognises: (head) =>
    new RegExp(`<(?:[\\w.-]+:)?${form.root}[\\s>]`).test(head) && (form.isIt?.(head) ?? true),
  open: (context) => new XmlRecords(form, context),
});
