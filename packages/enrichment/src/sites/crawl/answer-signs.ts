/** Reads technology in the headers of an answer, and whether it is a wall against crawlers. Pure. */
import { safeLine } from '../../../../words/src/text/safe-text.js';
import type { AnswerHead } from '../fetch/site-client.js';
import type { PageReading } from '../site-reading.js';
import challenge from './challenge-words.json';

const MAX_HEADERS = 40;
const MAX_COOKIES = 40;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 300;
/** Headers that say nothing about the technology, or name the visitor. */
const LEFT_OUT: ReadonlySet<string> = new Set(['set-cookie', 'date', 'expires', 'age', 'etag', 'location']);

const valuesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Response headers by name, capped and made safe to show. */
export const shownHeaders = ({ headers }: AnswerHead): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.has(name) && name.length <= LONGEST_NAME)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, safeLine(valuesOf(value).join(', ').slice(0, LONGEST_VALUE))]),
  );

/** Names of the cookies that the answer sets, lower case. */
export function cookieNames({ headers }: AnswerHead): string[] {
  const names = valuesOf(headers['set-cookie']).map((cookie) => (cookie.split('=', 1)[0] ?? '').trim());
  const shownNames = names.filter((name) => name !== '').map((name) => safeLine(name.slice(0, LONGEST_NAME)));
  return [...new Set(shownNames.map((name) => name.toLowerCase()))].slice(0, MAX_COOKIES);
}

/** 401, 403, 429, 451, or a status that a wall against crawlers answers with. */
export const isRefused = ({ status, headers }: AnswerHead): boolean =>
  status === 401 ||
  status === 403 ||
  status === 429 ||
  status === 451 ||
  headers['cf-mitigated'] === 'challenge';

const CHALLENGE_TITLES: readonly string[] = challenge.titles;
const CHALLENGE_MARKS: readonly string[] = challenge.marks;
/** The maximum length of the text of a wall. A real site has more text. */
const MAX_OF_A_WALL = 600;

export const textLength = ({ text }: PageReading): number =>
  text.reduce((sum, run) => sum + run.text.length, 0);

/** Tells whether a page only asks if its reader is a person, by its title or a mark, and says little else. */
export function isChallenge(page: PageReading): boolean {
  if (textLength(page) > MAX_OF_A_WALL) return false;
  const title = (page.title ?? '').toLowerCase();
  if (CHALLENGE_TITLES.some((words) => title.startsWith(words))) return true;
  return page.marks.some(({ value }) => {
    const mark = value.toLowerCase();
    return CHALLENGE_MARKS.some((host) => mark.includes(host));
  });
}

const LITTLE_TEXT = 200;

export const hasLittleText = (page: PageReading): boolean => textLength(page) < LITTLE_TEXT;

/** Tells whether the pages have no characters, or under 200 and scripts that make the rest. */
export function isWithoutText(pages: readonly PageReading[]): boolean {
  const characters = pages.reduce((sum, page) => sum + textLength(page), 0);
  const scripted = pages.some(({ marks }) => marks.some(({ kind }) => kind === 'script'));
  return characters === 0 || (characters < LITTLE_TEXT && scripted);
}

/** Tells whether an answer may be a page of text. An answer without a type is read. */
export function isPage({ headers }: AnswerHead): boolean {
  const type = valuesOf(headers['content-type']).join().toLowerCase().trim();
  return type === '' || /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/.test(type);
}
