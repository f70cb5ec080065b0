/** Reads signs of an answer: headers, cookies, refusals, challenges, and pages without text. Pure. */
import { safeLine } from '../../../../words/src/text/safe-text.js';
import type { AnswerHead } from '../fetch/site-client.js';
import type { PageReading } from '../site-reading.js';
import challenge from './challenge-words.json';

const MAX_HEADERS = 40;
const MAX_COOKIES = 40;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 300;
/** The headers that say nothing about technology or identify the visitor. */
const LEFT_OUT: ReadonlySet<string> = new Set(['set-cookie', 'date', 'expires', 'age', 'etag', 'location']);

const valuesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** The response headers by name, shortened and safe to show. */
export const shownHeaders = ({ headers }: AnswerHead): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.has(name) && name.length <= LONGEST_NAME)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, safeLine(valuesOf(value).join(', ').slice(0, LONGEST_VALUE))]),
  );

/** The names of the cookies that the answer sets, in lower case. */
export function cookieNames({ headers }: AnswerHead): string[] {
  const names = valuesOf(headers['set-cookie']).map((cookie) => (cookie.split('=', 1)[0] ?? '').trim());
  const shownNames = names.filter((name) => name !== '').map((name) => safeLine(name.slice(0, LONGEST_NAME)));
  return [...new Set(shownNames.map((name) => name.toLowerCase()))].slice(0, MAX_COOKIES);
}

/** Returns true for the statuses 401, 403, 429 and 451, and for Cloudflare's challenge to crawlers. */
export const isRefused = ({ status, headers }: AnswerHead): boolean =>
  status === 401 ||
  status === 403 ||
  status === 429 ||
  status === 451 ||
  headers['cf-mitigated'] === 'challenge';

const CHALLENGE_TITLES: readonly string[] = challenge.titles;
const CHALLENGE_MARKS: readonly string[] = challenge.marks;
/** The maximum length of a challenge's text. A real site has more text. */
const MAX_CHALLENGE_CHARACTERS = 600;

export const textLength = ({ text }: PageReading): number =>
  text.reduce((sum, run) => sum + run.text.length, 0);

/** Returns true if a page only checks that its reader is a person, by its title or a mark. */
export function isChallenge(page: PageReading): boolean {
  if (textLength(page) > MAX_CHALLENGE_CHARACTERS) return false;
  const title = (page.title ?? '').toLowerCase();
  if (CHALLENGE_TITLES.some((words) => title.startsWith(words))) return true;
  return page.marks.some(({ value }) => {
    const mark = value.toLowerCase();
    return CHALLENGE_MARKS.some((host) => mark.includes(host));
  });
}

const LITTLE_TEXT = 200;

export const hasLittleText = (page: PageReading): boolean => textLength(page) < LITTLE_TEXT;

/** Returns true if the pages have no text, or under 200 characters and scripts that may write the rest. */
export function isWithoutText(pages: readonly PageReading[]): boolean {
  const characters = pages.reduce((sum, page) => sum + textLength(page), 0);
  const hasScripts = pages.some(({ marks }) => marks.some(({ kind }) => kind === 'script'));
  return characters === 0 || (characters < LITTLE_TEXT && hasScripts);
}

/** Returns true if an answer may be a page of text. An answer without a type may be one. */
export function isPage({ headers }: AnswerHead): boolean {
  const type = valuesOf(headers['content-type']).join().toLowerCase().trim();
  return type === '' || /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/.test(type);
}
