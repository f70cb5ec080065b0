/** Chooses the text of a crawl that a language model reads, without e-mail addresses and phone numbers. */
import { foldedQuote } from '../model-question.js';
import type { PageKind, PageReading, SiteReading } from './site-reading.js';

export interface ModelPage {
  readonly url: string;
  readonly text: string;
}

const MAX_PAGES = 6;
const MAX_PAGE_CHARACTERS = 2_000;

/** The order of pages: those that usually name the site's operator are first. */
const ORDER: readonly PageKind[] = [
  'legal',
  'contact',
  'about',
  'home',
  'terms',
  'privacy',
  'team',
  'other',
  'shop',
];

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const PHONE = /(?:\+44|\b0)[\d ()-]{8,14}\d/g;

const withoutContacts = (text: string): string =>
  text.replaceAll(EMAIL, '[e-mail]').replaceAll(PHONE, '[phone]');

/** The beginning and the end of a page's text: its foot often names the operator. */
function ends(text: string): string {
  if (text.length <= MAX_PAGE_CHARACTERS) return text;
  const half = MAX_PAGE_CHARACTERS / 2;
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

function textOf({ title, text }: PageReading): string {
  const runs = [...(title === null ? [] : [title]), ...text.map((run) => run.text)];
  return ends(withoutContacts(foldedQuote(runs.join(' | '))));
}

export const askedPages = ({ pages }: Pick<SiteReading, 'pages'>): ModelPage[] =>
  [...pages]
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .slice(0, MAX_PAGES)
    .map((page) => ({ url: page.url, text: textOf(page) }));

/** Matches sentences that address a machine that reads the page. */
const ADDRESSED: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.!?]{0,40}\b(?:instructions?|prompts?|guidelines|above|previous|prior)\b/i,
  /\b(?:you are|act as|acting as|dear) (?:an? |the )?(?:ai|a\.i\.|llm|language model|assistant|chat ?bot|model)\b/i,
  /\b(?:system|developer|assistant) (?:prompt|message|instructions?)\b/i,
  /\b(?:ai|llm|language) (?:models?|systems?|readers?|assistants?|agents?|crawlers?)\b[^.!?]{0,60}\b(?:must|should|shall|please|answer|respond|reply|output|say|treat|classify)\b/i,
  /\b(?:answer|respond|reply|output|return|print)\b[^.!?]{0,30}\b(?:json|whose|own|accept(?:ed)?)\b/i,
  /\bwhose\b["']?\s?[:=]/i,
  /<\|?\/?(?:system|assistant|user|im_start|im_end|inst)\b/i,
  /\[\/?INST\]/,
];

/** Returns true if a page gives instructions to its reader. Its site is then judged by rules alone. */
export const addressesReader = (pages: readonly ModelPage[]): boolean =>
  pages.some(({ text }) => ADDRESSED.some((pattern) => pattern.test(text)));
