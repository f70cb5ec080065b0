/** A crawl as words: runs of text in the form in which names are compared, each with where it stands. */
import { exactName, wordsOf } from '../../shared/names/company-name.js';
import type { PageKind, PageReading, Region, SiteReading } from '../site-reading.js';
import type { Sighting } from './site-verdict.js';

const MOST_SNIPPET = 300;

export interface WordRun {
  readonly url: string;
  readonly page: PageKind;
  readonly region: Region;
  readonly text: string;
  /** Capitals without accents and punctuation. */
  readonly words: readonly string[];
}

const SAYS_WHOSE: ReadonlySet<PageKind> = new Set<PageKind>([
  'legal',
  'terms',
  'privacy',
  'contact',
  'about',
]);

/** Where a site says who runs it. */
export const isLegalBlock = ({ page, region }: Pick<WordRun, 'page' | 'region'>): boolean =>
  region === 'footer' || region === 'address' || SAYS_WHOSE.has(page);

function runsOfPage({ url, kind, text, title }: PageReading): WordRun[] {
  const runs = title === null ? text : [{ region: 'title' as const, text: title }, ...text];
  return runs.map((run) => ({ ...run, url, page: kind, words: wordsOf(exactName(run.text)) }));
}

/** All that the pages print, in order. */
export const wordRuns = ({ pages }: Pick<SiteReading, 'pages'>): WordRun[] => pages.flatMap(runsOfPage);

/** Words of which letters and digits follow each other as in `letters`: `J S BACH` is `JSBACH`. Where they begin and end. */
export function findLetters(
  words: readonly string[],
  letters: string,
  from = 0,
): { readonly start: number; readonly end: number } | null {
  if (letters === '') return null;
  for (let start = from; start < words.length; start += 1) {
    let at = 0;
    for (let end = start; end < words.length; end += 1) {
      const word = words[end] ?? '';
      if (!letters.startsWith(word, at)) break;
      at += word.length;
      if (at === letters.length) return { start, end: end + 1 };
    }
  }
  return null;
}

/** The words around the first of these that the run has. */
export function sightingOf({ url, text }: Pick<WordRun, 'url' | 'text'>, words: readonly string[]): Sighting {
  const upper = text.toUpperCase();
  const at = Math.max(0, ...words.slice(0, 1).map((word) => upper.indexOf(word)));
  const from = Math.max(0, Math.min(at - 60, text.length - MOST_SNIPPET));
  return { url, snippet: text.slice(from, from + MOST_SNIPPET).trim() };
}
