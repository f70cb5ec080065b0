/** Reads inline XBRL (1.0 and 1.1) and plain XBRL. Pure. */
import { UnreadableDocument, type UnreadableWhy, type XbrlDocument } from './document.js';
import { Captures, type Capture, type FactDraft } from './fact-drafts.js';
import { factOf } from './fact-value.js';
import { DOCUMENT_LIMITS } from './limits.js';
import { Passages, PageText } from './page-text.js';
import { NOWHERE } from './page-row.js';
import { PageRows } from './page-rows.js';
import { PrintedBefore, PrintedUnits } from './printed-units.js';
import { ResourcesReader, XBRLI } from './resources-reader.js';
import { unitsStatedIn } from './stated-units.js';
import { beginningOf, readXml, type Attributes, type XmlHandler } from './xml-events.js';
import { Namespaces, type XmlName } from './xml-names.js';

const INLINE = /^http:\/\/www\.xbrl\.org\/20(?:08|13)\/inlineXBRL$/;
const KINDS: Readonly<Record<string, FactDraft['kind']>> = {
  nonFraction: 'number',
  nonNumeric: 'text',
  fraction: 'fraction',
};
const XHTML = 'http://www.w3.org/1999/xhtml';
const isOfPage = ({ namespace }: XmlName): boolean => namespace === XHTML || namespace === '';
/** Returns true if an element has a name or attribute of XBRL, whatever its namespace. */
const isOfXbrl = (local: string, attributes: Attributes): boolean =>
  'contextRef' in attributes || local === 'context' || local === 'unit' || local === 'hidden';
/** The elements whose text is never shown. Styles may hide other elements. */
const UNSEEN = new Set(['style', 'script', 'template']);
const isUnseen = ({ local }: XmlName, { style }: Attributes): boolean =>
  UNSEEN.has(local) ||
  (style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style));
/** The attributes without scale and sign, which only inline XBRL has. */
const withoutInline = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'scale' && name !== 'sign'));
/** The elements that begin and end a block of the page. */
const BLOCKS = new Set('title p div br td th tr li ul ol table h1 h2 h3 h4 h5 h6 section article'.split(' '));
const isHeading = ({ local }: XmlName): boolean => /^h[1-6]$/.test(local);

class DocumentReader implements XmlHandler {
  private readonly names = new Namespaces();
  private readonly resources = new ResourcesReader(this.names);
  private readonly captures = new Captures();
  private readonly passages = new Passages();
  private readonly facts: FactDraft[] = [];
  private readonly continuations = new Map<string, Capture>();
  private kind: 'ixbrl' | 'xbrl' | null = null;
  /** The number of open invisible elements. */
  private hidden = 0;
  /** The depths of the open hidden elements of the page. */
  private readonly unseen: number[] = [];
  /** The number of open headings of the page. */
  private headings = 0;
  private readonly before = new PrintedBefore();
  private readonly units = new PrintedUnits();
  private readonly rows = new PageRows();
  private readonly words = new PageText();
  /** The text outside tables, with marks before the title and headings. */
  private readonly heads = new PageText();
  /** The names of the open elements, the outermost first. */
  private readonly path: XmlName[] = [];
  /** The depths of open facts of a plain document. */
  private readonly plain: number[] = [];

  open(tag: string, attributes: Attributes, depth: number): void {
    this.names.open(depth, attributes);
    const name = this.names.nameOf(tag);
    this.path.push(name);
    if (name.namespace === '' && isOfXbrl(name.local, attributes) && this.names.isUndeclared(tag))
      throw new UnreadableDocument('undeclared_prefix');
    if (depth === 1) this.kind = name.namespace === XBRLI && name.local === 'xbrl' ? 'xbrl' : 'ixbrl';
    if (!isOfPage(name)) {
      this.openNamed(name, attributes, depth);
      return;
    }
    if (isUnseen(name, attributes)) {
      this.unseen.push(depth);
      this.hidden += 1;
    }
    if (BLOCKS.has(name.local)) {
      this.blank();
      this.rows.open(name.local);
      if (name.local === 'title') this.heads.text('# ');
      else if (isHeading(name)) {
        this.heads.text('## ');
        this.headings += 1;
      }
    }
  }

  text(text: string): void {
    if (this.resources.isOpen) {
      this.resources.text(text);
      return;
    }
    if (this.captures.isOpen) this.captures.text(text);
    if (this.hidden > 0) return;
    this.before.text(text);
    this.units.text(text);
    this.passages.text(text);
    this.rows.text(text);
    this.words.text(text);
    if (!this.rows.isInRow || this.headings > 0) this.heads.text(text);
  }

  close(depth: number): void {
    const name = this.path.pop();
    if (name === undefined) return;
    if (!isOfPage(name)) this.closeNamed(name, depth);
    else if (BLOCKS.has(name.local)) {
      this.blank();
      this.rows.close(name.local);
      if (isHeading(name)) this.headings -= 1;
    }
    if (this.unseen.at(-1) === depth) {
      this.unseen.pop();
      this.hidden -= 1;
    }
    this.names.close(depth);
  }

  private blank(): void {
    this.before.part();
    this.units.part();
    if (this.captures.isOpen) this.captures.blank();
    this.passages.part();
    this.rows.part();
    this.words.part();
    this.heads.part();
  }

