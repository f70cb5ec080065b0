import { z } from 'zod';
import type { PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import { postcodeKey } from '../../../../words/src/postcode.js';
import type { Records } from '../../sources/kit/records/record.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { addressFields, capped, count, isoDate, text } from '../runner/value-types.js';
import { acceptedWebsite, SITE_NOT_READ, withoutWebsite, type AcceptedWebsite } from './accepted-website.js';
import { askedListing, listingProvenance, type AskedListing } from './place/asked-listing.js';
import { payGapMentions, siteMentions, type PlaceMention } from './place/places.js';
import { judgeMentions, type JudgedMentions, type PostcodeDoubt } from './place/postcodes-in-use.js';
import { oneWouldStand, standingPlaces, type Place, type StandingPlaces } from './place/standing-places.js';
import { readFromSite, websiteVerdict } from './look-up-website.js';
import { WEBSITE } from './standing-website.js';

/** Confidence by the number of independent sources (Blocks 4.32). */
const CONFIDENCE: Readonly<Record<number, number>> = { 1: 0.6, 2: 0.85, 3: 0.95 };
/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;

const NO_PLACE_REASONS = {
  none: 'no_address_on_site',
  weak: 'insufficient_corroboration',
  conflicting: 'conflicting_sources',
} as const satisfies Record<Exclude<StandingPlaces['status'], 'standing'>, string>;

const place = z.strictObject({
  ...addressFields,
  kind: z.enum(['head_office', 'branch', 'unknown']),
  evidence: z.array(
    z.strictObject({ source: text, url: text.nullable(), snippet: text.nullable(), seen_on: isoDate }),
  ),
  corroborations: count.describe('Independent sources.'),
  listing_checked: z.boolean(),
});

const reportsOf = (fact: SourceFact<Records<PayGapRecord>> | WhyMissing): PayGapRecord[] =>
  typeof fact === 'string' ? [] : (fact.record?.items ?? []).map(({ data }) => data);

const doubtOf = (judged: readonly JudgedMentions[], { key }: StandingPlaces): PostcodeDoubt | null =>
  judged.flatMap(({ doubts }) => doubts.get(key ?? '') ?? [])[0] ?? null;

const refusedIn = (judged: readonly JudgedMentions[]) => {
  const refused_postcodes = [...new Set(judged.flatMap(({ refused }) => refused))];
  return refused_postcodes.length > 0 && { refused_postcodes };
};

/** The provenance: the site if it prints the place, else the listing. */
function readFrom({ evidence }: Place, website: AcceptedWebsite, listing: AskedListing) {
  const onSite = evidence.some(({ source }) => source === 'own_website');
  if (listing.status === 'checked' && !onSite) return listingProvenance(listing.state);
  if (website.use === 'accepted') return readFromSite(website);
  throw new Error('a place of business stands on no source');
}

export default defineBlock({
  key: 'trading_address',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Where the company does its business, with the evidence for each place.',
  source: ['own_website', 'business_listing', 'pay_gap_register', 'cache'],
  coverage: 'Companies whose accepted website or an open register prints a place of business.',
  ...WEBSITE,
  readings: [...WEBSITE.readings, 'listing'],
  uses: [...WEBSITE.uses, 'pay_gap', 'postcode_directory'],
  reasons: [
    'no_validated_website',
    ...SITE_NOT_READ,
    'no_address_on_site',
    'insufficient_corroboration',
    'conflicting_sources',
    'postcode_register_unavailable',
    'google_business_unavailable',
    'not_confirmed',
  ],
  advisories: ['postcode_register_unavailable', 'google_business_unavailable', 'lookups_incomplete'],
  value: z.strictObject({
    primary: place,
    others: capped(place),
    same_as_registered: z.boolean(),
  }),
})((facts) => {
  const { company, options, readings, request } = facts;
  const website = acceptedWebsite(facts);
  if (website.use === 'wanted') return { status: 'pending' };
  if (website.use !== 'accepted' && !options.google_business) return withoutWebsite(website);
  const site = website.use === 'accepted' ? website.site : null;
  const judge = (mentions: readonly PlaceMention[]) => judgeMentions(mentions, facts.postcode_directory);
  const printed = judge([
    ...(site === null ? [] : siteMentions(site)),
    ...payGapMentions(reportsOf(facts.pay_gap)),
  ]);
  const listingRequest = {
    record: company.record,
    listing: options.google_business ? readings.listing : null,
  };
  const listing = askedListing(listingRequest, site, printed.mentions);
  if (listing.status === 'wanted') return { status: 'pending' };
  const failed = listing.status === 'unavailable' ? ('google_business_unavailable' as const) : null;
  if (website.use !== 'accepted' && listing.status !== 'checked')
    return failed === null ? withoutWebsite(website) : { status: 'not_found', reason: failed };
  const office = postcodeKey(company.record?.office.postcode ?? '');
  const terms = { office, listing_checked: listing.status === 'checked' };
  const listed = judge(listing.status === 'checked' ? listing.mentions : []);
  const mentions = [...printed.mentions, ...listed.mentions];
  const places = standingPlaces(mentions, terms);
  const hasPlace = places.status === 'standing';
  const unread = printed.isUnread || listed.isUnread ? ('postcode_register_unavailable' as const) : null;
  const doubt = doubtOf([printed, listed], places);
  const detail = {
    ...(website.use === 'accepted' && { website_verdict: websiteVerdict(website, request, hasPlace) }),
    ...refusedIn([printed, listed]),
    ...doubt,
  };
  if (places.status !== 'standing') {
    if (website.use !== 'accepted') return withoutWebsite(website);
    // One of the places might stand if the directory could be read.
    const unchecked = oneWouldStand(mentions, terms) ? unread : null;
    const reason = failed ?? unchecked ?? NO_PLACE_REASONS[places.status];
    return { status: 'not_found', reason, ...readFromSite(website), detail };
  }
  const { primary, others, key } = places;
  const items = others.slice(0, MAX_SERVED);
  return {
    status: 'available',
    value: {
      primary,
      others: { items, total: others.length, truncated: items.length < others.length },
      same_as_registered: key === office,
    },
    ...readFrom(primary, website, listing),
    confidence: CONFIDENCE[primary.corroborations] ?? 0.6,
    flagged_for_review: doubt !== null,
    advisories: [
      ...(unread === null ? [] : [unread]),
      ...(failed === null ? [] : [failed]),
      ...(site?.truncated === true ? (['lookups_incomplete'] as const) : []),
    ],
    ...(Object.keys(detail).length > 0 && { detail }),
  };
});
