/** Classifies elements: those that separate text, those that hide it, and their region of the page. */
import type { Region } from '../site-reading.js';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The inline elements, which don't separate the text around them. */
const INLINE = words(`
  a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt ruby s samp small
  span strike strong sub sup time tt u var wbr img
`);
/** The elements whose text is not read. */
const UNREAD = words(`
  script style noscript template svg math iframe object embed applet textarea select datalist canvas audio video
  picture map head frameset
`);
const OF_ELEMENT: Readonly<Record<string, Region>> = {
  header: 'header',
  nav: 'nav',
  main: 'main',
  footer: 'footer',
  address: 'address',
};
const OF_ROLE: Readonly<Record<string, Region>> = {
  banner: 'header',
  navigation: 'nav',
  main: 'main',
  contentinfo: 'footer',
};
const NAMES: readonly (readonly [Region, ReadonlySet<string>])[] = [
  [
    'footer',
    words('footer site-footer page-footer main-footer footer-wrapper footer-container colophon copyright'),
  ],
  [
    'header',
    words('header site-header page-header main-header header-wrapper masthead topbar top-bar branding'),
  ],
  ['nav', words('nav navbar navigation menu main-menu main-nav site-navigation breadcrumb breadcrumbs')],
];
/** The elements whose region is found by `id` or `class`. */
const GENERIC = words('div section td table ul p aside');
const MAX_NAMES = 200;

export const isUnread = (name: string): boolean => UNREAD.has(name);
/** Returns true if the element separates the text around it into different lines. */
export const separatesText = (name: string): boolean => !INLINE.has(name) && !UNREAD.has(name);

function byName(id: string | undefined, classes: string | undefined): Region | null {
  const idAndClasses = `${id ?? ''} ${classes ?? ''}`.slice(0, MAX_NAMES).toLowerCase().split(' ');
  return NAMES.find(([, names]) => idAndClasses.some((name) => names.has(name)))?.[0] ?? null;
}

/** The region of an element's text. @param within the surrounding region; `closed`: inside an article */
export function regionOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  within: { readonly region: Region; readonly closed: boolean },
): Region {
  const role = attributes.get('role');
  const region =
    (role === undefined ? undefined : OF_ROLE[role.toLowerCase()]) ??
    OF_ELEMENT[name] ??
    (GENERIC.has(name) ? byName(attributes.get('id'), attributes.get('class')) : null);
  if (region == null || region === 'main') return within.region;
  if (region === 'address') return region;
  // A menu in a footer belongs to the footer, and a header in an article to the article.
  return within.closed || within.region !== 'main' ? within.region : region;
}

/** Returns true if headers and footers inside the element are not the page's. */
export const isClosed = (name: string): boolean => name === 'article' || name === 'blockquote';
