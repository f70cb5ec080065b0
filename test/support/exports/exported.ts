/** What tests read of exported files, without the code that wrote them. */

/** The cells of a CSV (RFC 4180) by heading; null for an empty cell. */
export function csvRecords(text: string): Readonly<Record<string, string | null>>[] {
  const [heads = [], ...lines] = csvLines(text);
  return lines.map((cells) => {
    if (cells.length !== heads.length)
      throw new Error(`${cells.length} cells under ${heads.length} headings`);
    return Object.fromEntries(heads.map((head, at) => [head, cells[at] === '' ? null : (cells[at] ?? null)]));
  });
}

function csvLines(text: string): string[][] {
  const lines: string[][] = [];
  let [line, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text[++at] ?? '';
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === ',') [line, cell] = [[...line, cell], ''];
    else if (!quoted && letter === '\n') {
      lines.push([...line, cell.replace(/\r$/, '')]);
      [line, cell] = [[], ''];
    } else cell += letter;
  }
  if (cell !== '' || line.length > 0) throw new Error('the last line has no end');
  return lines;
}

const PLACES = 12;

/** A decimal as a whole number of 10^-12. */
export function exact(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${text} is no plain decimal`);
  const number = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -number : number;
}

export const sumOf = (texts: readonly (string | null)[]): bigint =>
  texts.reduce((sum, text) => sum + (text === null ? 0n : exact(text)), 0n);
