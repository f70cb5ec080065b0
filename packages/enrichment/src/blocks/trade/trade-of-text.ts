/**
 * Finds the trade that a short English text names (docs/models.md, Trades told by texts): a section of the
 * Standard Industrial Classification 2007 and, if it is sure, a code. Returns nothing if unsure. Pure, in
 * linear time.
 */
import { agreed, tradeOfItems, type TextTrade } from './trade-items.js';
import { sentencesOf, stemsOf, words, type Token } from './trade-words.js';

export type { TextTrade } from './trade-items.js';

/** Words that point to another company's trade, or to a trade that is over. */
const DOUBTFUL = words(
  'dormant ceased cease ceasing discontinued formerly former previously subsidiary parent holding liquidation ' +
    'nontrading intend intends',
);
/** Words of sentences that may deny the trade that they name. */
const DENIES = words('not never neither nor non');

const KINDS = words('principal main primary core business trading ordinary chief sole only');
const ACTIVITY = words('activity business trade');
const BE = words(
  'is was are were be been being continue continued continues remain remained remains comprise comprised comprises consist consisted consists',
);
const AFTER_BE = words(
  'to that those of the a an as still mainly principally primarily predominantly solely both : one',
);
/** Words that stand for the company as the subject of a sentence. */
const SELF = words(
  'company group llp limited ltd plc entity charity firm practice business organisation organization partnership we association',
);
const OTHERS = words(
  'customer client landlord supplier owner director shareholder member tenant building property premise site office ' +
    'our my your their policy approach basis',
);
/** `we are a`, `the company operates as a`, `it provides`: what follows is the trade. */
const TELLS = words(
  'is are was were operate operates operated trade trades traded act acts acted practise practises provide provides ' +
    'provided offer offers specialise specialises specialize specializes run runs carry carries carried undertake ' +
    'undertakes engaged manufacture manufactures design designs retail retails sell sells let lets build builds own owns',
);
const AFTER_TELLS = words('as a an the one of uk uks in on out business trade leading engaged provider');
const VERB_OF_TRADE = words(
  'manufacture manufactures design designs retail retails sell sells let lets build builds own owns',
);
const LONGEST_SUBJECT = 12;

const skip = (tokens: readonly Token[], from: number, skipped: ReadonlySet<string>): number => {
  let at = from;
  while (at < tokens.length && skipped.has(tokens[at]?.raw ?? '')) at += 1;
  return at;
};

/**
 * The place after `principal activity of the company continued to be that of`; null: the text has no such
 * words.
 */
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

/**
 * The place after `we are a` or `the company operates`; null: no such words, or they are about another
 * company.
 */
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
