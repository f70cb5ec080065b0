/** Finds the trade that a short English text names: a section and, if sure, a code (docs/models.md). Pure. */
import { sentencesOf, stemsOf, type Token } from './trade-words.js';
import words from './trade-words.json';
import { isPlaceOrPerson, nounsAt, verbsAt, type PhraseFound, type PhraseTrade } from './phrase-table.js';

const AND = new Set(words.and);
/** Words that end a noun phrase. The words after them say where, for whom, or with what. */
const ENDS_NOUN = new Set(words.ends_noun);
/** Words that begin another clause, not another item. */
const NEW_CLAUSE = new Set(words.new_clause);
const ARTICLES = new Set(words.articles);
const OWNERS = new Set(words.owners);
/** Words before the trade itself. */
const CARRIER = new Set(words.carrier);
const BARE_CARRIER = new Set(words.bare_carrier);
/** Words that add nothing behind a trade. */
const TAIL = new Set(words.tail);
const SERVICE_TAIL = new Set(words.service_tail);
/** Words that name no trade by themselves. */
const NEUTRAL = new Set(words.neutral);
const MAX_WORDS_BEFORE = 6;

const DESCRIBING = new Set(words.fine_endings);
const NOT_DESCRIBING = new Set(words.barred);

/** Tells whether a word can describe the trade behind it. Behind a verb stands another company's trade. */
function describes({ raw }: Token): boolean {
  if (DESCRIBING.has(raw)) return true;
  if (NOT_DESCRIBING.has(raw) || ENDS_NOUN.has(raw) || AND.has(raw) || ARTICLES.has(raw)) return false;
  return !/(?:ing|ed|[^s]s)$/.test(raw);
}

/** The place behind words that add nothing, where the noun phrase ends there; else null. */
function endOfNoun(tokens: readonly Token[], end: number): number | null {
  const last = tokens[end - 1];
  let at = end;
  for (; at < end + 2; at += 1) {
    const stem = tokens[at]?.stem ?? '';
    const isTail = TAIL.has(stem) || (SERVICE_TAIL.has(stem) && last !== undefined && !isPlaceOrPerson(last));
    if (!isTail) break;
  }
  const raw = tokens[at]?.raw;
  return raw === undefined || AND.has(raw) || ENDS_NOUN.has(raw) ? at : null;
}

function phraseAt(tokens: readonly Token[], at: number, isFirst: boolean): PhraseFound | null {
  const nouns = nounsAt(tokens, at);
  // Sorting is stable: of equal length the noun is taken.
  const phrases = isFirst ? [...nouns, ...verbsAt(tokens, at)].sort((a, b) => b.end - a.end) : nouns;
  for (const { trade, end } of phrases) {
    if (trade.isOpen && end < tokens.length) return { trade, end };
    const after = trade.isOpen ? null : endOfNoun(tokens, end);
    if (after !== null) return { trade, end: after };
  }
  return null;
}

/** The number of words that add no meaning: `provision of`, `operating`, and an article after them. */
function carrierAt(tokens: readonly Token[], at: number): number {
  const [firstToken, second] = [tokens[at], tokens[at + 1]];
  if (firstToken === undefined) return 0;
  if (CARRIER.has(firstToken.stem) && second?.raw === 'of') return 2;
  return BARE_CARRIER.has(firstToken.raw) ? 1 : 0;
}

/** The trade of the item that begins here; null: none is recognised. */
function itemAt(tokens: readonly Token[], from: number): PhraseFound | null {
  let [at, wordsBefore, isFirst] = [from, 0, true];
  while (at < tokens.length && wordsBefore <= MAX_WORDS_BEFORE) {
    const item = phraseAt(tokens, at, isFirst);
    if (item !== null) return item;
    const token = tokens[at];
    const carried = carrierAt(tokens, at);
    if (carried > 0) {
      at += carried;
      isFirst = true;
    } else if (token !== undefined && (describes(token) || (isFirst && ARTICLES.has(token.raw)))) {
      isFirst = isFirst && ARTICLES.has(token.raw);
      wordsBefore += 1;
      at += 1;
    } else return null;
  }
  return null;
}

/** The place of the next item, behind the words that join it to this one; null: the enumeration ends. */
function nextItem(tokens: readonly Token[], from: number): number | null {
  let at = from;
  while (at < tokens.length && AND.has(tokens[at]?.raw ?? '')) at += 1;
  const [firstToken, second] = [tokens[at], tokens[at + 1]];
  if (
    at === from ||
    firstToken === undefined ||
    ENDS_NOUN.has(firstToken.raw) ||
    NEW_CLAUSE.has(firstToken.raw)
  )
    return null;
  return ARTICLES.has(firstToken.raw) && second !== undefined && OWNERS.has(second.stem) ? null : at;
}

function joinAfter(tokens: readonly Token[], from: number): number {
  const at = tokens.findIndex(({ raw }, i) => i >= from && AND.has(raw));
  return at < 0 ? tokens.length : at;
}

const isNeutral = (tokens: readonly Token[]): boolean => tokens.every(({ stem }) => NEUTRAL.has(stem));

export interface TextTrade {
  /** A to U. */
  readonly section: string;
  /** The code; null: the text doesn't say which of the section. */
  readonly code: string | null;
}

