/**
 * Reads business listings: Google Places API (New), text search
 * (https://developers.google.com/maps/documentation/places/web-service/text-search).
 */
import { z } from 'zod';
import { hostOf } from '../../../../../words/src/hosts/website-host.js';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import { foldedQuote } from '../../../model-question.js';
import type { ProviderQuestion } from '../provider.js';

/** A business at a place in the UK. Text is the provider's, without control characters. */
export interface Listing {
  readonly name: string;
  /** The host of its website; null: none is listed. */
  readonly host: string | null;
  readonly url: string | null;
  /** False: closed, for now or for good, or not yet open. */
  readonly open: boolean;
  readonly address: {
    readonly address_line_1: string | null;
    readonly address_line_2: string | null;
    readonly locality: string | null;
    readonly region: string | null;
    readonly postal_code: string;
  };
}

export interface ListingReading {
  readonly asked_on: IsoDate;
  /** The listings in the provider's order. */
  readonly listings: readonly Listing[];
}

/** The requested fields. The provider charges by them, so only fields that are used are requested. */
const FIELDS = ['displayName', 'addressComponents', 'websiteUri', 'businessStatus', 'googleMapsUri'];
const MAX_LISTINGS = 10;

/** @param words name and place of a business */
export const listingQuestion = (words: string): ProviderQuestion => ({
  headers: { 'x-goog-fieldmask': FIELDS.map((field) => `places.${field}`).join(',') },
  body: { textQuery: words, regionCode: 'GB', languageCode: 'en', pageSize: MAX_LISTINGS },
});

const short = z.string().max(2_000);
const PLACE = z.object({
  displayName: z.object({ text: short }).nullish(),
  addressComponents: z
    .array(
      z.object({ longText: short.nullish(), shortText: short.nullish(), types: z.array(short).nullish() }),
    )
    .max(100)
    .nullish(),
  websiteUri: short.nullish(),
  businessStatus: short.nullish(),
  googleMapsUri: short.nullish(),
});
/** An answer without results has no `places`. */
const ANSWER = z.object({ places: z.array(PLACE).max(100).nullish() });

const MAX_CHARACTERS = 160;
const clean = (text: string): string => foldedQuote(text).slice(0, MAX_CHARACTERS);
const joined = (parts: readonly (string | null)[], by: string): string | null =>
  parts.filter((part) => part !== null).join(by) || null;

/** The listing of a place; null: it is not in the UK, or has no name or postcode. */
function listingOf({ displayName, addressComponents, ...place }: z.output<typeof PLACE>): Listing | null {
  const textOf = (type: string, form: 'longText' | 'shortText' = 'longText'): string | null => {
    const text = addressComponents?.find(({ types }) => types?.includes(type) === true)?.[form];
    return text == null || clean(text) === '' ? null : clean(text);
  };
  const name = clean(displayName?.text ?? '');
  const postal_code = textOf('postal_code');
  if (name === '' || postal_code === null || textOf('country', 'shortText') !== 'GB') return null;
  const street = joined([textOf('street_number'), textOf('route')], ' ');
  const [first = null, ...rest] = [textOf('subpremise'), textOf('premise'), street].filter(
    (line) => line !== null,
  );
  return {
    name,
    host: place.websiteUri == null ? null : hostOf(place.websiteUri),
    url: place.googleMapsUri?.startsWith('https://') === true ? place.googleMapsUri : null,
    open: place.businessStatus == null || place.businessStatus === 'OPERATIONAL',
    address: {
      address_line_1: first,
      address_line_2: joined(rest, ', '),
      locality: textOf('postal_town') ?? textOf('locality'),
      region: textOf('administrative_area_level_2'),
      postal_code,
    },
  };
}

/** The listings; null: the body is no answer of that interface. */
export function listingsFound(body: unknown): Listing[] | null {
  const parsed = ANSWER.safeParse(body);
  return parsed.success ? (parsed.data.places ?? []).flatMap((place) => listingOf(place) ?? []) : null;
}
