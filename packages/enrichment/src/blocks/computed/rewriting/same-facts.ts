/**
 * Decides whether a model's sentence says exactly what the given sentences say. The check is stricter than a
 * reader, since the template replaces every refused sentence.
 *
 * - Its words are those of the given sentences, or joining words.
 * - A figure or date has the same two neighbours on one side as in a given sentence: `turnover of £5`, not
 *   `assets of £5`.
 * - A name is whole, and has a neighbour that it has in a given sentence.
 * - Words that change a meaning (in liquidation, minus, its accounts) are kept, and none is added.
 */

import { MONTH_NAMES } from '../../../../../words/src/calendar.js';
import words from './meaning-words.json';
import { withoutTrailing } from '../../../../../words/src/text/trailing.js';

interface Token {
  readonly kind: 'word' | 'figure' | 'name';
  /** The text in the form that is compared: words by their stem. */
  readonly text: string;
}

const CHUNK = /[^\s“”"():;!?…]+/gu;
const FIGURE = /^(?:US\$|[£€$])?\d[\d,.]*%?$/;
const POSSESSIVE = /['’]s$/;

/** The stem of a word, so that singular and plural are one word. */
const stemOf = (word: string): string => word.toLowerCase().replace(/(?:['’]s|(?<!s)s)$/u, '');

/** Words that say nothing by themselves. */
const JOINING = new Set(words.joining.map(stemOf));

/** Words that turn a statement round, or name its author. */
const TURNING = new Set(words.turning.map(stemOf));

interface Chunk {
  readonly text: string;
  /** True if only a blank stands between this chunk and the one before. */
  readonly follows: boolean;
}

function chunksOf(sentence: string): Chunk[] {
  const chunks: Chunk[] = [];
  let end = -1;
  for (const { 0: word, index } of sentence.matchAll(CHUNK)) {
    const text = [',', '.', "'", '’', '-'].reduce(withoutTrailing, word);
    if (text !== '') chunks.push({ text, follows: index === end + 1 });
    end = index + text.length;
  }
  return chunks;
}

function kindOf(text: string): Token['kind'] {
  if (FIGURE.test(text)) return 'figure';
  return /^[\p{Lu}\p{N}&£€$]/u.test(text) ? 'name' : 'word';
}

/** The tokens of a sentence. A date is one figure; words with capitals in a row are one name. */
function tokensOf(sentence: string): Token[] {
  const chunks = chunksOf(sentence);
  const tokens: Token[] = [];
  for (let at = 0; at < chunks.length; at += 1) {
    const { text = '', follows = false } = chunks[at] ?? {};
    const [month, year] = [chunks[at + 1]?.text ?? '', chunks[at + 2]?.text ?? ''];
    const kind = kindOf(text);
    const last = tokens.at(-1);
    if (kind === 'figure' && MONTH_NAMES.includes(month) && FIGURE.test(year)) {
      tokens.push({ kind, text: `${text} ${month} ${year}` });
      at += 2;
    } else if (kind === 'name' && follows && last?.kind === 'name')
      tokens[tokens.length - 1] = { kind, text: `${last.text} ${text.replace(POSSESSIVE, '')}` };
    else tokens.push({ kind, text: kind === 'word' ? stemOf(text) : text.replace(POSSESSIVE, '') });
  }
  return tokens;
}

/** The number of neighbours on one side that must be the same. */
const NEIGHBOURS = { figure: 2, name: 1 } as const;

/** The token with its neighbours before it, and with its neighbours after it. */
function contextsOf(tokens: readonly Token[], at: number, kind: 'figure' | 'name'): readonly string[] {
  const texts = ['^', '^', ...tokens.map(({ text }) => text), '$', '$'];
  const [here, reach] = [at + 2, NEIGHBOURS[kind]];
  return [texts.slice(here - reach, here + 1).join(' '), `${texts.slice(here, here + reach + 1).join(' ')}>`];
}

const turnsOf = (tokens: readonly Token[]): string =>
  [...new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' && TURNING.has(text) ? text : [])))]
    .sort()
    .join(' ');

interface SourceTerms {
  readonly words: ReadonlySet<string>;
  readonly contexts: ReadonlySet<string>;
}

function termsOf(sources: readonly (readonly Token[])[]): SourceTerms {
  const tokens = sources.flat();
  const words = tokens.flatMap(({ text }) => text.split(' ').map(stemOf));
  const contexts = sources.flatMap((source) =>
    source.flatMap(({ kind }, at) => (kind === 'word' ? [] : contextsOf(source, at, kind))),
  );
  return { words: new Set(words), contexts: new Set(contexts) };
}

const isKnown = (word: string, { words }: SourceTerms): boolean => words.has(word) || JOINING.has(word);

/** The tokens without the capital of the first word, which every sentence has. */
function withPlainStart(tokens: readonly Token[], source: SourceTerms): readonly Token[] {
  const [first, ...rest] = tokens;
  if (first === undefined || !/^\p{Lu}\p{Ll}*$/u.test(first.text)) return tokens;
  const word = stemOf(first.text);
  return isKnown(word, source) ? [{ kind: 'word', text: word }, ...rest] : tokens;
}

/** Tells whether a sentence says exactly what its sources say, by the rules above. */
export function saysTheSame(sentence: string, sources: readonly string[]): boolean {
  const sourceTokens = sources.map(tokensOf);
  const source = termsOf(sourceTokens);
  const written = withPlainStart(tokensOf(sentence), source);
  const turns = turnsOf(sourceTokens.flatMap((tokens) => withPlainStart(tokens, source)));
  if (written.length === 0 || turnsOf(written) !== turns) return false;
  return written.every(({ kind, text }, at) =>
    kind === 'word'
      ? isKnown(text, source)
      : contextsOf(written, at, kind).some((context) => source.contexts.has(context)),
  );
}
