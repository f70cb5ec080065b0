/** Finds the trade that a short English text names: a section and, if sure, a code (docs/models.md). Pure. */
import { agreed, tradeOfItems, type TextTrade } from './trade-items.js';
import { sentencesOf, stemsOf, type Token } from './trade-words.js';
import words from './trade-words.json';

export type { TextTrade } from './trade-items.js';

/** Words that point to another company's trade, or to a trade that is over. */
const DOUBTFUL = new Set(words.doubtful);
/** Words of sentences that may deny the trade that they name. */
const DENIES = new Set(words.denies);

const KINDS = new Set(words.kinds);
const ACTIVITY = new Set(words.activity);
const BE = new Set(words.be);
const AFTER_BE = new Set(words.after_be);
/** Words that stand for the company as the subject of a sentence. */
const SELF = new Set(words.self);
const OTHERS = new Set(words.others);
/** `we are a`, `the company operates as a`, `it provides`: what follows is the trade. */
const TELLS = new Set(words.tells);
const AFTER_TELLS = new Set(words.after_tells);
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
  if (subject.length > LONGEST_SUBJECT || subject.some(({ stem }) => OTHERS.has(stem))) return false;
  const [first] = subject.filter(({ raw }) => raw !== 'the');
  return first !== undefined && (ownNames.has(first.raw) || subject.some(({ raw }) => SELF.has(raw)));
}

/** The place after `we are a` or `the company operates`; null: no such words about this company. */
function behindVerb(tokens: readonly Token[], ownNames: ReadonlySet<string>): number | null {
  const verb = tokens.findIndex(({ raw }) => TELLS.has(raw));
  if (verb < 1 || !isOwnSubject(tokens.slice(0, verb), ownNames)) return null;
  return VERB_OF_TRADE.has(tokens[verb]?.raw ?? '') ? verb : skip(tokens, verb + 1, AFTER_TELLS);
}

const speaks = (tokens: readonly Token[]): boolean =>
  tokens.some(({ raw }) => BE.has(raw) || raw === 'we' || raw === 'our');

interface TradePhrase {
  /** Null: no trade is sure. */
  readonly trade: TextTrade | null;
}

/** The trade that a sentence names; null: the sentence isn't about what the company does. */
function toldIn(tokens: readonly Token[], ownNames: ReadonlySet<string>, first: boolean): TradePhrase | null {
  const activity = behindActivity(tokens);
  const from = activity ?? behindVerb(tokens, ownNames) ?? (first && !speaks(tokens) ? 0 : null);
  if (from === null) return null;
  const denied = tokens.some(({ raw }) => DENIES.has(raw));
  const trade = denied ? null : tradeOfItems(tokens, from);
  // A sentence on the principal activities that can't be read leaves the rest in doubt.
  return trade === null && activity === null ? null : { trade };
}

/** @param names that the company bears: sentences about it may begin with one */
export function tradeOfText(text: string, names: readonly string[] = []): TextTrade | null {
  const sentences = sentencesOf(text);
  if (sentences.some((tokens) => tokens.some(({ raw, stem }) => DOUBTFUL.has(raw) || DOUBTFUL.has(stem))))
    return null;
  const ownNames = new Set(names.flatMap((name) => stemsOf(name).find((word) => word !== 'the') ?? []));
  const phrases = sentences.flatMap((tokens, at) => toldIn(tokens, ownNames, at === 0) ?? []);
  return agreed(phrases.map(({ trade }) => trade ?? { section: null, code: null }));
}
