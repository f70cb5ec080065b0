/** The business listing that a company is looked up in, where the request asks for it (`google_business`). */
import type { ReadingState, ReadingTypes } from '../../../live/readings/readings.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { postcodeKey } from '../../../shared/postcode.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { companyNames } from '../company-names.js';
import type { ListedCompany } from './listed-places.js';
import { listingWords, ofListings } from './listed-places.js';
import type { PlaceMention } from './places.js';

export interface ListingGiven {
  readonly record: CompanyRecord | null;
  /** Null: the option wasn't asked for. */
  readonly listing: ((words: string) => ReadingState<'listing'>) | null;
}

export interface CheckedListing {
  readonly status: 'checked';
  readonly mentions: readonly PlaceMention[];
  readonly asked: Extract<ReadingState<'listing'>, { status: 'read' }>;
}

/** `unavailable`: it was asked for, and its provider failed or has no calls left today. */
export type AskedListing = CheckedListing | { readonly status: 'not_asked' | 'wanted' | 'unavailable' };

/** It is looked up where its site says that it is, else in the town where it is registered. */
function placeOf(record: CompanyRecord, printed: readonly PlaceMention[]): string | null {
  const shown = printed.find(({ registered, prominent }) => !registered && prominent);
  return shown?.address.postal_code ?? record.office.post_town ?? record.office.postcode;
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

/**
 * @param site its accepted website
 * @param printed what its site and records print
 */
export function askedListing(
  { record, listing }: ListingGiven,
  site: Pick<SiteReading, 'host'> | null,
  printed: readonly PlaceMention[],
): AskedListing {
  if (listing === null || record === null || record.name === '') return { status: 'not_asked' };
  const [bearer = record.name, trading] = companyNames(record);
  const isTraded = record.previous_names.every(({ name }) => name !== trading);
  const asked = listing(listingWords((isTraded ? trading : null) ?? bearer, placeOf(record, printed)));
  if (asked.status === 'wanted') return { status: 'wanted' };
  if (asked.status === 'not_read') return { status: 'unavailable' };
  const mentions = ofListings(asked.reading, companyOf(record, site, printed));
  return { status: 'checked', mentions, asked };
}

/** From which source and day a value is that listings alone bear out. */
export const readFromListing = ({
  reading: { asked_on },
  checked,
}: {
  readonly reading: ReadingTypes['listing'];
  readonly checked: CheckedListing['asked']['checked'];
}) =>
  ({
    source: checked.checked_live ? 'business_listing' : 'cache',
    as_of: asked_on,
    freshness: checked,
  }) as const;
