/**
 * Normalises company names for comparison (Contract 2.13). The exact form folds only case and blanks. The
 * normalised form has no legal ending, punctuation, accents, `&`/and, or leading or trailing THE, and blanks
 * don't count. The register's own "same as" test folds more (`same-as-name.ts`).
 *
 * Editions keep keys made from both forms: a change of either needs a new `NAME_RULES`.
 */
import { memoizeRecent, MAX_CHUNK_ROWS } from '../memoize.js';

/** Version of the rules below. An edition built under other rules is not read. */
export const NAME_RULES = 2;

/** Phrases as lists of words, by their last word. The first one that fits counts. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

export function phrasesOf(phrases: readonly string[]): Phrases {
  const byLastWord = new Map<string, (readonly string[])[]>();
  for (const words of phrases.map((phrase) => phrase.split(' '))) {
    const last = words[words.length - 1] ?? '';
    byLastWord.set(last, [...(byLastWord.get(last) ?? []), words]);
  }
  return byLastWord;
}

/** Length of the phrase that the first `end` words end with; 0 where there is none. */
export function trailingPhrase(phrases: Phrases, words: readonly string[], end: number): number {
  const candidates = phrases.get(words[end - 1] ?? '');
  if (candidates === undefined) return 0;
  const match = candidates.find(
    (phrase) => phrase.length <= end && phrase.every((word, i) => words[end - phrase.length + i] === word),
  );
  return match?.length ?? 0;
}

/**
 * Legal endings in English and Welsh by legal form, without punctuation. Companies of different forms are
 * different companies, whatever their names (Contract 2.13). An ending that stands for one form may end with
 * that of another (`COMMUNITY INTEREST PLC`).
 */
const LEGAL_FORMS = {
  limited: ['LIMITED', 'LTD', 'CYFYNGEDIG', 'CYF'],
  plc: ['PUBLIC LIMITED COMPANY', 'PLC', 'CWMNI CYFYNGEDIG CYHOEDDUS', 'CCC'],
  llp: ['LIMITED LIABILITY PARTNERSHIP', 'LLP', 'PARTNERIAETH ATEBOLRWYDD CYFYNGEDIG', 'PAC'],
  lp: ['LIMITED PARTNERSHIP', 'LP', 'PARTNERIAETH CYFYNGEDIG'],
  cic: ['COMMUNITY INTEREST COMPANY', 'CIC', 'CWMNI BUDDIANT CYMUNEDOL', 'CBC'],
  community_plc: ['COMMUNITY INTEREST PUBLIC LIMITED COMPANY', 'COMMUNITY INTEREST PLC'],
  cio: ['CHARITABLE INCORPORATED ORGANISATION', 'CIO'],
  scio: ['SCOTTISH CHARITABLE INCORPORATED ORGANISATION', 'SCIO'],
  unlimited: ['UNLIMITED', 'UNLTD', 'ANGHYFYNGEDIG'],
  investment: ['INVESTMENT COMPANY WITH VARIABLE CAPITAL', 'OPEN ENDED INVESTMENT COMPANY', 'ICVC', 'OEIC'],
  grouping: ['EUROPEAN ECONOMIC INTEREST GROUPING', 'EEIG', 'UK ECONOMIC INTEREST GROUPING', 'UKEIG'],
} as const;
export type LegalForm = keyof typeof LEGAL_FORMS;

const FORM_OF_ENDING = new Map<string, LegalForm>(
  (Object.keys(LEGAL_FORMS) as LegalForm[]).flatMap((form) =>
    LEGAL_FORMS[form].map((ending) => [ending, form] as const),
  ),
);
/** The endings, without punctuation; those of several words first. */
export const LEGAL_ENDINGS: readonly string[] = [...FORM_OF_ENDING.keys()].sort(
  (a, b) => b.split(' ').length - a.split(' ').length,
);
const ENDINGS = phrasesOf(LEGAL_ENDINGS);

/** Short endings written with blanks: `P L C`. They count only at the end: `J L P LIMITED` has initials. */
const SPACED = new Map(
  ['LTD', 'PLC', 'LLP', 'CIC', 'CIO', 'SCIO', 'CYF', 'CCC', 'PAC', 'CBC'].map((e) => [[...e].join(' '), e]),
);
const SPACED_ENDINGS = phrasesOf([...SPACED.keys()].sort((a, b) => b.length - a.length));

/** Letters that Unicode doesn't split into a base letter and an accent. */
const SINGLE_LETTERS = new Map(
  ['ØO', 'ÆAE', 'ŒOE', 'ŁL', 'ĐD', 'ÐD', 'ÞTH', 'ẞSS', 'ıI'].map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const NOT_ASCII = /[^\x00-\x7f]/;

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[ØÆŒŁĐÐÞẞı]/g, (letter) => SINGLE_LETTERS.get(letter) ?? letter);

/** A double blank, or a blank other than a space. Most names have none, and one import folds millions. */
const BLANKS_TO_FOLD = /^\s|\s$|\s\s|[^\S ]/;

