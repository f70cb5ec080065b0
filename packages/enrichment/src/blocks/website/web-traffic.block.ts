import { z } from 'zod';
import type { SiteRank } from '../../sources/facts/site-ranks.fact.js';
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock } from '../runner/define-block.js';
import { band, count, host, isoDate } from '../runner/value-types.js';
import domainValidation from './domain-validation.block.js';

/** The last rank of each band. */
const BANDS = [1_000, 10_000, 100_000, 1_000_000] as const;
const EARLIER_DAYS = 90;

const grouped = (rank: number): string => rank.toLocaleString('en-GB');

function bandOf(rank: number) {
  const max = BANDS.find((last) => rank <= last) ?? null;
  const above = BANDS.filter((last) => max === null || last < max).at(-1) ?? 0;
  const min = above + 1;
  return { min, max, label: max === null ? `${grouped(min)}+` : `${grouped(min)}-${grouped(max)}` };
}

/** The rank in the newest list that is at least 90 days older. */
const rankBefore = (ranks: SiteRank['ranks'], day: IsoDate): number | null =>
  ranks.find(({ list_date }) => daysBetween(list_date, day) >= EARLIER_DAYS)?.rank ?? null;

export default defineBlock({
  key: 'web_traffic',
  tier: 'premium',
  latency_class: 'instant',
  description: 'How popular the website is: a rank, never a number of visits.',
  source: ['site_ranking'],
  coverage: 'Accepted domains inside a loaded popularity list (top million).',
  experimental: true,
  needs: [domainValidation],
  uses: ['site_ranks'],
  reasons: [
    'no_website_to_match',
    'no_web_traffic_on_profile',
    'web_profile_not_enabled',
    'no_web_profile_found',
    'web_profile_unavailable',
    'web_profile_outside_uk',
  ],
  value: z.strictObject({
    domain: host,
    rank: count.nullable(),
    rank_band: band,
    list_date: isoDate,
    rank_90_days_before: count.nullable(),
    measures: z.literal('popularity_rank'),
  }),
})(({ site_ranks: ranks, blocks: { domain_validation: validation } }) => {
  if (ranks === 'not_available_yet') return { status: 'not_found', reason: ranks };
  if (ranks === 'source_unavailable') return { status: 'not_found', reason: 'web_profile_unavailable' };
  if (validation.status !== 'available' || validation.value.outcome !== 'accept')
    return { status: 'not_found', reason: 'no_website_to_match' };
  const { domain } = validation.value;
  const provenance = { source: 'site_ranking', as_of: ranks.as_of, freshness: ranks.freshness } as const;
  const site = (ranks.record ?? []).find((rank) => rank.host === domain);
  const newest = site?.ranks[0];
  if (site === undefined || newest?.list_date !== ranks.as_of)
    return { status: 'not_found', reason: 'no_web_traffic_on_profile', ...provenance };
  return {
    status: 'available',
    value: {
      domain,
      rank: newest.rank,
      rank_band: bandOf(newest.rank),
      list_date: newest.list_date,
      rank_90_days_before: rankBefore(site.ranks, newest.list_date),
      measures: 'popularity_rank',
    },
    ...provenance,
  };
});
