/** Reads XML files with a long list of one kind of element, as a stream, one element at a time. */
import { SaxesParser } from 'saxes';
import { ImportRefusal } from '../editions/import-outcome.js';
import { readOrReject, type Form, type FormContext, type StatedForm, type TextReader } from './form.js';
import type { Entry } from './record.js';

/** The text of the first element at a path of local names (`Entity/LegalName`); blank: there is none. */
export type XmlText = (path: string) => string;

export interface XmlRecordsForm extends StatedForm {
  /** The local names of the document's root, of its header, and of a record. */
  readonly root: string;
  readonly header: string;
  readonly record: string;
  /** The paths of the elements to read in the header, and in a record. */
  readonly headerFields: readonly string[];
  readonly fields: readonly string[];
  /** Returns true if the beginning of the file has this form, for forms with the same root. */
  readonly matchesHead?: (head: string) => boolean;
  /** @throws UnreadableRecord */
  readonly read: (record: XmlText, header: XmlText, context: FormContext) => Iterable<Entry>;
}

/** The maximum depth and length of text, above those of published files. They bound memory. */
const MAX_DEPTH = 50;
const MAX_CHARACTERS_WITHOUT_TAG = 8 << 20;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An element that is read, or that contains elements to read. */
interface ElementNode {
  /** The path of the element; null: only elements inside it are read. */
  path: string | null;
  readonly children: Map<string, ElementNode>;
}

function nodesOf(fields: readonly string[]): ElementNode {
  const top: ElementNode = { path: null, children: new Map() };
  for (const field of fields) {
    let node = top;
    for (const name of field.split('/')) {
      const next: ElementNode = node.children.get(name) ?? { path: null, children: new Map() };
      node.children.set(name, next);
      node = next;
    }
    node.path = field;
  }
  return top;
}

class XmlRecords implements TextReader {
  private readonly parser = new SaxesParser();
  /** The node of each open element; null: it is not read. */
  private readonly open: (ElementNode | null)[] = [];
  /** The elements to read in a record, and in the header. */
  private readonly recordTree: ElementNode;
  private readonly headerTree: ElementNode;
  /** The texts of the header, and of the open record, by path. */
  private readonly header = new Map<string, string>();
  private record = new Map<string, string>();
  /** The element whose text is being read, and the record or header around it. */
  private node: ElementNode | null = null;
  private top: ElementNode | null = null;
  private text = '';
  private sinceTag = 0;

  constructor(
    private readonly form: XmlRecordsForm,
    private readonly context: FormContext,
  ) {
    this.recordTree = nodesOf(form.fields);
    this.headerTree = nodesOf(form.headerFields);
    const { parser } = this;
    parser.on('error', (error) => {
      throw this.refusal(error.message);
    });
    // Entities that a document defines could grow without end or refer to files.
    parser.on('doctype', () => {
      throw this.refusal('it declares a document type');
    });
    parser.on('opentag', ({ name }) => this.enter(localName(name)));
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
    parser.on('closetag', () => this.leave());
  }

  push(text: string): void {
    this.sinceTag += text.length;
    this.parser.write(text);
    if (this.sinceTag > MAX_CHARACTERS_WITHOUT_TAG) throw this.refusal('a text in it has no end');
  }

  end(): void {
    this.parser.close();
  }

  private enter(name: string): void {
    this.sinceTag = 0;
    this.text = '';
    const { open } = this;
    if (open.length === 0 && name !== this.form.root) throw this.refusal(`its root is ${name.slice(0, 40)}`);
    if (open.length >= MAX_DEPTH) throw this.refusal('it is nested too deep');
    this.node = (this.top === null ? this.outermost(name) : this.node?.children.get(name)) ?? null;
    this.top ??= this.node;
    open.push(this.node);
  }

  /** Finds a record or header. Elements around them are not read. */
  private outermost(name: string): ElementNode | null {
    if (name === this.form.record) return this.recordTree;
    return name === this.form.header ? this.headerTree : null;
  }

  private addText(text: string): void {
    if (this.node !== null) this.text += text;
  }

  private leave(): void {
    this.sinceTag = 0;
    const closed = this.open.pop() ?? null;
    this.node = this.open.at(-1) ?? null;
    if (closed === null) return;
    if (closed.path !== null) this.keep(closed.path);
    this.text = '';
    if (closed !== this.top) return;
    this.top = null;
    if (closed === this.recordTree) this.finishRecord();
  }

  private keep(path: string): void {
    const texts = this.top === this.headerTree ? this.header : this.record;
    if (!texts.has(path)) texts.set(path, this.text.trim());
  }

  private finishRecord(): void {
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
  ...form,
  recognises: (head) =>
    new RegExp(`<(?:[\\w.-]+:)?${form.root}[\\s>]`).test(head) && (form.matchesHead?.(head) ?? true),
  open: (context) => new XmlRecords(form, context),
});
