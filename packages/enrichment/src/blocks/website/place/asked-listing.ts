/** Finds the business listing of a company, if the request asks for it (`google_business`). */
import type { ReadingState, ReadingTypes } from '../../../live/readings/readings.js';
import { distinctiveWordsOf } from '../../../../../words/src/names/company-name.js';
import { likenessOf } from '../../../../../words/src/names/name-likeness.js';
import { postcodeKey } from '../../../../../words/src/postcode.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { companyNames } from '../judged-facts.js';
import type { PlaceMention } from './places.js';

type Listing = ReadingTypes['listing']['listings'][number];

interface ListedCompany {
  readonly names: readonly string[];
  /** The host of the company's accepted website; null: it has none. */
  readonly host: string | null;
  /** The keys of the postcodes of its registered office, and of what its site and records print. */
  readonly postcodes: ReadonlySet<string>;
}

/** The words of a search for listings: the name without its legal ending, and the postcode or town. */
function listingWords(name: string, place: string | null): string {
  const words = distinctiveWordsOf(name);
  return [...(words.length === 0 ? [name] : words), ...(place === null ? [] : [place])].join(' ');
}

/** Tells whether a listing has the company's website, or else its name at one of its postcodes. */
function isListingOf({ name, host }: Listing, key: string, company: ListedCompany): boolean {
  if (host !== null && company.host !== null) return host === company.host;
  return company.postcodes.has(key) && likenessOf(name, company.names) === 'same';
}

function mentionsIn({ listings, asked_on }: ReadingTypes['listing'], company: ListedCompany): PlaceMention[] {
  return listings.flatMap((listing): PlaceMention[] => {
    const key = postcodeKey(listing.address.postal_code);
    if (key === null || !listing.open || !isListingOf(listing, key, company)) return [];
    return [
      {
        source: 'business_listing',
        url: listing.url,
        snippet: listing.name,
        seen_on: asked_on,
        key,
        address: listing.address,
        isRegistered: false,
        isProminent: true,
        kind: 'unknown',
      },
    ];
  });
}

export interface ListingFacts {
  readonly record: CompanyRecord | null;
  /** The reading of listings; null: the option wasn't requested. */
  readonly listing: ((words: string) => ReadingState<'listing'>) | null;
}

export interface CheckedListing {
  readonly status: 'checked';
  readonly mentions: readonly PlaceMention[];
  readonly state: Extract<ReadingState<'listing'>, { status: 'read' }>;
}

/** `unavailable`: the listing was requested, and its provider failed or has no calls left today. */
export type AskedListing = CheckedListing | { readonly status: 'not_asked' | 'wanted' | 'unavailable' };

/** The place for the search: the place that the site prints, else the registered office's town. */
function placeOf(record: CompanyRecord, printed: readonly PlaceMention[]): string | null {
  const shownPlace = printed.find(({ isRegistered, isProminent }) => !isRegistered && isProminent);
  return shownPlace?.address.postal_code ?? record.office.post_town ?? record.office.postcode;
}

function companyOf(
  record: CompanyRecord,
  site: Pick<SiteReading, 'host'> | null,
  printed: readonly PlaceMention[],
): ListedCompany {
  const office = postcodeKey(record.office.postcode ?? '');
  const postcodes = new Set([...printed.map(({ key }) => key), ...(office === null ? [] : [office])]);
  return { names: companyNames(record), host: site?.host ?? null, postcodes };
}

/** Looks the company up in the listings, by its accepted site and what its site and records print. */
export function askedListing(
  { record, listing }: ListingFacts,
  site: Pick<SiteReading, 'host'> | null,
  printed: readonly PlaceMention[],
): AskedListing {
  if (listing === null || record === null || record.name === '') return { status: 'not_asked' };
  const [companyName = record.name, trading] = companyNames(record);
  const isTradingName = record.previous_names.every(({ name }) => name !== trading);
  const listingState = listing(
    listingWords((isTradingName ? trading : null) ?? companyName, placeOf(record, printed)),
  );
  if (listingState.status === 'wanted') return { status: 'wanted' };
  if (listingState.status === 'not_read') return { status: 'unavailable' };
  const mentions = mentionsIn(listingState.reading, companyOf(record, site, printed));
  return { status: 'checked', mentions, state: listingState };
}

/** The source and day of a value that only listings support. */
export const listingProvenance = ({ reading, checked }: CheckedListing['state']) =>
  ({
    source: checked.checked_live ? 'business_listing' : 'cache',
    as_of: reading.asked_on,
    freshness: checked,
  }) as const;
