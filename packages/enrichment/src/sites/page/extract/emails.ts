/** Finds the e-mail addresses that a page prints or links to, without examples. */
import { hostOf } from '../../../../../words/src/hosts/website-host.js';
import { withoutTrailing } from '../../../../../words/src/text/trailing.js';
import type { PrintedPlace } from '../../site-reading.js';
import { snippetAt } from '../plain-text.js';
import { eachOnce, type RegionText, type SeenLink } from '../region-texts.js';
import examples from './example-mailboxes.json';

const MAILBOX = /^[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9])?$/;
const MAILBOX_CHARACTER = /[A-Za-z0-9._%+'-]/;
const HOST_CHARACTER = /[A-Za-z0-9.-]/;
const EXAMPLE_MAILBOXES: ReadonlySet<string> = new Set(examples);
/** Matches example hosts of templates, and hosts of error reports in scripts. */
const EXAMPLE_HOSTS =
  /^(?:(?:.+\.)?example\.(?:com|org|net|co\.uk)|(?:your|my)?-?(?:domain|site|website|company|companyname|email|business)\.(?:com|co\.uk|org|net)|email\.com|yourcompany\..+|(?:.+\.)?sentry\.io|(?:.+\.)?sentry-next\.wixpress\.com|(?:.+\.)?wixpress\.com|godaddy\.com|mysite\.com|test\.com|test\.co\.uk)$/;

/** The address in lower case; null: invalid, or an example. */
function emailOf(mailbox: string, host: string): string | null {
  const [name, full] = [mailbox.toLowerCase(), withoutTrailing(host.toLowerCase(), '.')];
  const named = hostOf(full);
  if (named === null || !MAILBOX.test(name) || name.includes('..')) return null;
  if (EXAMPLE_MAILBOXES.has(name) || EXAMPLE_HOSTS.test(full)) return null;
  return `${name}@${full}`;
}

/** Replacements for signs written as words, such as `[at]` and `(dot)`. */
const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  [/ ?[[({] ?(?:at|@) ?[\])}] ?/gi, '@'],
  [/ ?[[({] ?(?:dot|\.) ?[\])}] ?/gi, '.'],
];

const withSigns = (text: string): string =>
  /[[({] ?(?:at|dot|@)/i.test(text)
    ? WRITTEN_OUT.reduce((result, [words, sign]) => result.replace(words, sign), text)
    : text;

function bounds(text: string, at: number): readonly [number, number] {
  let from = at;
  while (from > 0 && at - from < 64 && MAILBOX_CHARACTER.test(text[from - 1] ?? '')) from -= 1;
  let to = at + 1;
  while (to < text.length && to - at < 254 && HOST_CHARACTER.test(text[to] ?? '')) to += 1;
  return [from, to];
}

function* emailsIn({ region, text }: RegionText): Generator<PrintedPlace> {
  const plainText = withSigns(text);
  for (let at = plainText.indexOf('@'); at >= 0; at = plainText.indexOf('@', at + 1)) {
    const [from, to] = bounds(plainText, at);
    if (from === at || to === at + 1) continue;
    const mailbox = plainText.slice(from, at).replace(/^[.'%+-]+/, '');
    const value = emailOf(mailbox, withoutTrailing(plainText.slice(at + 1, to), '-'));
    if (value !== null) yield { value, region, snippet: snippetAt(plainText, from, to) };
  }
}

function* emailsLinked(links: readonly SeenLink[]): Generator<PrintedPlace> {
  for (const { url, text, region } of links) {
    if (!/^mailto:/i.test(url)) continue;
    for (const address of addressesOf(url)) {
      const at = address.indexOf('@');
      const value = at < 0 ? null : emailOf(address.slice(0, at).trim(), address.slice(at + 1).trim());
      if (value !== null) yield { value, region, snippet: `${text} ${value}`.trim().slice(-300) };
    }
  }
}

function addressesOf(url: string): string[] {
  const [to = ''] = url.slice('mailto:'.length).split('?');
  try {
    return decodeURIComponent(to).split(',').slice(0, 5);
  } catch {
    return to.split(',').slice(0, 5);
  }
}

export const emails = (texts: readonly RegionText[], links: readonly SeenLink[]): PrintedPlace[] =>
  eachOnce([...texts.flatMap((text) => [...emailsIn(text)]), ...emailsLinked(links)]);