  /** @throws UnreadableDocument */
  end(): XbrlDocument {
    const { contexts, units, schemas } = this.resources;
    const { continuations } = this;
    if (this.kind === null || (this.facts.length === 0 && contexts.size === 0))
      throw new UnreadableDocument('no_facts');
    const { labels, looseLabels } = this.rows;
    const page = { text: this.words.whole, heads: this.heads.whole, labels, looseLabels };
    const unitsStated = unitsStatedIn(page.text);
    const statedUnits = isRoundedInFull(this.facts) ? { ...unitsStated, scale: null } : unitsStated;
    const facts = this.facts.map((draft) => factOf(draft, { contexts, units, continuations, statedUnits }));
    return { schemas, contexts, units, facts, passages: this.passages.found, page };
  }

  private openNamed(name: XmlName, attributes: Attributes, depth: number): void {
    if (INLINE.test(name.namespace)) this.openInline(name.local, attributes);
    else {
      this.resources.open(name, attributes);
      if (this.kind === 'xbrl' && !this.resources.isOpen && 'contextRef' in attributes) {
        this.plain.push(depth);
        this.begin({
          kind: 'unitRef' in attributes ? 'number' : 'text',
          concept: name,
          attributes: withoutInline(attributes),
          format: null,
        });
      }
    }
  }

  private openInline(element: string, attributes: Attributes): void {
    const kind = KINDS[element];
    if (kind !== undefined) {
      const format = attributes['format'];
      const concept = this.names.nameOf(attributes['name'] ?? '');
      // The value of an unknown transformation is no value of the concept.
      const isUnknown = format !== undefined && this.names.isUndeclared(format);
      this.begin({
        kind,
        concept: isUnknown ? { ...concept, namespace: '' } : concept,
        attributes,
        format: format === undefined ? null : this.names.nameOf(format).local,
      });
    } else if (element === 'hidden') this.hidden += 1;
    else if (element === 'exclude') this.captures.exclude();
    else if (element === 'continuation') this.beginContinuation(attributes);
  }

  private closeNamed(name: XmlName, depth: number): void {
    if (INLINE.test(name.namespace)) this.closeInline(name.local);
    else if (this.plain.at(-1) === depth) {
      this.plain.pop();
      this.captures.end();
    } else this.resources.close(name);
  }

  private closeInline(element: string): void {
    if (element in KINDS || element === 'continuation') this.captures.end();
    else if (element === 'hidden') this.hidden -= 1;
    else if (element === 'exclude') this.captures.include();
  }

  private begin(draft: Pick<FactDraft, 'kind' | 'concept' | 'attributes' | 'format'>): void {
    if (this.facts.length >= DOCUMENT_LIMITS.facts) throw new UnreadableDocument('too_costly');
    const { kind, attributes } = draft;
    const fact: FactDraft = {
      ...draft,
      text: '',
      continuedAt: attributes['continuedAt'] ?? null,
      hidden: this.hidden > 0,
      printedNegative: this.hidden === 0 && this.before.isNegative,
      printedScale: this.hidden > 0 ? null : this.units.scale,
      printedCurrency: this.hidden > 0 ? null : this.units.currency,
      place:
        this.hidden > 0 || kind !== 'number' || this.kind === 'xbrl'
          ? NOWHERE
          : this.rows.place(attributes['contextRef'] ?? '', this.before.isNegative),
    };
    // Facts of other target documents are left out.
    if ((attributes['target'] ?? '') === '') this.facts.push(fact);
    this.captures.begin(fact);
  }

  private beginContinuation(attributes: Attributes): void {
    if (this.continuations.size >= DOCUMENT_LIMITS.continuations) throw new UnreadableDocument('too_costly');
    const continuation = { text: '', continuedAt: attributes['continuedAt'] ?? null };
    this.continuations.set(attributes['id'] ?? '', continuation);
    this.captures.begin(continuation);
  }
}

/** Returns true if all amounts are rounded to thousands and printed in full. */
function isRoundedInFull(facts: readonly FactDraft[]): boolean {
  const printed = facts.filter(({ kind }) => kind === 'number').map(({ text }) => text.replaceAll(/\D/g, ''));
  const long = printed.filter((digits) => digits.length > 3);
  return long.length > 0 && long.every((digits) => digits.endsWith('000'));
}

/** The reason why the first bytes aren't those of XML; null: they may be. */
function whyNotXml(bytes: Uint8Array): UnreadableWhy | null {
  const head = beginningOf(bytes)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (head.startsWith('%PDF')) return 'pdf';
  if (head === '' || head.startsWith('ATTACHMENTPLACEHOLDER')) return 'placeholder';
  return /^(?:<|\0<|\u00ff\u00fe|\u00fe\u00ff)/.test(head) ? null : 'not_xml';
}

/** Reads a document. @throws UnreadableDocument for every fault of the document */
export function readXbrl(bytes: Uint8Array): XbrlDocument {
  if (bytes.length > DOCUMENT_LIMITS.bytes) throw new UnreadableDocument('too_large');
  const why = whyNotXml(bytes);
  if (why !== null) throw new UnreadableDocument(why);
  const reader = new DocumentReader();
  readXml(bytes, reader);
  return reader.end();
}
