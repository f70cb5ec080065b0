/** Collects passages of a page, each from the words that it is searched by. */
import { DOCUMENT_LIMITS } from './limits.js';

const WORDS = /princip(?:al|le) activit/i;
/** The number of characters before in the same block, in which the sentence begins. */
const TAIL = 80;

export class Passages {
  readonly found: string[] = [];
  private open = false;
  private tail = '';

  /** Takes text as it comes, inline elements or not. */
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
