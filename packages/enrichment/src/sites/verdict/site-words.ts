/**
 * Splits a crawl into words, as names are compared. Splitting costs more than judging, so a run is split when
 * it is looked at, and a search through the whole text passes over most runs.
 */
import {
  exactName,
  plainCapitals,
  withoutMarks,
  wordsOfName,
} from '../../../../words/src/names/company-name.js';
import { memoizeByObject } from '../../../../words/src/memoize.js';
import type { PageKind, PageReading, Region, SiteReading } from '../site-reading.js';
import type { Sighting } from './site-verdict.js';

const MAX_SNIPPET = 300;

export interface WordRun {
  readonly url: string;
  readonly page: PageKind;
  readonly region: Region;
  readonly text: string;
  /** Capitals without accents and punctuation. */
  readonly words: readonly string[];
}

const NAMING_OPERATOR: ReadonlySet<PageKind> = new Set<PageKind>([
  'legal',
  'terms',
  'privacy',
  'contact',
  'about',
]);

/** Tells whether the text is a place where a site names its operator. */
export const isLegalBlock = ({ page, region }: Pick<WordRun, 'page' | 'region'>): boolean =>
  region === 'footer' || region === 'address' || NAMING_OPERATOR.has(page);

class TextRun implements WordRun {
  private split: readonly string[] | undefined;

  constructor(
    readonly url: string,
    readonly page: PageKind,
    readonly region: Region,
    readonly text: string,
  ) {}

  get words(): readonly string[] {
    return (this.split ??= wordsOfName(exactName(this.text)));
  }
}

function runsOfPage({ url, kind, text, title }: PageReading): WordRun[] {
  const runs = text.map((run) => new TextRun(url, kind, run.region, run.text));
  return title === null ? runs : [new TextRun(url, kind, 'title', title), ...runs];
}

/** Text that may stand between two letters of a name, and never ends a run. */
const BETWEEN = String.raw`[^A-Z0-9\n]*`;

const escaped = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');

/** The whole text that the pages of a crawl print. */
export class SiteText {
  readonly runs: readonly WordRun[];
  /** Capitals as words are split from them, a line for each run. */
  private readonly lines: string;
  private readonly ends: readonly number[];
  private readonly runsByLetters = new Map<string, readonly WordRun[]>();

  constructor({ pages }: Pick<SiteReading, 'pages'>) {
    this.runs = pages.flatMap(runsOfPage);
    const texts = this.runs.map(({ text }) => plainCapitals(text).replace(/[\n_]/g, ' '));
    this.lines = withoutMarks(texts.join('\n'));
    this.ends = lineEnds(this.lines);
  }

  /** The runs in which these letters may follow each other as words, or as parts of words. */
  bearing(letters: string): readonly WordRun[] {
    const knownRuns = this.runsByLetters.get(letters);
    if (knownRuns !== undefined) return knownRuns;
    const runs = letters === '' ? [] : this.having(new RegExp([...letters].map(escaped).join(BETWEEN), 'g'));
    this.runsByLetters.set(letters, runs);
    return runs;
  }

  /** The runs whose capitals match a global pattern, which must not reach across lines. */
  having(pattern: RegExp): readonly WordRun[] {
    const runs: WordRun[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(this.lines), at = 0; match !== null; match = pattern.exec(this.lines)) {
      at = this.lineOf(match.index, at);
      const run = this.runs[at];
      if (run !== undefined) runs.push(run);
      pattern.lastIndex = this.ends[at] ?? this.lines.length;
    }
    return runs;
  }

  /** The number of matches of a global pattern, counted up to `max`. */
  count(pattern: RegExp, max: number): number {
    pattern.lastIndex = 0;
    let times = 0;
    while (times < max && pattern.test(this.lines)) times += 1;
    return times;
  }

  hasMoreWords(than: number): boolean {
    let words = 0;
    return this.runs.some((run) => (words += run.words.length) > than);
  }

  /** The line of a place, not before the line `from`. */
  private lineOf(place: number, from: number): number {
    let [low, high] = [from, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function lineEnds(lines: string): number[] {
  const ends: number[] = [];
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) ends.push(at);
  return [...ends, lines.length];
}

export const siteText = memoizeByObject((site: Pick<SiteReading, 'pages'>) => new SiteText(site));

/** The words that spell `letters`, as `J S BACH` spells `JSBACH`, by their start and end. */
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

/** The text of a run around the first of the words, or its beginning. */
export function sightingOf({ url, text }: Pick<WordRun, 'url' | 'text'>, words: readonly string[]): Sighting {
  const upper = text.toUpperCase();
  const at = Math.max(0, ...words.slice(0, 1).map((word) => upper.indexOf(word)));
  const from = Math.max(0, Math.min(at - 60, text.length - MAX_SNIPPET));
  return { url, snippet: text.slice(from, from + MAX_SNIPPET).trim() };
}
