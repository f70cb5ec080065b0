/** Decides the kind of a page by its address and the text of the link to it. */
import { parsedUrl } from '../../../../words/src/hosts/parsed-url.js';
import type { PageKind } from '../site-reading.js';

/** The patterns of kinds. The first that fits counts. */
const KINDS: readonly (readonly [PageKind, RegExp])[] = [
  ['privacy', /\b(?:privacy|cookies?|gdpr|data protection|preifatrwydd|cwcis)\b/],
  ['terms', /\b(?:terms|conditions|t c|t cs|tcs|tandc|tandcs|telerau|amodau)\b/],
  [
    'legal',
    /\b(?:legal|imprint|impressum|disclaimer|company (?:details|information|info)|regulatory|cyfreithiol)\b/,
  ],
  [
    'contact',
    /\b(?:contact|contacts|contactus|contact us|find us|get in touch|locations?|branches|cysylltu|cysylltwch)\b/,
  ],
  [
    'team',
    /\b(?:team|our team|our people|people|staff|directors|management|leadership|meet the team|who s who|tim)\b/,
  ],
  [
    'about',
    /\b(?:about|about us|aboutus|who we are|our story|our company|company|history|profile|amdanom|amdanom ni)\b/,
  ],
  ['shop', /\b(?:shop|store|cart|basket|checkout|products?|siop)\b/],
];
const HOME = /^\/(?:(?:[a-z]{2}(?:-[a-z]{2})?\/?)?|(?:index|home|default)(?:\.\w{2,5})?\/?)$/i;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const fits = (text: string): PageKind | undefined => KINDS.find(([, words]) => words.test(text))?.[0];

/** @param linkText the text of the link to the page; null: no link led to it */
export function pageKindOf(url: string, linkText: string | null): PageKind {
  const pathname = parsedUrl(url)?.pathname;
  if (pathname === undefined) return 'other';
  if (HOME.test(pathname)) return 'home';
  // The last part names the page: `/about/privacy` is a privacy page.
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = plain((parts.at(-1) ?? '').slice(0, 120).replace(/\.\w{2,5}$/, ''));
  return (
    fits(last) ??
    fits(plain((linkText ?? '').slice(0, 80))) ??
    fits(plain(parts.join(' ').slice(0, 200))) ??
    'other'
  );
}
