/** Passages of a page, each from the words that it is looked for by. */
import { LIMITS } from './limits.js';

const WORDS = /principal activit/i;

export class Passages {
  readonly found: string[] = [];
  private open = false;

  /** Text as it comes, blanks where blocks of the page end. */
  text(text: string): void {
    if (this.open) this.add(text);
    else if (text.length > 15 && this.found.length < LIMITS.passages && WORDS.test(text)) {
      this.open = true;
      this.found.push('');
      this.add(text);
    }
  }

  private add(text: string): void {
    const last = this.found.length - 1;
    const passage = `${this.found[last] ?? ''}${text.slice(0, LIMITS.passageCharacters)}`;
    this.found[last] = passage;
    this.open = passage.length < LIMITS.passageCharacters;
  }
}
