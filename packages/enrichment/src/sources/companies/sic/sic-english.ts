/**
 * Rewrites the register's texts of codes of 2003 in plain English. The texts have at most forty characters:
 * `Retail electric h'hold, etc. goods` stands for `Retail of electric household, etc. goods`. Only words that
 * were left out are added.
 */
import nouns from './sic-nouns.json';
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bR ?& ?d\b/gi, 'Research and development'],
  [/ ?& ?/g, ' and '],
  [/^Mfr\b/i, 'Manufacture'],
  [/\bh'hold\b/gi, 'household'],
  [/\bequip\b\.?/gi, 'equipment'],
  [/\bagric\b\.?/gi, 'agricultural'],
  [/\binc\b\.?/gi, 'including'],
  [/\b(?:n\.e\.c\.|nec\b)/gi, 'not elsewhere classified'],
  [/\bmach\b/gi, 'machinery'],
  [/\bindust\b/gi, 'industrial'],
  [/\bintermed\b/gi, 'intermediation'],
  [/\bprods\b/gi, 'products'],
  [/\brads\b/gi, 'radiators'],
  [/\bnat sciences\b/gi, 'natural sciences'],
  [/\bsoc sciences\b/gi, 'social sciences'],
  [/\bconsult$/i, 'consultancy'],
  [/\bcivil engineer$/i, 'civil engineering'],
  [/\betc\b(?!\.)/gi, 'etc.'],
  [/ and (preserve|spin|dye|rebuild|dry clean|finish|process)(?= )/i, ' and $1ing'],
  [/preserveing/, 'preserving'],
  [/ spining/, ' spinning'],
  [/ (?:and|or) sell /i, ' and selling of '],
];
/** The nouns for printed verbs. */
const NOUNS: Readonly<Record<string, string>> = nouns;
const FIRST =
  /^(Manufacture|Wholesale|Retail|Repair|Installation|Construction|Extraction|Regulation|Demolition|Production|Operation|Maintenance|Grow|Farm|Mine|Quarry|Rent|Manage|Operate|Publish|Build|Produce|Prepare|Process|Forge|Retread|Wash|Dress)(?= )(?! (?:and (?:dry )?\w+ )?(?:of|for|in|via|sale|etc|not)\b)( and (?:dry )?\w+)?/i;

/** The text in words that fit into a sentence. */
export function inEnglish(printed: string): string {
  const text = WORDS.reduce((text, [short, long]) => text.replace(short, long), printed.trim()).replace(
    /\s+/g,
    ' ',
  );
  return text.replace(
    FIRST,
    (_all, first: string, second = '') => `${NOUNS[first.toLowerCase()] ?? first}${String(second)} of`,
  );
}
