/** Finds the trading name that a company states on its own website. */
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { likenessOf } from '../../../../words/src/names/name-likeness.js';
import type { PageReading, SiteReading } from '../site-reading.js';

/** Matches the words in `Acme is a trading name of …`. */
const NAME_OF =
  /\b(?:is|are) (?:a |the )?(?:registered )?(?:trading (?:name|style)|brand(?: name)?|business name)s? of\b/giu;
/** Matches the words in `… Limited trading as Acme`. */
const TRADES_AS = /\b(?:trading as|trades as|t\/a)\b/giu;
const REACH = 90;
const LONGEST = 60;
const MAX_WORDS = 6;
/** The maximum matches that are checked for each pattern on a page. */
const MAX_MATCHES = 50;

const JOINS: ReadonlySet<string> = new Set(['of', 'and', 'the', 'for', 'in', 'at', '&']);
const isCapital = (word: string): boolean => /^[\p{Lu}\d]/u.test(word);
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The words of a name from the first on. Joining words count only between other words. */
function nameIn(words: readonly string[], isLast: (word: string) => boolean): string[] {
  const name: string[] = [];
  for (const word of words.slice(0, MAX_WORDS)) {
    if (!isCapital(word) && !JOINS.has(word)) break;
    name.push(word);
    if (isLast(word)) break;
  }
  while (JOINS.has(name.at(-1) ?? '')) name.pop();
  return name;
}

/** The name at the end of a clause: its last words in capitals. */
const nameBefore = (clause: string): string =>
  nameIn(wordsOf(clause).reverse(), () => false)
    .reverse()
    .join(' ');

const nameAfter = (text: string): string =>
  nameIn(wordsOf(text), (word) => /[.,;:)|”"]$/.test(word)).join(' ');

const AFTER_NAME: ReadonlySet<string> = new Set('.,;:)\'’”"|-');
const BEFORE_TRADING: ReadonlySet<string> = new Set(' \t\n\r\u00a0,(');

/** Removes characters at the end, in a loop: an expression with `+$` would take quadratic time. */
function withoutEnd(text: string, ending: ReadonlySet<string>): string {
  let end = text.length;
  while (ending.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const tidied = (name: string): string => withoutEnd(name.replace(/^["'“‘(]+/, ''), AFTER_NAME);

function* firstOf(text: string, words: RegExp): Generator<RegExpExecArray> {
  let searched = 0;
  for (const match of text.matchAll(words)) {
    if (searched >= MAX_MATCHES) return;
    searched += 1;
    yield match;
  }
}

function* namesIn(text: string, letters: string): Generator<string> {
  for (const { index, 0: words } of firstOf(text, NAME_OF)) {
    const behind = text.slice(index + words.length, index + words.length + REACH);
    const clause =
      text
        .slice(Math.max(0, index - REACH), index)
        .split(/[|.;:©"“”]/)
        .at(-1) ?? '';
    if (normaliseName(behind).startsWith(letters)) yield nameBefore(clause);
  }
  for (const { index, 0: words } of firstOf(text, TRADES_AS)) {
    const before = withoutEnd(text.slice(Math.max(0, index - REACH), index), BEFORE_TRADING);
    const behind = text.slice(index + words.length, index + words.length + REACH).replace(/^[\s:"“'’(]+/, '');
    if (normaliseName(before).endsWith(letters)) yield nameAfter(behind);
  }
}

/** The names in structured data whose legal name is the company's. */
const structuredNames = ({ organisations }: PageReading, name: string): string[] =>
  organisations.flatMap((organisation) =>
    organisation.legal_name !== null &&
    organisation.name !== null &&
    likenessOf(organisation.legal_name, [name]) === 'same'
      ? organisation.name
      : [],
  );

/** The first trading name that differs from the registered name; null: none. */
export function tradingNameOn({ pages }: Pick<SiteReading, 'pages'>, name: string) {
  const letters = normaliseName(name);
  if (letters === '') return null;
  for (const page of pages) {
    const names = [
      ...namesIn(page.text.map(({ text }) => text).join(' | '), letters),
      ...structuredNames(page, name),
    ].map(tidied);
    const tradingName = names.find(
      (printedName) =>
        printedName.length > 1 && printedName.length <= LONGEST && likenessOf(printedName, [name]) !== 'same',
    );
    if (tradingName !== undefined) return { name: tradingName, page_url: page.url };
  }
  return null;
}
