/** Collects facts while a document is read, before all contexts and units are read. */
import { UnreadableDocument } from './document.js';
import { DOCUMENT_LIMITS } from './limits.js';
import type { Attributes } from './xml-events.js';
import type { PagePlace } from './page-row.js';
import type { PrintedCurrency, PrintedScale } from './printed-units.js';
import type { XmlName } from './xml-names.js';

/** The text between two tags: of a fact, or of a continuation. */
export interface Capture {
  text: string;
  readonly continuedAt: string | null;
}

export interface FactDraft extends Capture {
  readonly kind: 'number' | 'text' | 'fraction';
  readonly concept: XmlName;
  readonly attributes: Attributes;
  /** The local name of the transformation; null: the printed text is the value. */
  readonly format: string | null;
  readonly hidden: boolean;
  /** True if an opening bracket or a minus sign precedes the number on the page. */
  readonly printedNegative: boolean;
  readonly printedScale: PrintedScale;
  readonly printedCurrency: PrintedCurrency | null;
  readonly place: PagePlace;
}

/** Collects the text of open elements. Excluded text belongs only to elements inside the exclusion. */
export class Captures {
  private active: Capture[] = [];
  private readonly outer: Capture[][] = [];
  private kept = 0;

  get isOpen(): boolean {
    return this.active.length > 0;
  }

  begin(capture: Capture): void {
    if (this.active.length + this.outer.length >= DOCUMENT_LIMITS.nested)
      throw new UnreadableDocument('too_costly');
    this.active.push(capture);
  }

  end(): void {
    this.active.pop();
  }

  exclude(): void {
    if (this.outer.length >= DOCUMENT_LIMITS.nested) throw new UnreadableDocument('too_costly');
    this.outer.push(this.active);
    this.active = [];
  }

  include(): void {
    this.active = this.outer.pop() ?? [];
  }

  text(text: string): void {
    for (const capture of this.active) {
      const room = DOCUMENT_LIMITS.factCharacters - capture.text.length;
      if (room <= 0) continue;
      const piece = text.slice(0, room);
      this.kept += piece.length;
      if (this.kept > DOCUMENT_LIMITS.keptCharacters) throw new UnreadableDocument('too_large');
      capture.text += piece;
    }
  }

  /** Adds a blank, because a block of the page ends. */
  blank(): void {
    for (const capture of this.active)
      if (
        capture.text !== '' &&
        !capture.text.endsWith(' ') &&
        capture.text.length < DOCUMENT_LIMITS.factCharacters
      )
        capture.text += ' ';
  }
}

const MAX_CONTINUATIONS = 200;

/** The text with its continuations, each once, joined without separators (Inline XBRL 1.1, 4.1.1). */
export function wholeText(draft: FactDraft, continuations: ReadonlyMap<string, Capture>): string {
  const followed = new Set<string>();
  let text = draft.text;
  let next = draft.continuedAt;
  while (
    next !== null &&
    !followed.has(next) &&
    followed.size < MAX_CONTINUATIONS &&
    text.length < DOCUMENT_LIMITS.factCharacters
  ) {
    const continuation = continuations.get(next);
    if (continuation === undefined) break;
    followed.add(next);
    text += continuation.text;
    next = continuation.continuedAt;
  }
  return text.slice(0, DOCUMENT_LIMITS.factCharacters);
}
