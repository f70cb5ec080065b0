/** Decides which printed place is the company's place of business, as far as its sources agree. */
import { ascending } from '../../runner/served-lists.js';
import type { PlaceAddress, PlaceEvidence, PlaceMention } from './places.js';

export interface Place extends PlaceAddress {
  readonly kind: PlaceMention['kind'];
  readonly evidence: PlaceEvidence[];
  readonly corroborations: number;
  readonly listing_checked: boolean;
}

export interface PlaceTerms {
  /** The key of the registered office's postcode. */
  readonly office: string | null;
  /** True if a business listing was requested and answered. */
  readonly listing_checked: boolean;
}

const MAX_EVIDENCE = 5;

/** The number of lines of an address, by which the most detailed printing is found. */
const linesIn = ({ address }: PlaceMention): number =>
  Object.values(address).filter((line) => line !== null).length;

/** Counts independent sources. Pay gap reports repeat the registered office, so both count once. */
function corroborations(mentions: readonly PlaceMention[], office: string | null): number {
  const [first] = mentions;
  const hasSource = (source: PlaceMention['source']): boolean =>
    mentions.some((mention) => mention.source === source);
  const isInRegister = hasSource('pay_gap_register') || first?.key === office;
  return [hasSource('own_website'), hasSource('business_listing'), isInRegister].filter((is) => is).length;
}

function ranked(key: string, mentions: readonly PlaceMention[], { office, listing_checked }: PlaceTerms) {
  const best = mentions.reduce((a, b) => (linesIn(b) > linesIn(a) ? b : a));
  const sources = corroborations(mentions, office);
  const pages = new Set(mentions.flatMap(({ url }) => url ?? [])).size;
  const kind = mentions.find((mention) => mention.kind !== 'unknown')?.kind ?? 'unknown';
  const points =
    sources * 10 +
    (kind === 'head_office' ? 5 : kind === 'branch' ? -2 : 0) +
    Math.min(pages, 3) +
    (mentions.some((mention) => mention.isProminent) ? 2 : 0);
  const evidence = mentions
    .slice(0, MAX_EVIDENCE)
    .map(({ source, url, snippet, seen_on }) => ({ source, url, snippet, seen_on }));
  const place: Place = { ...best.address, kind, evidence, corroborations: sources, listing_checked };
  return { key, points, place };
}

export type StandingPlaces =
  | { readonly status: 'standing'; readonly primary: Place; readonly key: string; readonly others: Place[] }
  | { readonly status: 'none' | 'weak' | 'conflicting'; readonly key?: undefined };

/** Sources that show where a company is. A pay gap report doesn't: it repeats the registered office. */
const LOCATING: ReadonlySet<PlaceMention['source']> = new Set(['own_website', 'business_listing']);

/** Finds where a company is, by site and listings. A place that is only a registered office doesn't count. */
export function standingPlaces(mentions: readonly PlaceMention[], terms: PlaceTerms): StandingPlaces {
  const byKey = new Map<string, PlaceMention[]>();
  for (const mention of mentions)
    if (!mention.isRegistered) byKey.set(mention.key, [...(byKey.get(mention.key) ?? []), mention]);
  const located = [...byKey].filter(([, all]) => all.some(({ source }) => LOCATING.has(source)));
  if (located.length === 0) return { status: mentions.length > 0 ? 'weak' : 'none' };
  const places = located
    .map(([key, all]) => ranked(key, all, terms))
    .sort((a, b) => b.points - a.points || ascending(a.key, b.key));
  const [first, second] = places;
  if (first === undefined) return { status: 'none' };
  if (second !== undefined && second.points === first.points) return { status: 'conflicting' };
  const isProminent = located.some(
    ([key, all]) => key === first.key && all.some((mention) => mention.isProminent),
  );
  if (first.place.corroborations < 2 && !isProminent) return { status: 'weak' };
  return {
    status: 'standing',
    primary: first.place,
    key: first.key,
    others: places.slice(1).map(({ place }) => place),
  };
}

/** Tells whether one of the places would stand if there were no others. */
export const oneWouldStand = (mentions: readonly PlaceMention[], terms: PlaceTerms): boolean =>
  [...new Set(mentions.map(({ key }) => key))].some(
    (postcode) =>
      standingPlaces(
        mentions.filter(({ key }) => key === postcode),
        terms,
      ).status === 'standing',
  );
