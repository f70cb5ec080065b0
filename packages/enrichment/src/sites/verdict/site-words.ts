/**
 * Splits the text of a crawl into words for the comparison of names. Splitting costs more than judging, so a
 * run is split when it is needed, and searches in the whole text exclude most runs before.
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
  /** The words in capitals, without accents and punctuation. */
  readonly words: readonly string[];
}

const NAMING_OPERATOR: ReadonlySet<PageKind> = new Set<PageKind>([
  'legal',
  'terms',
  'privacy',
  'contact',
  'about',
]);

/** Returns true for text in which sites usually name their operator. */
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

/** Matches text between two letters of a name, within a run. */
const BETWEEN = String.raw`[^A-Z0-9\n]*`;

const escaped = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');

/** The whole text of a crawl's pages. */
export class SiteText {
  readonly runs: readonly WordRun[];
  /** The text in capitals from which words are split, a line for each run. */
  private readonly lines: string;
  private readonly ends: readonly number[];
  private readonly runsByLetters = new Map<string, readonly WordRun[]>();

  constructor({ pages }: Pick<SiteReading, 'pages'>) {
    this.runs = pages.flatMap(runsOfPage);
    const texts = this.runs.map(({ text }) => plainCapitals(text).replace(/[\n_]/g, ' '));
    this.lines = withoutMarks(texts.join('\n'));
    this.ends = lineEnds(this.lines);
  }

  /** The runs that may contain these letters one after the other, as words or parts of words. */
  runsWithLetters(letters: string): readonly WordRun[] {
    const knownRuns = this.runsByLetters.get(letters);
    if (knownRuns !== undefined) return knownRuns;
    const runs =
      letters === '' ? [] : this.runsMatching(new RegExp([...letters].map(escaped).join(BETWEEN), 'g'));
    this.runsByLetters.set(letters, runs);
    return runs;
  }

  /** The runs that match a global pattern in capitals, which must not cross line ends. */
  runsMatching(pattern: RegExp): readonly WordRun[] {
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

  hasMoreWords(limit: number): boolean {
    let words = 0;
    return this.runs.some((run) => (words += run.words.length) > limit);
  }

  /** The line of a position, from the line `from` on. */
  private lineOf(position: number, from: number): number {
    let [low, high] = [from, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? 0) > position) high = middle;
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

/** The range of the words that spell `letters`, as `J S BACH` spells `JSBACH`; null: none. */
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

/** The text of a run around the first of the words, or the beginning of the run. */
export function sightingOf({ url, text }: Pick<WordRun, 'url' | 'text'>, words: readonly string[]): Sighting {
  const upper = text.toUpperCase();
  const at = Math.max(0, ...words.slice(0, 1).map((word) => upper.indexOf(word)));
  const from = Math.max(0, Math.min(at - 60, text.length - MAX_SNIPPET));
  return { url, snippet: text.slice(from, from + MAX_SNIPPET).trim() };
}
