import { z } from 'zod';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import { defineBlock, type BlockFacts } from '../runner/define-block.js';
import { capped, text } from '../runner/value-types.js';
import { ownerNumbersOf } from './judged-facts.js';
import { acceptedWebsite, type AcceptedWebsite } from './accepted-website.js';
import { hasPeople, peopleOf } from './contact/people.js';
import { companyChannels, person, reachPeople } from './contact/reach-people.js';
import { sharedPhones } from './contact/channels.js';
import { readFromSite, websiteVerdict } from './look-up-website.js';
import { WEBSITE } from './standing-website.js';

/** Confidence in channels that stand for the company as a whole. */
const COMPANY_CONFIDENCE = 0.9;

type ContactsFacts = BlockFacts<{
  needs: readonly ['company'];
  uses: (typeof WEBSITE)['uses'];
  readings: readonly ['site', 'shared_phone'];
}>;
type Accepted = Extract<AcceptedWebsite, { readonly use: 'accepted' }>;

function fromSite(website: Accepted, facts: ContactsFacts) {
  const { company, officers, options, owners, readings, request } = facts;
  const { site } = website;
  const { people, suppressed } = peopleOf(officers, site, options.contact_roles);
  const group = [...(company.record === null ? [] : [company.record.number]), ...ownerNumbersOf(owners)];
  const printing = { site, shared: sharedPhones(site, readings, group) };
  const reachedPeople = reachPeople(people, printing, options);
  const items = reachedPeople.slice(0, options.max_contacts);
  const channels = companyChannels(printing, people, options);
  const truncated = items.length < reachedPeople.length;
  const isReached = items.some(({ person }) => person.email !== null || person.phone !== null);
  const isServed = isReached || channels.emails.length > 0 || channels.phones.length > 0;
  const lists = { people: { total: reachedPeople.length, returned: items.length, truncated, suppressed } };
  const detail = {
    website_verdict: websiteVerdict(website, request, isServed),
    ...(suppressed > 0 && { lists }),
  };
  const from = readFromSite(website);
  if (!isServed) {
    const reason = people.length === 0 ? 'no_people_found' : 'no_emails_found';
    return { status: 'not_found', reason, ...from, detail } as const;
  }
  const confidences = items.flatMap(({ confidence }) => confidence ?? []);
  const advisories = site.truncated ? (['lookups_incomplete'] as const) : [];
  return {
    status: 'available',
    value: {
      people: { items: items.map(({ person }) => person), total: reachedPeople.length, truncated },
      company_channels: channels,
    },
    ...from,
    confidence: Math.min(COMPANY_CONFIDENCE, ...confidences),
    ...(advisories.length > 0 && { advisories }),
    detail,
  } as const;
}

const NO_EMAIL = { field: 'email', reason: 'no_domain_for_email' } as const;
const NO_PHONE = { field: 'phone', reason: 'no_domain_for_phone' } as const;

function withoutSite(
  website: Extract<AcceptedWebsite, { readonly use: 'none' }>,
  { officers, options }: ContactsFacts,
) {
  const { reason: siteReason } = website;
  if (siteReason === 'site_read_unavailable')
    return { status: 'not_found', reason: 'contacts_unavailable' } as const;
  const isOff = siteReason === 'not_available_yet' || options.contacts_lookup === 'cached_only';
  if (isOff && website.host !== null) return { status: 'not_found', reason: 'contacts_disabled' } as const;
  if (hasPeople(officers)) {
    // Without its own website no channels were looked for, and `withheld` says so.
    const withheld = options.include_phone ? [NO_EMAIL, NO_PHONE] : [NO_EMAIL];
    return { status: 'not_found', reason: 'no_emails_found', detail: { withheld } } as const;
  }
  if (typeof officers === 'string') return { status: 'not_found', reason: officers } as const;
  const { freshness } = officers;
  const as_of = listHeldOn(officers, 'officers');
  const from = as_of !== null && ({ source: 'company_register_officers', as_of, freshness } as const);
  return { status: 'not_found', reason: 'no_people_found', ...from } as const;
}

export default defineBlock({
  key: 'contacts',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'People to talk to and the e-mail addresses and phone numbers that the company prints itself.',
  source: ['own_website', 'cache'],
  coverage:
    'Active companies with officers; reachable addresses only where the accepted website prints them.',
  ...WEBSITE,
  readings: [...WEBSITE.readings, 'shared_phone'],
  reasons: [
    'no_emails_found',
    'no_people_found',
    'contacts_disabled',
    'contacts_unavailable',
    'not_confirmed',
  ],
  advisories: ['lookups_incomplete'],
  withheld: [
    'no_email_found',
    'no_domain_for_email',
    'no_phone_found',
    'no_domain_for_phone',
    'non_uk_only',
    'shared_number_only',
    'lookup_failed',
  ],
  value: z.strictObject({
    people: capped(person),
    company_channels: z.strictObject({
      emails: z.array(z.strictObject({ address: text, deliverable: z.boolean().nullable(), page_url: text })),
      phones: z.array(z.strictObject({ number: text, page_url: text })),
    }),
  }),
})((facts) => {
  const website = acceptedWebsite(facts);
  if (website.use === 'wanted') return { status: 'pending' };
  return website.use === 'accepted' ? fromSite(website, facts) : withoutSite(website, facts);
});
