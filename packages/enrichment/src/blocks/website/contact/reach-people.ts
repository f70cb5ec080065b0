/** Joins people with the channels that are printed for them, and states which channels were not found. */
import { z } from 'zod';
import type { GrantedOptions } from '../../../../../contract/src/options.js';
import type { ReasonCode } from '../../../../../contract/src/reason-code.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { text, withheld } from '../../runner/value-types.js';
import {
  emailsOf,
  isUkPhone,
  phonesOf,
  spells,
  takesMail,
  isNamedIn,
  type PrintedEmail,
  type PrintedPhone,
} from './channels.js';
import type { ContactPerson } from './people.js';

/** Confidence that a channel belongs to a person (Blocks 4.18). */
const SAME_BLOCK = 0.9;
const SAME_PAGE = 0.7;
const MAX_CHANNELS = 20;

type ContactRequest = Pick<GrantedOptions, 'verify_emails' | 'include_phone' | 'include_linkedin'>;

export const person = z.strictObject({
  name: text,
  role: text,
  role_group: z.enum(['owner', 'director', 'finance', 'operations', 'other']),
  person_key: text.nullable(),
  email: z
    .strictObject({
      address: text,
      kind: z.enum(['personal', 'role']),
      deliverable: z.boolean().nullable(),
      page_url: text,
    })
    .nullable(),
  phone: z.strictObject({ number: text.describe('E.164.'), page_url: text }).nullable(),
  linkedin_url: text.nullable(),
  found_in: z.array(z.enum(['officers', 'website'])),
  withheld: z.array(withheld),
});

export interface ReachedPerson {
  readonly person: z.output<typeof person>;
  /** Confidence that the channels are this person's; null: none was found. */
  readonly confidence: number | null;
}

/** Tells whether a text names this person and nobody else on the list. */
const isAlone = (snippet: string, person: ContactPerson, people: readonly ContactPerson[]): boolean =>
  isNamedIn(snippet, person.nameParts) &&
  people.every((other) => other === person || !isNamedIn(snippet, other.nameParts));

/** The line of a snippet that has the address. Bars part the lines of a snippet. */
const lineOf = (snippet: string, address: string): string =>
  snippet.split(' | ').find((line) => line.toLowerCase().includes(address)) ?? '';

function emailOf(person: ContactPerson, people: readonly ContactPerson[], emails: readonly PrintedEmail[]) {
  const { nameParts } = person;
  const isOnly = people.filter((other) => other.nameParts.forename === nameParts.forename).length === 1;
  const matching = emails.filter(({ mailbox, kind }) => {
    const how = kind === 'personal' ? spells(mailbox, nameParts) : null;
    return how === 'full' || (how === 'forename' && isOnly);
  });
  const printedBeside = matching.find(({ snippet }) => isNamedIn(snippet, nameParts));
  if (printedBeside !== undefined) return { channel: printedBeside, confidence: SAME_BLOCK };
  const [printed] = matching;
  if (printed !== undefined) return { channel: printed, confidence: SAME_PAGE };
  const shared = emails.find(
    ({ kind, snippet, address }) => kind === 'role' && isAlone(lineOf(snippet, address), person, people),
  );
  return shared === undefined ? null : { channel: shared, confidence: SAME_PAGE };
}

/** The numbers beside this person alone, without the company's general numbers. */
const phonesFor = (
  person: ContactPerson,
  people: readonly ContactPerson[],
  phones: readonly PrintedPhone[],
): PrintedPhone[] =>
  phones.filter(({ isGeneral, snippet }) => !isGeneral && isAlone(snippet, person, people));

/** The profile of a person among the site's own: the person's name stands in its handle. */
function linkedinOf({ nameParts }: ContactPerson, { pages }: SiteReading): string | null {
  const words = (handle: string): string[] => handle.toUpperCase().split(/[^A-Z]+/);
  const profile = pages
    .flatMap(({ profiles }) => profiles)
    .find(
      ({ platform, url, handle }) =>
        platform === 'linkedin' &&
        /linkedin\.com\/in\//i.test(url) &&
        words(handle ?? '').includes(nameParts.forename) &&
        words(handle ?? '').includes(nameParts.surname),
    );
  return profile?.url ?? null;
}

