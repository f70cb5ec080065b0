/** Which of the printed places is the company's place of business, as far as its sources agree. */
import { ascending } from '../../runner/served-lists.js';
import type { PlaceAddress } from './address-lines.js';
import type { PlaceEvidence, PlaceMention } from './places.js';

export interface Place extends PlaceAddress {
  readonly kind: PlaceMention['kind'];
  readonly evidence: PlaceEvidence[];
  /** Independent sources. */
  readonly corroborations: number;
  readonly listing_checked: boolean;
}

interface Ranked {
  readonly key: string;
  readonly place: Place;
  readonly points: number;
}

const MOST_EVIDENCE = 5;

/** The most telling printing of an address: that with most of its lines. */
const linesIn = ({ address }: PlaceMention): number =>
  Object.values(address).filter((line) => line !== null).length;

/** @param office key of the registered office's postcode: reports of the pay gap repeat it, so both count once */
function corroborations(mentions: readonly PlaceMention[], office: string | null): number {
  const [first] = mentions;
  const onSite = mentions.some(({ source }) => source === 'own_website');
  const inRecord = mentions.some(({ source }) => source === 'pay_gap_register');
  const registered = first?.key === office;
  return (onSite ? 1 : 0) + (inRecord || registered ? 1 : 0);
}

function ranked(key: string, mentions: readonly PlaceMention[], office: string | null): Ranked {
  const best = mentions.reduce((a, b) => (linesIn(b) > linesIn(a) ? b : a));
  const sources = corroborations(mentions, office);
  const pages = new Set(mentions.flatMap(({ url }) => url ?? [])).size;
  const kind = mentions.find((one) => one.kind !== 'unknown')?.kind ?? 'unknown';
  const points =
    sources * 10 +
    (kind === 'head_office' ? 5 : kind === 'branch' ? -2 : 0) +
    Math.min(pages, 3) +
    (mentions.some(({ prominent }) => prominent) ? 2 : 0);
  const evidence = mentions
    .slice(0, MOST_EVIDENCE)
    .map(({ source, url, snippet, seen_on }) => ({ source, url, snippet, seen_on }));
  return {
    key,
    points,
    place: { ...best.address, kind, evidence, corroborations: sources, listing_checked: false },
  };
}

export type StandingPlaces =
  | { readonly status: 'standing'; readonly primary: Place; readonly key: string; readonly others: Place[] }
  | { readonly status: 'none' | 'weak' | 'conflicting' };

/** Where a company is found by its site: what is only called its registered office says nothing of that. */
export function standingPlaces(mentions: readonly PlaceMention[], office: string | null): StandingPlaces {
  const telling = mentions.filter(({ registered }) => !registered);
  const byKey = new Map<string, PlaceMention[]>();
  for (const mention of telling) byKey.set(mention.key, [...(byKey.get(mention.key) ?? []), mention]);
  const onSite = [...byKey].filter(([, all]) => all.some(({ source }) => source === 'own_website'));
  if (onSite.length === 0) return { status: mentions.length > 0 ? 'weak' : 'none' };
  const places = onSite
    .map(([key, all]) => ranked(key, all, office))
    .sort((a, b) => b.points - a.points || ascending(a.key, b.key));
  const [first, second] = places;
  if (first === undefined) return { status: 'none' };
  if (second !== undefined && second.points === first.points) return { status: 'conflicting' };
  const isProminent = onSite.some(
    ([key, all]) => key === first.key && all.some(({ prominent }) => prominent),
  );
  if (first.place.corroborations < 2 && !isProminent) return { status: 'weak' };
  return {
    status: 'standing',
    primary: first.place,
    key: first.key,
    others: places.slice(1).map(({ place }) => place),
  };
}
