/** Collects the visible text of a page, a line for each block of it, as far as there is room. */
const MAX_CHARACTERS = 2_000_000;

/** The mark between two blocks. No document has this character, and a line of the source ends no block. */
const PART = '\0';

/** Replaces all white space by one blank, as the page shows it. */
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

  /** The whole text. Blanks are single, and none stands at the end of a line. */
  get whole(): string {
    return this.pieces
      .join('')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?\0[ \0]*/g, '\n');
  }
}