/** The reason why a person has no channel. A crawl that was cut short may have missed it. */
const whyNone = (reason: 'no_email_found' | 'no_phone_found', { truncated }: SiteReading): ReasonCode =>
  truncated ? 'lookup_failed' : reason;

function whyNoPhone(
  printed: readonly PrintedPhone[],
  ownPhones: readonly PrintedPhone[],
  site: SiteReading,
): ReasonCode {
  if (ownPhones.length > 0) return 'non_uk_only';
  return printed.length > 0 ? 'shared_number_only' : whyNone('no_phone_found', site);
}

function reachPerson(
  person: ContactPerson,
  people: readonly ContactPerson[],
  { site, emails, phones, shared, request }: Channels,
): ReachedPerson {
  const { nameParts: _nameParts, appointed_on: _appointedOn, ...shownPerson } = person;
  const email = emailOf(person, people, emails);
  const printed = request.include_phone ? phonesFor(person, people, phones) : [];
  const ownPhones = printed.filter(({ number }) => !shared.has(number));
  const phone = ownPhones.find(isUkPhone);
  const withheld: ReachedPerson['person']['withheld'] = [];
  if (email === null) withheld.push({ field: 'email', reason: whyNone('no_email_found', site) });
  if (request.include_phone && phone === undefined)
    withheld.push({ field: 'phone', reason: whyNoPhone(printed, ownPhones, site) });
  const confidences = [email?.confidence, phone === undefined ? undefined : SAME_BLOCK].filter(
    (value) => value !== undefined,
  );
  return {
    person: {
      ...shownPerson,
      email:
        email === null
          ? null
          : {
              address: email.channel.address,
              kind: email.channel.kind,
              deliverable: takesMail(email.channel, site, request.verify_emails),
              page_url: email.channel.page_url,
            },
      phone: phone === undefined ? null : { number: phone.number, page_url: phone.page_url },
      linkedin_url: request.include_linkedin ? linkedinOf(person, site) : null,
      withheld,
    },
    confidence: confidences.length === 0 ? null : Math.min(...confidences),
  };
}

interface Channels {
  readonly site: SiteReading;
  readonly emails: readonly PrintedEmail[];
  readonly phones: readonly PrintedPhone[];
  readonly shared: SharedPhones;
  readonly request: ContactRequest;
}

/** Numbers that are printed on the sites of others too. */
type SharedPhones = ReadonlySet<string>;

interface Printing {
  readonly site: SiteReading;
  readonly shared: SharedPhones;
}

/** Each person of a list with what the site prints for them. */
export function reachPeople(
  people: readonly ContactPerson[],
  { site, shared }: Printing,
  request: ContactRequest,
): ReachedPerson[] {
  const channels = { site, emails: emailsOf(site), phones: phonesOf(site), shared, request };
  return people.map((person) => reachPerson(person, people, channels));
}

const firstOfEach = <T>(items: readonly T[], key: (item: T) => string): T[] => {
  const firstItems = new Map<string, T>();
  for (const item of items) if (!firstItems.has(key(item))) firstItems.set(key(item), item);
  return [...firstItems.values()].slice(0, MAX_CHANNELS);
};

/** The company's own channels: mailboxes of a role, and UK numbers that stand beside no person. */
export function companyChannels(
  { site, shared }: Printing,
  people: readonly ContactPerson[],
  { verify_emails }: ContactRequest,
) {
  const emails = emailsOf(site).filter(({ kind }) => kind === 'role');
  const phones = phonesOf(site).filter(
    (phone) =>
      isUkPhone(phone) &&
      !shared.has(phone.number) &&
      (phone.isGeneral || !people.some(({ nameParts }) => isNamedIn(phone.snippet, nameParts))),
  );
  return {
    emails: firstOfEach(emails, ({ address }) => address).map((email) => ({
      address: email.address,
      deliverable: takesMail(email, site, verify_emails),
      page_url: email.page_url,
    })),
    phones: firstOfEach(phones, ({ number }) => number).map(({ number, page_url }) => ({ number, page_url })),
  };
}
