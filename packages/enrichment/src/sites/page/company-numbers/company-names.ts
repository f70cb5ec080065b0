/** Finds company names in text by their legal endings. */

/** Matches endings of UK company names, in English and Welsh. */
const ENDING =
  /\b(?:limited|ltd|plc|p\.l\.c|llp|l\.l\.p|cic|c\.i\.c|cyf|cyfyngedig|ccc|lp|limited liability partnership|public limited company|community interest company|charitable incorporated organisation|cio)\b/gi;
const LAST_ENDING =
  /\b(?:limited|ltd|plc|p\.l\.c|llp|cic|cyf|cyfyngedig|partnership|company|cio)\b[.,"'’)\]]{0,2}$/i;
/** Matches what follows an ending that ends no name: `limited by guarantee`, `a limited company`. */
const NO_ENDING = /^(?:\s+(?:by|to|company|liability|edition|time|availability|partnership)\b)/i;

const MAX_WORDS = 10;
const NAME_LENGTH = 160;
const REACH = 200;
/** The small words inside names. */
const JOINING = new Set('and of the & for in on at de la le du y a + - /'.split(' '));
/** Matches words before a name that are no part of it. */
const LEADING =
  /^(?:(?:copyright|©|\(c\)|website|site|this|our|all|rights|reserved|by|and|of|the(?= (?:company|website|site)\b)|for|in|at|&|a|\d{4}(?:\s?-\s?\d{2,4})?|[-–|:,.]+|registered|office|company|name|c\/o|please|we|are|is|contact|address|trading|as)\s+)+/i;

export const endsWithLegalEnding = (text: string): boolean => LAST_ENDING.test(text.trimEnd());

const isNameWord = (word: string): boolean =>
  /^[("'“‘]?[\p{Lu}\d]/u.test(word) || JOINING.has(word.toLowerCase());

/** Returns true if a sentence ends after the word. Initials and abbreviations end none. */
const endsSentence = (word: string): boolean =>
  /[!?;:|]$/.test(word) || (/\.$/.test(word) && word.length > 4 && !/^(?:bros|assoc|dept)\.$/i.test(word));

/** The words of a name that ends at a position, without small words at its beginning. */
function nameWords(text: string, to: number): string[] {
  const words = text
    .slice(Math.max(0, to - NAME_LENGTH), to)
    .trim()
    .split(' ');
  let from = words.length;
  while (from > 0 && words.length - from < MAX_WORDS) {
    const word = words[from - 1] ?? '';
    if (word === '' || !isNameWord(word) || endsSentence(word) || /^\d{5,}\W*$/.test(word)) break;
    from -= 1;
  }
  while (from < words.length && JOINING.has((words[from] ?? '').toLowerCase()) && words[from] !== 'The')
    from += 1;
  return words.slice(from);
}

/** The start of the name that ends at a position, ignoring brackets and commas; null: no name ends there. */
export function nameStart(text: string, to: number): number | null {
  let end = to;
  while (end > 0 && /[\s(,–-]/.test(text[end - 1] ?? '')) end -= 1;
  const name = nameWords(text, end).join(' ');
  const nameAlone = name.replace(LEADING, '');
  return /\p{L}/u.test(nameAlone) ? end - nameAlone.length : null;
}

/** The name with this legal ending; null: only the ending is there. */
function nameBefore(text: string, ending: { readonly from: number; readonly to: number }): string | null {
  const name = nameWords(text, ending.from)
    .join(' ')
    .replace(LEADING, '')
    .replace(/^["'“‘(]+/, '');
  return name === '' || !/\p{L}/u.test(name) ? null : `${name} ${text.slice(ending.from, ending.to)}`;
}

function namesIn(text: string, from: number, to: number): { name: string; start: number; end: number }[] {
  const start = Math.max(0, from);
  return Array.from(text.slice(start, to).matchAll(ENDING), ({ 0: ending, index }) => {
    const place = { from: start + index, to: start + index + ending.length };
    if (NO_ENDING.test(text.slice(place.to, place.to + 14))) return [];
    const name = nameBefore(text, place);
    return name === null ? [] : [{ name, start: place.to - name.length, end: place.to }];
  }).flat();
}

/** The last name before a number, or else the first one after it. @param since where the search begins */
export function nameBeside(
  text: string,
  number: { readonly start: number; readonly end: number },
  since: number,
): { readonly name: string; readonly start: number; readonly end: number } | null {
  const before = namesIn(text, Math.max(since, number.start - REACH), number.start).at(-1);
  if (before !== undefined) return before;
  return namesIn(text, number.end, number.end + 80)[0] ?? null;
}
