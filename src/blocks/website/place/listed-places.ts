/** Business listings that are the company's own, as printings of its place of business. */
import type { ReadingTypes } from '../../../live/readings/readings.js';
import { distinctiveWordsOf } from '../../../shared/names/company-name.js';
import { likenessOf } from '../../../shared/names/name-likeness.js';
import { postcodeKey } from '../../../shared/postcode.js';
import type { PlaceMention } from './places.js';

type Listing = ReadingTypes['listing']['listings'][number];

export interface ListedCompany {
  /** Under which it may be listed. */
  readonly names: readonly string[];
  /** Of its accepted website; null: it has none. */
  readonly host: string | null;
  /** Keys of the postcodes of its registered office, and of what its site and records print. */
  readonly postcodes: ReadonlySet<string>;
}

/** What listings are searched for: the name without its legal ending, and the postcode or town. */
export function listingWords(name: string, place: string | null): string {
  const words = distinctiveWordsOf(name);
  return [...(words.length === 0 ? [name] : words), ...(place === null ? [] : [place])].join(' ');
}

/** A website of its own says whose listing it is; else the name, at a postcode that is known to be its own. */
function isOf({ name, host }: Listing, key: string, company: ListedCompany): boolean {
  if (host !== null && company.host !== null) return host === company.host;
  return company.postcodes.has(key) && likenessOf(name, company.names) === 'same';
}

export function ofListings(
  { listings, asked_on }: ReadingTypes['listing'],
  company: ListedCompany,
): PlaceMention[] {
  return listings.flatMap((listing): PlaceMention[] => {
    const key = postcodeKey(listing.address.postal_code);
    if (key === null || !listing.open || !isOf(listing, key, company)) return [];
    return [
      {
        source: 'business_listing',
        url: listing.url,
        snippet: listing.name,
        seen_on: asked_on,
        key,
        address: listing.address,
        registered: false,
        prominent: true,
        kind: 'unknown',
      },
    ];
  });
}
