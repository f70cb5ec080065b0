import { z } from 'zod';
import {
  PEER_WEIGHTS,
  PEERS_MODEL,
  rankedPeers,
  TRAITS,
  sicGroup,
  type Peer,
} from '../../sources/cohorts/peer.js';
import { defineBlock } from '../runner/define-block.js';
import { band, capped, companyNumber, count, model, text } from '../runner/value-types.js';
import subsidiaries from '../ownership/subsidiaries.block.js';
import ultimateOwner from '../ownership/ultimate-owner.block.js';
import { oldestOf } from '../runner/oldest-of.js';
import { notComputed } from './not-computed.js';
import { companiesOfGroup } from './own-group.js';
import { bandOf } from '../../sources/kit/employee-bands.js';
import { countryName, regionName } from '../../sources/postcodes/postcode-record.js';

const MAX_PEERS = 20;
const FEW_PEERS = 2;

/** Tells whether the company's group has the peer, or the company at the top of the peer's own group. */
const isInGroup = (group: ReadonlySet<string>, { number, top }: Peer): boolean =>
  group.has(number) || group.has(top);

const placeName = (code: string | null): string | null =>
  code === null ? null : (regionName(code) ?? countryName(code));

export default defineBlock({
  key: 'comparables',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Companies most like this one in trade, size, region and age, outside its own group.',
  source: ['service_model'],
  coverage: 'Companies with a SIC code that is not generic.',
  derived: true,
  needs: ['company', ultimateOwner, subsidiaries],
  uses: ['peers'],
  reasons: ['no_comparables_found', 'peer_search_unavailable'],
  advisories: ['few_comparable_peers'],
  value: z.strictObject({
    companies: capped(
      z.strictObject({
        company_number: companyNumber,
        company_name: text,
        score: z.number().min(0).max(1),
        shared: z.array(z.enum(TRAITS)),
        employees_band: band.nullable(),
        region: text.nullable(),
      }),
    ).describe('Of those that were looked at; total counts the ones over the least score.'),
    cohort: z
      .strictObject({ sic: text, considered: count })
      .describe('Live companies of the group of its code.'),
    weights: z.record(text, z.number()),
    model,
  }),
})(({ company, peers, blocks }) => {
  if (typeof peers === 'string') return { status: 'not_found', reason: 'peer_search_unavailable' };
  const { as_of, freshness } = oldestOf([company, peers]) ?? peers;
  const notFound = notComputed({ as_of, freshness }, 'no_comparables_found');
  if (peers.record === null || company.record === null) return notFound;
  const group = companiesOfGroup(company.record.number, blocks.ultimate_owner, blocks.subsidiaries);
  const { company: profile, considered } = peers.record;
  const ranked = rankedPeers(
    profile,
    peers.record.peers.filter((peer) => !isInGroup(group, peer)),
  );
  if (ranked.length === 0) return notFound;
  return {
    status: 'available',
    value: {
      companies: {
        items: ranked.slice(0, MAX_PEERS).map(({ peer, score, shared }) => {
          const size = peer.headcount === null ? null : bandOf(peer.headcount);
          return {
            company_number: peer.number,
            company_name: peer.name,
            score,
            shared: [...shared],
            employees_band: size === null ? null : { ...size },
            region: placeName(peer.region),
          };
        }),
        total: ranked.length,
        truncated: ranked.length > MAX_PEERS,
      },
      cohort: { sic: sicGroup(profile.sic), considered },
      weights: { ...PEER_WEIGHTS },
      model: { ...PEERS_MODEL },
    },
    source: 'service_model',
    as_of,
    freshness,
    advisories: ranked.length <= FEW_PEERS ? ['few_comparable_peers'] : [],
  };
});
