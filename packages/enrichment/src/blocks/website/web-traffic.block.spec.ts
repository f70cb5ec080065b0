import { BRAMLEY, CHECKED, named, own, strange } from '../../../../../test/support/sites/judged-sites.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type { SiteRank } from '../../sources/facts/site-ranks.fact.js';
import type { SiteReading } from '../../sites/site-reading.js';
import webTraffic from './web-traffic.block.js';

const HOST = 'bramley.co.uk';
const RANKS: readonly SiteRank[] = [
  {
    host: HOST,
    ranks: [
      { list_date: '2026-11-01', rank: 45_120 },
      { list_date: '2026-09-01', rank: 50_000 },
      { list_date: '2026-07-01', rank: 81_000 },
    ],
  },
];

const answered = (site: SiteReading, ranks: readonly SiteRank[] | null, as_of = '2026-11-01') =>
  runBlock(
    webTraffic,
    BRAMLEY,
    '2026-11-01',
    { website_records: aFact([named(HOST)], '2026-10-01'), site_ranks: aFact(ranks, as_of) },
    0.5,
    { [HOST]: { status: 'read', reading: site, checked: CHECKED } },
  );

it('tells the rank of the accepted website, now and a quarter before', () => {
  expect(answered(own(HOST), RANKS)).toMatchObject({
    status: 'available',
    source: 'site_ranking',
    as_of: '2026-11-01',
    value: {
      domain: HOST,
      rank: 45_120,
      rank_band: { min: 10_001, max: 100_000, label: '10,001-100,000' },
      list_date: '2026-11-01',
      rank_90_days_before: 81_000,
      measures: 'popularity_rank',
    },
  });
});

it.each<[string, SiteReading, readonly SiteRank[] | null, string, string]>([
  ['the website is not accepted', strange(HOST), RANKS, '2026-11-01', 'no_website_to_match'],
  ['the list does not name it', own(HOST), null, '2026-11-01', 'no_web_traffic_on_profile'],
  ['only an older list names it', own(HOST), RANKS, '2026-11-15', 'no_web_traffic_on_profile'],
])('has none where %s', (_why, site, ranks, as_of, reason) => {
  expect(answered(site, ranks, as_of)).toMatchObject({ status: 'not_found', reason });
});

it('is not available while no list is loaded', () => {
  expect(runBlock(webTraffic, BRAMLEY, '2026-11-01')).toEqual({
    status: 'not_found',
    reason: 'not_available_yet',
  });
});
