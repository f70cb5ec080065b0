/** Finds e-mail addresses and phone numbers on a site, and phone numbers that others print, too. */
import { parse } from 'tldts';
import { notOwnSite } from '../../../../../words/src/hosts/not-own-sites.js';
import type { PersonName } from '../../../../../words/src/names/person-name.js';
import type { PrintedPlace, SiteReading } from '../../../sites/site-reading.js';
import type { ReadingState } from '../../../live/readings/readings.js';
import { linkedSites } from '../../../sites/linked-sites.js';
import { FEWEST_OTHERS, operatorsOf, phonesOn } from '../../../sites/phone-printing.js';
import { siteClaims } from '../../../sites/verdict/site-claims.js';

export interface PrintedEmail {
  readonly address: string;
  readonly mailbox: string;
  readonly kind: 'personal' | 'role';
  readonly isOwn: boolean;
  readonly page_url: string;
  readonly snippet: string;
}

export interface PrintedPhone {
  /** The number in the form E.164. */
  readonly number: string;
  readonly page_url: string;
  readonly snippet: string;
  /** True if the number stands in the site's header or footer, or on several pages: it is the company's. */
  readonly isGeneral: boolean;
}

const ROLE_MAILBOXES =
  /^(?:info|information|sales|contact|contactus|hello|hi|enquir(?:y|ies)|inquir(?:y|ies)|office|admin|administration|accounts?|accounting|finance|invoices?|payroll|support|help|helpdesk|service|services|customerservices?|customercare|customer\.services?|care|orders?|shop|store|bookings?|reservations?|reception|mail|email|post|team|general|marketing|media|press|pr|news|jobs|careers|recruitment|hr|people|legal|privacy|gdpr|dpo|dataprotection|data\.protection|compliance|complaints?|quotes?|estimates?|estimating|purchasing|buying|technical|engineering|operations|ops|transport|logistics|workshop|parts|warehouse|web|website|webmaster|it|security|noreply|no-reply|donotreply|ymholiadau|gwybodaeth|post\.cymru|london|leeds|manchester|uk|studio|lettings|property|rentals|events|training|school|members?|membership|directors?|partnerships?|newbusiness|new\.business)\d{0,2}$/;
const UNREAD_MAILBOXES = /^(?:no-?reply|donotreply|do-not-reply|mailer-daemon|bounce)/;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** The owner of a mailbox: the site's own domain, a provider of mailboxes with any user, or somebody else. */
function mailHostOf(host: string, site: string): 'own' | 'provider' | 'other' {
  if (parse(host).domain === parse(site).domain) return 'own';
  return notOwnSite(host) === 'mailbox provider' ? 'provider' : 'other';
}

/** Tells whether the name of a mailbox spells the host: `bramleypumps@gmail.com` is the company's. */
const spellsHost = (mailbox: string, host: string): boolean => {
  const letters = lettersOf(mailbox);
  return letters.length >= 4 && lettersOf(host.split('.')[0] ?? '').includes(letters);
};

function emailOf(printed: PrintedPlace, page_url: string, site: string): PrintedEmail[] {
  const at = printed.value.lastIndexOf('@');
  const mailbox = printed.value.slice(0, at);
  const mailHost = mailHostOf(printed.value.slice(at + 1), site);
  // Addresses at other hosts belong to a regulator, an agency or a customer.
  if (mailHost === 'other' || UNREAD_MAILBOXES.test(mailbox)) return [];
  const isRole = ROLE_MAILBOXES.test(mailbox) || spellsHost(mailbox, site);
  const kind = isRole ? 'role' : 'personal';
  return [
    { address: printed.value, mailbox, kind, isOwn: mailHost === 'own', page_url, snippet: printed.snippet },
  ];
}

/** All printed e-mail addresses: an address may stand beside a person on one page and alone on another. */
export const emailsOf = (site: SiteReading): PrintedEmail[] =>
  site.pages.flatMap(({ url, emails, organisations }) => [
    ...emails.flatMap((printed) => emailOf(printed, url, site.host)),
    ...organisations.flatMap(({ email }) =>
      email === null || !/^[^\s@]+@[^\s@]+$/.test(email)
        ? []
        : emailOf({ value: email, region: 'main', snippet: email }, url, site.host),
    ),
  ]);

