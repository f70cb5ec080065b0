/**
 * Skips back over a list of companies (`A Ltd (01234999), B Ltd (No. 07654399) and C LLP`) to the words that
 * introduce the whole list.
 */
import { endsWithLegalEnding, nameStart } from './company-names.js';
import { wordsOf } from './words.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The words that join companies of a list. A comma or a word of `TOGETHER` must be among them. */
const JOINS = setOf('and & as well together jointly along with by of between the both');
const TOGETHER = setOf('and & together jointly along well');
const LABEL =
  'company companies house co registered registration register reg number numbers no nos crn in england and wales & scotland northern ireland uk under with the';
const LABEL_WORDS = setOf(LABEL);
const NUMBER = /^(?:[a-z]{2})?\d{2,8}$/;
const OFFICES = ['registered office', 'registered address'];
/** The characters that are searched back for the start of a list. */
const REACH = 600;
const JOIN_REACH = 60;

/** The text without the address of the last company in its last sentence. */
function withoutOffice(text: string): string {
  const lower = text.toLowerCase();
  const at = Math.max(...OFFICES.map((office) => lower.lastIndexOf(office)));
  return at < 0 || lower.length !== text.length || /[.;:|]\s/.test(text.slice(at)) ? text : text.slice(0, at);
}

/** The start of a company name at the end of a text, or before its number's label there; null: none. */
export function companyStart(text: string): number | null {
  const plain = withoutOffice(text);
  const words = wordsOf(plain);
  let at = words.length;
  const isPart = (word: string): boolean => LABEL_WORDS.has(word) || NUMBER.test(word);
  while (at > 0 && isPart(words[at - 1]?.text ?? '')) at -= 1;
  const labels = words.slice(at);
  const end = labels[0]?.start ?? plain.length;
  const isLabelled = labels.some(({ text: word }) => NUMBER.test(word) || /^(?:numbers?|nos?)$/.test(word));
  return isLabelled || endsWithLegalEnding(plain.slice(0, end)) ? nameStart(plain, end) : null;
}

/** The text before the joining words at its end, and true if only a line end joins; null: nothing joins. */
function beforeJoin(text: string): { readonly text: string; readonly isLineEnd: boolean } | null {
  const from = Math.max(0, text.length - JOIN_REACH);
  const words = wordsOf(text.slice(from));
  let at = words.length;
  while (at > 0 && JOINS.has(words[at - 1]?.text ?? '')) at -= 1;
  const joins = words.slice(at);
  const rest = text.slice(0, from + (joins[0]?.start ?? text.length - from)).trimEnd();
  const isJoined = joins.some(({ text: word }) => TOGETHER.has(word));
  if (/[,;|]$/.test(rest)) return { text: rest.slice(0, -1), isLineEnd: rest.endsWith('|') && !isJoined };
  return isJoined ? { text: rest, isLineEnd: false } : null;
}

/**
 * Shortens the text before a company of a list to the text before the list's first company. A text without
 * another company at its end stays unchanged. Companies in separate lines are a list only after a colon.
 */
export function beforeList(text: string): string {
  const skipped = Math.max(0, text.length - REACH);
  let rest = text.slice(skipped);
  let hasLines = false;
  for (;;) {
    const joined = beforeJoin(rest);
    const start = joined === null ? null : companyStart(joined.text);
    if (joined === null || start === null) break;
    hasLines ||= joined.isLineEnd;
    rest = rest.slice(0, start);
  }
  return hasLines && !/:[\s|]{0,3}$/.test(rest) ? text : text.slice(0, skipped + rest.length);
}
