/** Finds the sentences in which a site describes its company, unchanged, the likeliest first. */
import { likenessOf } from '../../../../../words/src/names/name-likeness.js';
import type { PageReading, SiteReading } from '../../../sites/site-reading.js';

export interface SiteDescription {
  readonly description: string;
  readonly page_url: string;
  /** The language of the page by BCP 47. */
  readonly language: string;
}

const LONGEST = 500;
const SHORTEST = 40;
const FEWEST_WORDS = 7;
const LEAST_POINTS = 4;
/** The number of characters of a page's text that are read. */
const MAX_CHARACTERS = 20_000;

/** Verbs and nouns that describe a business. */
const BUSINESS_WORDS =
  /\b(?:provid(?:e|es|ing|er)|offer(?:s|ing)?|suppl(?:y|ies|ier|iers|ying)|manufactur(?:e|es|er|ers|ing)|speciali[sz](?:e|es|ing|ed|ts?)|design(?:s|ing|ers?)?|build(?:s|ing|ers?)?|install(?:s|ing|ation|ers?)?|mak(?:e|es|ers?|ing)|sell(?:s|ing)?|repair(?:s|ing)?|maintain(?:s|ing)?|operat(?:e|es|ing|ors?)|develop(?:s|ing|ers?)?|distribut(?:e|es|ors?|ing)|produc(?:e|es|ers?|ing)|deliver(?:s|ing)?|advis(?:e|es|ers?|ing)|consult(?:ants?|ancy|ing)|help(?:s|ing)?|serv(?:e|es|ing)|contractors?|retailers?|wholesalers?|agency|firm of|solicitors|accountants|engineers|gwasanaeth|gwasanaethau|darparu|cynnig)\b/i;
const FIRST_PERSON = /\b(?:we|our|us|ni|ein)\b/i;
const IS_A = /\b(?:is|are|was) (?:a|an|one|the|your)\b/i;
const SINGLE_SPEAKER = /\b(?:I|my|me|I'm|I've)\b/;
/** Common text of websites that describes no company. */
const BOILERPLATE =
  /\b(?:cookies?|javascript|browser|copyright|all rights reserved|privacy|terms (?:and|&) conditions|subscribe|newsletter|sign up|log ?in|click|read more|find out more|scroll|menu|captcha|lorem ipsum|registered (?:in|office)|vat (?:no|number|reg)|under construction|coming soon|page (?:not|you)|add to (?:cart|basket)|free delivery|home ?page of|just another|website by)\b/i;

interface Sentence {
  readonly text: string;
  readonly page: PageReading;
  readonly points: number;
  /** The next sentence of the same run. */
  readonly next: Sentence | null;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** The end of a title or initial, after which the sentence goes on. */
const SHORT_END = /(?:^|\s)(?:\p{Lu}|Mr|Mrs|Ms|Dr|St|No|Co|Ltd|approx|est|incl)\.\s*$/u;

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text.slice(0, MAX_CHARACTERS))) {
    const last = sentences.at(-1);
    if (last !== undefined && SHORT_END.test(last)) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim());
}

const wordsIn = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0;

/** The points by kind of page. The kinds that describe a company best come first. */
const KIND_POINTS: Readonly<Partial<Record<PageReading['kind'], number>>> = { about: 1, home: 1 };

const LEGAL_NAME = /\b(?:\p{Lu}[\p{L}&'-]* ){1,6}(?:Limited|Ltd|LLP|PLC|plc)\b/gu;

/** Tells whether a text is about a company of another name, and not about this one. */
function isOfOtherCompany(text: string, names: readonly string[]): boolean {
  const legalNames = text.match(LEGAL_NAME) ?? [];
  return legalNames.length > 0 && legalNames.every((name) => likenessOf(name, names) === 'other');
}

function pointsOf(text: string, page: PageReading, names: readonly string[]): number {
  if (text.length < SHORTEST || text.length > LONGEST || wordsIn(text) < FEWEST_WORDS) return 0;
  if (BOILERPLATE.test(text) || SINGLE_SPEAKER.test(text)) return 0;
  const lower = text.toLowerCase();
  const isNamed = names.some((name) => lower.includes(name.toLowerCase()));
  return (
    (BUSINESS_WORDS.test(text) ? 3 : 0) +
    (isNamed || FIRST_PERSON.test(text) ? 1 : 0) +
    (IS_A.test(text) ? 1 : 0) +
    (KIND_POINTS[page.kind] ?? 0) -
    (text.endsWith('?') ? 2 : 0)
  );
}

/** The sentences of the main text of a page, each with the next one. */
function textSentences(page: PageReading, names: readonly string[]): Sentence[] {
  return page.text
    .filter(({ region }) => region === 'main')
    .flatMap(({ text }) => {
      let next: Sentence | null = null;
      const descriptions: Sentence[] = [];
      for (const sentence of sentencesOf(text).reverse()) {
        const isWhole = /[.!?]["'”’)]?$/.test(sentence);
        next = { text: sentence, page, points: isWhole ? pointsOf(sentence, page, names) : 0, next };
        descriptions.unshift(next);
      }
      return descriptions;
    });
}

/** The sentences of the page's description for search engines, which is written to describe. */
const descriptionSentences = (page: PageReading, names: readonly string[]): Sentence[] => {
  const { description } = page;
  if (description === null) return [];
  const points = pointsOf(description, page, names);
  return [{ text: description, page, points: points > 0 ? points + 1 : 0, next: null }];
};

/** The sentence, with the next one if that continues the subject. */
const withNext = ({ text, next }: Sentence): string =>
  next !== null && next.points >= LEAST_POINTS - 1 && text.length + next.text.length < LONGEST
    ? `${text} ${next.text}`
    : text;

const isReadable = ({ language }: PageReading): boolean => language === null || /^(?:en|cy)\b/.test(language);
const DESCRIBING_PAGES: ReadonlySet<PageReading['kind']> = new Set([
  'home',
  'about',
  'other',
  'shop',
  'team',
  'contact',
]);

/** `unreadable`: other languages, or no sentences. `another_company`: all are about another company. */
export function siteDescription(
  { pages }: Pick<SiteReading, 'pages'>,
  names: readonly string[],
): SiteDescription | 'unreadable' | 'another_company' {
  const sentences = pages
    .filter((page) => DESCRIBING_PAGES.has(page.kind) && isReadable(page))
    .flatMap((page) => [...descriptionSentences(page, names), ...textSentences(page, names)])
    .filter(({ points }) => points >= LEAST_POINTS);
  const ownSentences = sentences.filter(({ text }) => !isOfOtherCompany(text, names));
  if (ownSentences.length === 0) return sentences.length > 0 ? 'another_company' : 'unreadable';
  // Of sentences with equal points the first counts.
  const best = ownSentences.reduce((a, b) => (b.points > a.points ? b : a));
  return { description: withNext(best), page_url: best.page.url, language: best.page.language ?? 'en' };
}
