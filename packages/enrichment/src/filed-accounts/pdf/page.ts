/** Defines a PDF page as words with positions, printed or recognised, and finds its lines. Pure. */

export interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** The distance from the top of the page to the foot of the letters. */
  readonly foot: number;
  readonly height: number;
}

export interface PdfPage {
  readonly words: readonly PdfWord[];
}

/** The words of one line, from left to right. */
export type Line = readonly PdfWord[];

/** The maximum difference of feet within a line, as a share of the letters' height. */
const SAME_LINE = 0.5;

/** The lines of a page, from the top down. */
export function pdfLinesOf({ words }: PdfPage): Line[] {
  const lines: { foot: number; words: PdfWord[] }[] = [];
  for (const word of [...words].sort((a, b) => a.foot - b.foot || a.left - b.left)) {
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(word.foot - last.foot) < SAME_LINE * word.height)
      last.words.push(word);
    else lines.push({ foot: word.foot, words: [word] });
  }
  return lines.map((line) => line.words.sort((a, b) => a.left - b.left));
}

export const textOfLine = (line: Line): string => line.map(({ text }) => text).join(' ');

/** Splits a run of text into words, each with its share of the run's width. */
export function wordsOfRun(run: PdfWord): PdfWord[] {
  const letterWidth = run.text.length === 0 ? 0 : (run.right - run.left) / run.text.length;
  return [...run.text.matchAll(/\S+/g)].map((word) => {
    const left = run.left + word.index * letterWidth;
    return { ...run, text: word[0], left, right: left + word[0].length * letterWidth };
  });
}
