/** Collects the visible text of a page, with a line for each block, and passages on principal activities. */
import { DOCUMENT_LIMITS } from './limits.js';

const MAX_CHARACTERS = 2_000_000;

/** The mark between two blocks. XML doesn't allow this character in a document. */
const PART = '\0';

/** Reduces each run of white space to one blank, as the page shows it. */
export const collapsed = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();

export class PageText {
  private readonly pieces: string[] = [];
  private characters = 0;

  text(text: string): void {
    if (this.characters >= MAX_CHARACTERS) return;
    this.pieces.push(text);
    this.characters += text.length;
  }

  /** Begins or ends a block of the page. */
  part(): void {
    if (this.pieces.at(-1) !== PART) this.pieces.push(PART);
  }

  /** The whole text with single blanks, and none at the end of a line. */
  get whole(): string {
    return this.pieces
      .join('')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?\0[ \0]*/g, '\n');
  }
}

const WORDS = /princip(?:al|le) activit/i;
/** The number of preceding characters of the same block, in which the sentence may begin. */
const TAIL = 80;

export class Passages {
  readonly found: string[] = [];
  private open = false;
  private tail = '';

  /** Takes the next text of the page. */
  text(text: string): void {
    if (this.open) this.add(text);
    else if (text.length > 15 && this.found.length < DOCUMENT_LIMITS.passages && WORDS.test(text)) {
      this.open = true;
      this.found.push('');
      this.add(this.tail + text);
    } else this.tail = (this.tail + text.slice(-TAIL)).slice(-TAIL);
  }

  /** Ends a block of the page. */
  part(): void {
    this.tail = '';
    if (this.open) this.add(' ');
  }

  private add(text: string): void {
    const last = this.found.length - 1;
    const passage = `${this.found[last] ?? ''}${text.slice(0, DOCUMENT_LIMITS.passageCharacters)}`;
    this.found[last] = passage;
    this.open = passage.length < DOCUMENT_LIMITS.passageCharacters;
  }
}
