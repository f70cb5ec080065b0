/** Finds the trade that a phrase names: by `trade-phrases.json`, and by the register's list of codes. */
import { isGenericSic } from '../../sources/companies/sic/sic-codes.js';
import list from '../../sources/companies/sic/sic-2007.json';
import { sicSection } from '../../sources/companies/sic/sic-sections.js';
import table from './trade-phrases.json';
import { stemsOf, type Token } from './trade-words.js';

export interface PhraseTrade {
  /** A to U; null: the phrase names a trade, but its section is uncertain. */
  readonly section: string | null;
  /** Five digits; null: the phrase names a section only. */
  readonly code: string | null;
  /** True if any words may follow: the product that is made, sold or built. */
  readonly isOpen: boolean;
}

interface Node {
  readonly next: Map<string, Node>;
  trade: PhraseTrade | null;
}
const node = (): Node => ({ next: new Map(), trade: null });

const OPEN_END = /\s\*$/;

function tradeOfKey(key: string, isOpen: boolean): PhraseTrade {
  if (key === '?') return { section: null, code: null, isOpen };
  if (key.length === 1) return { section: key, code: null, isOpen };
  const section = sicSection({ code: key, scheme: 'uk_sic_2007' });
  return { section: section?.code ?? null, code: key, isOpen };
}

function add(root: Node, phrase: string, trade: PhraseTrade): void {
  let current = root;
  for (const stem of stemsOf(phrase)) {
    const next = current.next.get(stem) ?? node();
    current.next.set(stem, next);
    current = next;
  }
  // The first added trade stays: phrases of the table are added before descriptions.
  current.trade ??= trade;
}

function addAll(root: Node, phrases: Readonly<Record<string, string>>): void {
  for (const [key, texts] of Object.entries(phrases))
    for (const text of texts.split(' | '))
      add(root, text.replace(OPEN_END, ''), tradeOfKey(key, OPEN_END.test(text)));
}

/** Marks descriptions that name a trade by what it excludes. The words of a text can't match them. */
const EXCLUDING = /\b(?:other|others|except|excluding|not|n\.e\.c|nec|etc|households?)\b|[;(]/i;
const FILLER = /^activities of | activities$/gi;

function addDescriptions(root: Node): void {
  for (const [code, description] of Object.entries(list.codes)) {
    if (isGenericSic({ code, description, scheme: 'uk_sic_2007' }) || EXCLUDING.test(description)) continue;
    const phrase = description.replaceAll(FILLER, '');
    // A single word (`Packaging activities`) is said of many trades.
    if (phrase.includes(' ')) add(root, phrase, tradeOfKey(code, false));
  }
}

const NOUNS = node();
addAll(NOUNS, table.phrases);
addDescriptions(NOUNS);
const VERBS = node();
addAll(VERBS, table.verbs);

const PLACES: ReadonlySet<string> = new Set(stemsOf(table.of_places));
/** Tells whether a word names a place or a person. Before `services` it may name the customers. */
export const isPlaceOrPerson = ({ stem }: Token): boolean => PLACES.has(stem);

export interface PhraseFound {
  readonly trade: PhraseTrade;
  /** The place behind the last word of the phrase. */
  readonly end: number;
}

const phrasesAt =
  (root: Node) =>
  (tokens: readonly Pick<Token, 'stem'>[], at: number): PhraseFound[] => {
    const phrases: PhraseFound[] = [];
    let current: Node | undefined = root;
    for (let end = at; end < tokens.length;) {
      current = current.next.get(tokens[end]?.stem ?? '');
      end += 1;
      if (current === undefined) break;
      if (current.trade !== null) phrases.unshift({ trade: current.trade, end });
    }
    return phrases;
  };

/** The phrases that begin here, the longest first. */
export const nounsAt = phrasesAt(NOUNS);
/** Finds phrases of verbs, for the things that a company does. */
export const verbsAt = phrasesAt(VERBS);

/** The sections of every phrase among these words, whatever its subject. */
export const phraseSections = (stems: readonly string[]): string[] => {
  const tokens = stems.map((stem) => ({ stem }));
  return tokens.flatMap((_, at) => nounsAt(tokens, at).flatMap(({ trade }) => trade.section ?? []));
};