/** The trade that all items agree on; null: an item isn't known, or they don't agree. */
function tradeOfItems(tokens: readonly Token[], from: number): TextTrade | null {
  const trades: PhraseTrade[] = [];
  let isOpen = false;
  for (let at: number | null = from; at !== null;) {
    const item = itemAt(tokens, at);
    const end = item === null || item.trade.isOpen ? joinAfter(tokens, item?.end ?? at) : item.end;
    if (item !== null) trades.push(item.trade);
    // Further products may follow `manufacture of`. They are not recognised as trades.
    else if (!isOpen && !isNeutral(tokens.slice(at, end))) return null;
    isOpen ||= item?.trade.isOpen === true;
    at = nextItem(tokens, end);
  }
  return commonTrade(trades);
}

/** The common trade of items; null where they aren't of one section. */
function commonTrade(items: readonly { section: string | null; code: string | null }[]): TextTrade | null {
  const [item] = items;
  if (item?.section == null || items.some(({ section }) => section !== item.section)) return null;
  return { section: item.section, code: items.every(({ code }) => code === item.code) ? item.code : null };
}

/** Words that point to another company's trade, or to a trade that is over. */
const DOUBTFUL = new Set(words.doubtful);
/** Words of sentences that may deny the trade that they name. */
const DENIALS = new Set(words.denies);

const KINDS = new Set(words.kinds);
const ACTIVITY = new Set(words.activity);
const BE = new Set(words.be);
const AFTER_BE = new Set(words.after_be);
/** Words that stand for the company as the subject of a sentence. */
const SELF = new Set(words.self);
const OTHER_SUBJECTS = new Set(words.others);
/** `we are a`, `the company operates as a`, `it provides`: what follows is the trade. */
const TRADE_VERBS = new Set(words.tells);
const AFTER_TRADE_VERB = new Set(words.after_tells);
const VERB_OF_TRADE = new Set(words.verb_of_trade);
const LONGEST_SUBJECT = 12;

const skip = (tokens: readonly Token[], from: number, skipped: ReadonlySet<string>): number => {
  let at = from;
  while (at < tokens.length && skipped.has(tokens[at]?.raw ?? '')) at += 1;
  return at;
};

/** The place after `principal activity of the company continued to be that of`; null: no such words. */
function behindActivity(tokens: readonly Token[]): number | null {
  const at = tokens.findIndex(({ stem }, i) => ACTIVITY.has(stem) && KINDS.has(tokens[i - 1]?.stem ?? ''));
  if (at < 0) return null;
  if (tokens[at + 1]?.raw === ':') return at + 2;
  const verb = tokens.findIndex(({ raw }, i) => i > at && BE.has(raw));
  if (verb < 0) return null;
  return skip(tokens, skip(tokens, verb, BE), new Set([...BE, ...AFTER_BE]));
}

/** @param ownNames the first words of the company's names */
function isOwnSubject(subject: readonly Token[], ownNames: ReadonlySet<string>): boolean {
  if (subject.length > LONGEST_SUBJECT || subject.some(({ stem }) => OTHER_SUBJECTS.has(stem))) return false;
  const [first] = subject.filter(({ raw }) => raw !== 'the');
  return first !== undefined && (ownNames.has(first.raw) || subject.some(({ raw }) => SELF.has(raw)));
}

/** The place after `we are a` or `the company operates`; null: no such words about this company. */
function behindVerb(tokens: readonly Token[], ownNames: ReadonlySet<string>): number | null {
  const verb = tokens.findIndex(({ raw }) => TRADE_VERBS.has(raw));
  if (verb < 1 || !isOwnSubject(tokens.slice(0, verb), ownNames)) return null;
  return VERB_OF_TRADE.has(tokens[verb]?.raw ?? '') ? verb : skip(tokens, verb + 1, AFTER_TRADE_VERB);
}

const isStatement = (tokens: readonly Token[]): boolean =>
  tokens.some(({ raw }) => BE.has(raw) || raw === 'we' || raw === 'our');

interface TradePhrase {
  /** Null: no trade is sure. */
  readonly trade: TextTrade | null;
}

/** The trade that a sentence names; null: the sentence isn't about what the company does. */
function tradeInSentence(
  tokens: readonly Token[],
  ownNames: ReadonlySet<string>,
  isFirst: boolean,
): TradePhrase | null {
  const activity = behindActivity(tokens);
  const from = activity ?? behindVerb(tokens, ownNames) ?? (isFirst && !isStatement(tokens) ? 0 : null);
  if (from === null) return null;
  const isDenied = tokens.some(({ raw }) => DENIALS.has(raw));
  const trade = isDenied ? null : tradeOfItems(tokens, from);
  // A sentence on the principal activities that can't be read leaves the rest in doubt.
  return trade === null && activity === null ? null : { trade };
}

/** @param names of the company, with which sentences about it may begin */
export function tradeOfText(text: string, names: readonly string[] = []): TextTrade | null {
  const sentences = sentencesOf(text);
  if (sentences.some((tokens) => tokens.some(({ raw, stem }) => DOUBTFUL.has(raw) || DOUBTFUL.has(stem))))
    return null;
  const ownNames = new Set(names.flatMap((name) => stemsOf(name).find((word) => word !== 'the') ?? []));
  const phrases = sentences.flatMap((tokens, at) => tradeInSentence(tokens, ownNames, at === 0) ?? []);
  return commonTrade(phrases.map(({ trade }) => trade ?? { section: null, code: null }));
}
