import { memoize } from '../../../../words/src/memoize.js';

/** Reads the size of a stake from natures of control (SI 2016/339; the register's own keys). */
export const OWNERSHIP_BANDS = ['75-100', '50-75', '25-50', '25+', 'control_without_stake'] as const;
export type OwnershipBand = (typeof OWNERSHIP_BANDS)[number];

/** Matches the band in a key. Suffixes for LLPs, overseas entities or trusts may follow it. */
const BAND = /-(75-to-100|50-to-75|25-to-50|more-than-25)-percent/;
const BANDS: Readonly<Record<string, OwnershipBand>> = {
  '75-to-100': '75-100',
  '50-to-75': '50-75',
  '25-to-50': '25-50',
  'more-than-25': '25+',
};
/** The kinds of stake by preference: shares, votes, surplus assets (`part-`: Scottish partnerships). */
const STAKES = [/^ownership-of-shares-/, /^voting-rights-/, /^(?:part-)?right-to-share-surplus-assets-/];

/** Parses a nature of control. `stake` is the index in `STAKES`, or -1. Remembered: some 200 keys exist. */
const natureOf = memoize(1_000, (nature) => {
  const band = BANDS[BAND.exec(nature)?.[1] ?? ''] ?? null;
  return { stake: STAKES.findIndex((stake) => stake.test(nature)), band };
});

const strongest = (bands: readonly (OwnershipBand | null)[]): OwnershipBand | undefined =>
  OWNERSHIP_BANDS.find((band) => bands.includes(band));

/** The size of the preferred kind of stake. Rights and influence alone are control without a stake. */
export function ownershipBand(natures: readonly string[]): OwnershipBand {
  const parsedNatures = natures.map(natureOf);
  for (const place of STAKES.keys()) {
    const sameKind = parsedNatures.filter(({ stake }) => stake === place);
    const band = sameKind.length === 0 ? undefined : strongest(sameKind.map((nature) => nature.band));
    if (band !== undefined) return band;
  }
  return 'control_without_stake';
}

/** The largest band of half or more of shares, votes or surplus; null: less, or not stated. */
export function majorityBand(natures: readonly string[]): '75-100' | '50-75' | null {
  const strongestStake = strongest(natures.map(natureOf).map(({ stake, band }) => (stake < 0 ? null : band)));
  return strongestStake === '75-100' || strongestStake === '50-75' ? strongestStake : null;
}

/** Returns true for a stake over a quarter without an upper bound, as overseas entities state. */
export const mayBeMajority = (natures: readonly string[]): boolean =>
  natures.map(natureOf).some(({ stake, band }) => stake >= 0 && band === '25+');

/** The patterns of natures of stakes held by the trustees of a trust or the members of a firm. */
const THROUGH = [
  ['trust', /-as-(?:control-over-)?trust(?:-|$)/],
  ['firm', /-as-(?:control-over-)?firm(?:-|$)/],
] as const;

/** The bodies through which the stakes are held. */
export const heldThrough = (natures: readonly string[]): ('trust' | 'firm')[] =>
  THROUGH.flatMap(([body, pattern]) => (natures.some((nature) => pattern.test(nature)) ? body : []));

/** Natures about land that an overseas entity holds as a nominee. They give no stake in the entity. */
const OF_LAND = /^registered-owner-as-nominee-/;

export const isOfLandAlone = (natures: readonly string[]): boolean =>
  natures.length > 0 && natures.every((nature) => OF_LAND.test(nature));
