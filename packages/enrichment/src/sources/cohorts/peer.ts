/** Defines when companies are alike: what is compared, and the published score (docs/models.md). Pure. */
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import { sizeBandOf } from './cohort.js';
import { roundedTo } from './ratios.js';

export const PEERS_MODEL = { name: 'alike-companies', version: '1' } as const;

export interface PeerProfile {
  /** The code of the trade: five digits. */
  readonly sic: string;
  /** Null: none is filed. */
  readonly headcount: number | null;
  /** The code of the region or country of the registered office. */
  readonly region: string | null;
  readonly incorporated_on: IsoDate | null;
}

export interface Peer extends PeerProfile {
  readonly number: string;
  readonly name: string;
  /** The top of the company's chain of control (`companyKey`); its own number without a chain. */
  readonly top: string;
}

/** The key of a company: its number, or its name if it is abroad and has no number here. */
export const companyKey = (company: {
  readonly company_number: string | null;
  readonly company_name: string;
}): string => company.company_number ?? company.company_name.toUpperCase();

/** The points for each shared property; `sic_group` counts only if the codes themselves differ. */
export const PEER_WEIGHTS = { sic: 0.4, sic_group: 0.2, size: 0.25, region: 0.2, age: 0.15 } as const;
export type SharedTrait = keyof typeof PEER_WEIGHTS;
export const TRAITS = Object.keys(PEER_WEIGHTS) as readonly SharedTrait[];

/** The minimum score: the group and the size, or the code and one more property. */
export const LEAST_PEER_SCORE = 0.45;

const NEAR_IN_AGE_DAYS = 3 * 365;
const GROUP_DIGITS = 3;

export const sicGroup = (sic: string): string => sic.slice(0, GROUP_DIGITS);

export interface ScoredPeer {
  readonly peer: Peer;
  readonly score: number;
  readonly shared: readonly SharedTrait[];
}

/** The days between two incorporations; null: a day is unknown. */
const daysApart = (a: IsoDate | null, b: IsoDate | null): number | null =>
  a === null || b === null ? null : Math.abs(daysBetween(a, b));

export function scorePeer(company: PeerProfile, peer: Peer): ScoredPeer {
  const isSame = company.sic === peer.sic;
  const days = daysApart(company.incorporated_on, peer.incorporated_on);
  const isShared: Readonly<Record<SharedTrait, boolean>> = {
    sic: isSame,
    sic_group: !isSame && sicGroup(company.sic) === sicGroup(peer.sic),
    size:
      company.headcount !== null &&
      peer.headcount !== null &&
      sizeBandOf(company.headcount) === sizeBandOf(peer.headcount),
    region: company.region !== null && company.region === peer.region,
    age: days !== null && days <= NEAR_IN_AGE_DAYS,
  };
  const shared = TRAITS.filter((trait) => isShared[trait]);
  const score = shared.reduce((sum, trait) => sum + PEER_WEIGHTS[trait], 0);
  return { peer, score: roundedTo(score, 2), shared };
}

/** The peers by descending score, then by difference in age, then by number. */
export function rankedPeers(company: PeerProfile, peers: readonly Peer[]): ScoredPeer[] {
  const days = ({ peer }: ScoredPeer): number =>
    daysApart(company.incorporated_on, peer.incorporated_on) ?? Infinity;
  return peers
    .map((peer) => scorePeer(company, peer))
    .filter(({ score }) => score >= LEAST_PEER_SCORE)
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      const [x, y] = [days(a), days(b)];
      if (x !== y) return x < y ? -1 : 1;
      return a.peer.number < b.peer.number ? -1 : 1;
    });
}