export function phonesOf({ pages }: SiteReading): PrintedPhone[] {
  const pagesOf = new Map<string, Set<string>>();
  for (const { url, phones } of pages)
    for (const { value } of phones) pagesOf.set(value, (pagesOf.get(value) ?? new Set<string>()).add(url));
  return pages.flatMap(({ url, phones }) =>
    phones.map(({ value, region, snippet }) => ({
      number: value,
      page_url: url,
      snippet,
      isGeneral: region !== 'main' || (pagesOf.get(value)?.size ?? 0) > 1,
    })),
  );
}

export const isUkPhone = ({ number }: PrintedPhone): boolean => number.startsWith('+44');

/** Tells whether the site's own host takes mail; null: it wasn't requested, or isn't known. */
export function takesMail({ isOwn }: PrintedEmail, { dns }: SiteReading, verify: boolean): boolean | null {
  return !verify || !isOwn || dns.mx === null ? null : dns.mx.length > 0;
}

/** Tells whether the mailbox spells a person: `jane.smith`, `j.smith`, `smithj`, `jane`. */
export function spells(mailbox: string, { forename, surname }: PersonName): 'full' | 'forename' | null {
  const letters = lettersOf(mailbox);
  const [first, last] = [lettersOf(forename), lettersOf(surname)];
  if (first === '' || last === '') return null;
  const initial = first.charAt(0);
  const spellings = [first + last, last + first, initial + last, last + initial, `${first}${last.charAt(0)}`];
  if (spellings.includes(letters) || (letters === last && last.length > 3)) return 'full';
  return letters === first ? 'forename' : null;
}

/** Tells whether the surname stands in this text, with the forename at most three words before it. */
export function isNamedIn(text: string, { forename, surname }: PersonName): boolean {
  const words: readonly string[] = text.toUpperCase().match(/[\p{L}'’-]+/gu) ?? [];
  const last = surname.split(' ').at(-1) ?? '';
  const at = words.indexOf(last);
  return at >= 0 && words.slice(Math.max(0, at - 3), at).includes(forename);
}

interface OtherSites {
  readonly site: (host: string) => ReadingState<'site'>;
  readonly shared_phone: (number: string) => ReadingState<'shared_phone'>;
}

/** The maximum number of linked sites that are looked up, since each lookup costs. */
const MAX_LINKED = 10;

/** Numbers of companies that the site prints as its operator or as companies of the operator's group. */
const groupNumbers = ({ pages }: SiteReading): readonly string[] =>
  pages.flatMap(({ company_numbers }) =>
    company_numbers.filter(({ role }) => role === 'own' || role === 'group').map(({ value }) => value),
  );

type IsOthers = (companies: readonly string[]) => boolean;

/** The phone numbers on kept crawls of linked sites of companies outside the group. */
const onLinkedSites = (site: SiteReading, { site: keptSite }: OtherSites, isOthers: IsOthers): string[] =>
  linkedSites(site)
    .slice(0, MAX_LINKED)
    .flatMap((host) => {
      const state = keptSite(host);
      if (state.status !== 'read' || !isOthers(siteClaims(state.reading).numbers)) return [];
      return state.reading.pages.flatMap((page) => page.phones.map(({ value }) => value));
    });

/** The numbers of the site that are printed on several cached sites of companies outside the group. */
const onManySites = (site: SiteReading, { shared_phone }: OtherSites, isOthers: IsOthers): string[] =>
  phonesOn(site).filter((number) => {
    const state = shared_phone(number);
    if (state.status !== 'read') return false;
    const others = state.reading.sites.filter(({ companies }) => isOthers(companies));
    return operatorsOf(others) >= FEWEST_OTHERS;
  });

/**
 * Finds phone numbers that others print, too, such as an agency's or a serviced office's: they are on kept
 * crawls of a linked site, or of several sites, of companies outside the group.
 */
export function sharedPhones(
  site: SiteReading,
  others: OtherSites,
  group: Iterable<string>,
): ReadonlySet<string> {
  const related = new Set([...group, ...groupNumbers(site)]);
  const isOthers: IsOthers = (companies) =>
    companies.length > 0 && companies.every((number) => !related.has(number));
  return new Set([...onLinkedSites(site, others, isOthers), ...onManySites(site, others, isOthers)]);
}
