/**
 * Finds names that the registrar regards as the same: The Company, Limited Liability Partnership and Business
 * (Names and Trading Disclosures) Regulations 2015 (SI 2015/17), regulation 7 and Schedule 3, as in force
 * since 31 January 2015. The paragraphs apply in their order (paragraph 1): accents (2), endings of Schedule
 * 2 (3), words and signs that count as the same (4), expressions at the end or in brackets (5), punctuation
 * (6), a final S (7), text after the sixtieth character (8), THE, WWW and @ at the start (9), blanks (10).
 *
 * GROUP, HOLDINGS, SERVICES, INTERNATIONAL, IMPORTS and EXPORTS were disregarded until 2015 and count now:
 * ACME LIMITED and ACME HOLDINGS LIMITED may both be registered.
 *
 * This form also folds everything that the normalised form folds (a doubled ending, a trailing THE, a sign
 * beside a letter). Editions keep keys of this form: a change needs a new `NAME_RULES` (`company-name.ts`).
 */
import {
  PLAIN_NAME,
  distinctiveWords,
  exactName,
  joinedName,
  phrasesOf,
  trailingPhrase,
  wordsOfName,
} from './company-name.js';

const listOf = (entries: string): string[] => entries.trim().split(/,\s+/);

/** Schedule 2: endings that the normalised form keeps, since they distinguish societies and companies. */
const FURTHER_ENDINGS = phrasesOf(
  listOf(`
  INDUSTRIAL AND PROVIDENT SOCIETY, CO OPERATIVE SOCIETY, COMMUNITY BENEFIT SOCIETY,
  RIGHT TO ENFRANCHISEMENT, HAWL I RYDDFREINIAD, RIGHT TO MANAGE, RTE, RTM, PROTECTED CELL COMPANY,
  CWMNI UNEDAU GWARCHODEDIG, PCC, CUG, CWMNI BUDDSODDI A CHYFALAF NEWIDIOL, CWMNI BUDDSODDIAD PENAGORED,
  SEFYDLIAD ELUSENNOL CORFFOREDIG`),
);

/** Paragraph 4: a word, and what counts as the same. `PER CENT` and `PER CENTUM` are joined first. */
const SAME_WORDS = new Map(
  listOf(
    `AND &, PLUS +, ZERO 0 O, ONE 1, TWO 2 TO TOO, THREE 3, FOUR 4 FOR, FIVE 5, SIX 6, SEVEN 7, EIGHT 8,
     NINE 9, POUND £, EURO €, DOLLAR $, YEN ¥, PERCENT % PERCENTUM, AT @`,
  )
    .map((words) => words.split(' '))
    .flatMap(([word = '', ...others]) => others.map((other) => [other, word] as const)),
);

/** Paragraph 5: expressions that don't count at a name's end. Longest first where one ends with another. */
const FINAL_EXPRESSIONS = listOf(`
  AND COMPANY, AND CO, BIZ, CO UK, CO, COM, COMPANY, EU, GB, GREAT BRITAIN, NET, NI, NORTHERN IRELAND,
  ORG UK, ORG, UK, UNITED KINGDOM, WALES, AND CWMNI, AR CWMNI, CWMNI, CYM, CYMRU, DU, PF, PRYDAIN FAWR,
  Y DEYRNAS UNEDIG`);
const FINAL = phrasesOf(FINAL_EXPRESSIONS);
const EITHER = FINAL_EXPRESSIONS.map((phrase) => phrase.replace(/ /g, '[ .]')).join('|');
/** Paragraph 5(3): the same expressions in brackets, anywhere in the name. */
const BRACKETED = new RegExp(`[([{<] ?(?:& |&)?(?:${EITHER}) ?[)\\]}>]`, 'g');
/** A sign before an expression stands for a blank: `.CO.UK`, `@COM`. */
const AFTER_A_SIGN = new RegExp(`[.@](?=(?:${EITHER})(?![A-Z0-9]))`, 'g');
/** A sign that stands alone counts as a word. */
const LONE_SIGN = /(?<![^ ])[+£€$¥%@](?![^ ])/g;

const MAX_COMPARED_CHARACTERS = 60;

/** The name with meaningful signs as words and without expressions in brackets. */
const spelledOut = (folded: string): string =>
  folded
    .replace(BRACKETED, ' ')
    .replace(AFTER_A_SIGN, ' ')
    .replace(LONE_SIGN, (sign) => SAME_WORDS.get(sign) ?? sign);

/** Paragraph 3 for endings that the normalised form keeps: once, and only without another ending. */
const withoutFurtherEnding = (words: readonly string[]): readonly string[] =>
  words.slice(0, words.length - trailingPhrase(FURTHER_ENDINGS, words, words.length));

/** Applies paragraphs 4 and 5. */
function sameWords(words: readonly string[]): string[] {
  const result: string[] = [];
  for (const word of words) {
    const percent = (word === 'CENT' || word === 'CENTUM') && result.at(-1) === 'PER';
    if (percent) result.pop();
    result.push(percent ? 'PERCENT' : (SAME_WORDS.get(word) ?? word));
  }
  let end = result.length;
  for (let length = trailingPhrase(FINAL, result, end); length > 0 && length < end;) {
    end -= length;
    length = trailingPhrase(FINAL, result, end);
  }
  return result.slice(0, end);
}

/** Applies paragraphs 7 to 10. The text is empty where they leave nothing. */
function comparedText(words: readonly string[]): string {
  let text = words.join(' ');
  if (text.endsWith('S')) text = text.slice(0, -1);
  text = text.slice(0, MAX_COMPARED_CHARACTERS);
  while (text.startsWith('THE ') || text.startsWith('WWW')) text = text.slice(text.startsWith('WWW') ? 3 : 4);
  return text.replaceAll(' ', '');
}

export interface NameForms {
  /** `normaliseName` of the name. */
  readonly normalised: string;
  /** Equal for names that Schedule 3 regards as the same. Empty only where `normalised` is. */
  readonly sameAs: string;
}

/** Both lookup forms of a name, made together for speed: one import has millions. */
export function nameForms(name: string): NameForms {
  const folded = exactName(name);
  const words = wordsOfName(folded);
  const distinctive = distinctiveWords(words);
  const normalised = joinedName(folded, words, distinctive);
  const spelled = PLAIN_NAME.test(folded) ? words : wordsOfName(spelledOut(folded));
  const rest = spelled === words ? distinctive : distinctiveWords(spelled);
  const lookupWords = rest.length === spelled.length ? withoutFurtherEnding(rest) : rest;
  const compared = comparedText(sameWords(lookupWords));
  return { normalised, sameAs: compared === '' ? normalised : compared };
}