/** The name with case and blanks folded. Names that are equal in this form are the same legal name. */
export function exactName(name: string): string {
  const folded = BLANKS_TO_FOLD.test(name) ? name.trim().replace(/\s+/g, ' ') : name;
  return folded.toUpperCase();
}

/** A name of letters, digits and single blanks only. */
export const PLAIN_NAME = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

/** A character that may have an accent: neither ASCII nor an ordinary printed mark. */
const MAY_HAVE_ACCENTS = /[^\x00-\x7f£©®–—‘’“”•€]/;

/** The text in capitals without accents. */
export const plainCapitals = (text: string): string =>
  MAY_HAVE_ACCENTS.test(text) ? withoutAccents(text.toUpperCase()) : text.toUpperCase();

/** The text that is split into words: `&` becomes a word, `CO.LIMITED` two; marks within words go. */
export const withoutMarks = (plain: string): string =>
  plain
    .replaceAll('&', ' AND ')
    .replace(/\.(?=(?:LIMITED|LTD|PLC|LLP)\b)/g, ' ')
    .replace(/[.'`’‘´ʼ]/g, '');

/** The words of a name in its exact form, without accents and punctuation. */
export function wordsOfName(folded: string): string[] {
  if (PLAIN_NAME.test(folded)) return folded.split(' ');
  const ascii = !NOT_ASCII.test(folded);
  const unmarked = withoutMarks(ascii ? folded : withoutAccents(folded));
  const words = ascii ? unmarked.replace(/[^A-Z0-9]+/g, ' ') : unmarked.replace(/[^\p{L}\p{N}]+/gu, ' ');
  const spaced = words.trim();
  return spaced === '' ? [] : spaced.split(' ');
}

/** Length of the spaced ending that the words end with; 0 where there is none, or nothing before it. */
function spacedEnding(words: readonly string[], end: number): number {
  const length = trailingPhrase(SPACED_ENDINGS, words, end);
  return length < end ? length : 0;
}

/** The words that distinguish the name, without a leading or trailing THE and legal endings. */
export function distinctiveWords(words: readonly string[]): readonly string[] {
  let end = words.length;
  end -= spacedEnding(words, end);
  for (let length = 1; length > 0 && end > 0; end -= length)
    length = words[end - 1] === 'THE' ? 1 : trailingPhrase(ENDINGS, words, end);
  let start = 0;
  while (start < end && words[start] === 'THE') start += 1;
  return words.slice(start, end);
}

/** Forms with limited liability. LIMITED may follow their own ending: `ACME CIC LIMITED`. */
const LIMITED_FORMS = new Set<LegalForm | null>(['cic', 'community_plc', 'plc', 'llp', 'cio', 'scio']);

/** The legal form that the name ends with; null where it says none. */
export function legalFormOf(name: string): LegalForm | null {
  const words = wordsOfName(exactName(name));
  let end = words.length;
  while (end > 0 && words[end - 1] === 'THE') end -= 1;
  const formAt = (length: number): LegalForm | null => {
    const ending = words.slice(end - length, end).join(' ');
    return FORM_OF_ENDING.get(SPACED.get(ending) ?? ending) ?? null;
  };
  const spaced = spacedEnding(words, end);
  const length = spaced || trailingPhrase(ENDINGS, words, end);
  const form = formAt(length);
  if (form !== 'limited') return form;
  end -= length;
  const inner = formAt(trailingPhrase(ENDINGS, words, end));
  return LIMITED_FORMS.has(inner) ? inner : form;
}

/** Names of the companies of a chunk and of their owners. */
const CHUNK_NAMES = 2 * MAX_CHUNK_ROWS;

/** The distinctive words of a name. Cached, since several steps of a row use the name of its company. */
export const distinctiveWordsOf: (name: string) => readonly string[] = memoizeRecent(CHUNK_NAMES, (name) =>
  distinctiveWords(wordsOfName(exactName(name))),
);

/** A name of symbols and endings only (`! LTD`) keeps its symbols, so that it differs from other names. */
function undistinguishedName(folded: string, words: readonly string[]): string {
  const symbols = folded.replace(/[\p{L}\p{N}\s]+/gu, '');
  return symbols === '' ? words.join('') : symbols;
}

/** The normalised form. It is empty only for an empty name, and normalising twice changes nothing. */
export function normaliseName(name: string): string {
  const folded = exactName(name);
  const words = wordsOfName(folded);
  return joinedName(folded, words, distinctiveWords(words));
}

/** The normalised form, from the cache of distinctive words. */
export const normalisedNameOf = (name: string): string =>
  distinctiveWordsOf(name).join('') || normaliseName(name);

/** The normalised form of a name whose words are known. */
export function joinedName(folded: string, words: readonly string[], distinctive: readonly string[]): string {
  const joined = distinctive.join('');
  return joined === '' ? undistinguishedName(folded, words) : joined;
}

/** A 53-bit key of a normalised name (cyrb53, public domain). Names found by it are compared in full. */
export function nameKey(normalised: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < normalised.length; i += 1) {
    const code = normalised.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
