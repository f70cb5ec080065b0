import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type { PeersOfCompany } from '../../sources/facts/peers.fact.js';
import type { Peer } from '../../sources/cohorts/peer.js';
import comparables from './comparables.block.js';

const AS_OF = '2024-07-01';
const COMPANY = record();
const profile = { sic: '62020', headcount: 5, region: 'E12000007', incorporated_on: '2010-01-01' };
const peersOf = (count: number, more: Partial<Peer> = {}): PeersOfCompany => ({
  company: profile,
  considered: 1_000,
  peers: Array.from({ length: count }, (_, at) => ({
    ...profile,
    number: String(30_000_000 + at),
    name: `PEER ${at} LTD`,
    top: String(30_000_000 + at),
    ...more,
  })),
});
const answer = (peers: PeersOfCompany | null) =>
  runBlock(comparables, COMPANY, AS_OF, { peers: aFact(peers, '2024-06-30') });

it('shows the twenty most alike, each with what it shares', () => {
  expect(answer(peersOf(25))).toMatchObject({
    status: 'available',
    source: 'service_model',
    as_of: '2024-06-30',
    value: {
      companies: {
        items: expect.arrayContaining([
          {
            company_number: '30000000',
            company_name: 'PEER 0 LTD',
            score: 1,
            shared: ['sic', 'size', 'region', 'age'],
            employees_band: { min: 1, max: 9, label: '1-9' },
            region: 'London',
          },
        ]) as unknown,
        total: 25,
        truncated: true,
      },
      cohort: { sic: '620', considered: 1_000 },
    },
  });
});

it('says that one or two are few', () => {
  expect(answer(peersOf(2))).toMatchObject({ detail: { advisories: ['few_comparable_peers'] } });
  expect(answer(peersOf(3))).not.toHaveProperty('detail.advisories');
});

it('finds nobody where none shares enough, is of another group, or no code tells the trade', () => {
  const alike = { headcount: null, region: null, incorporated_on: null };
  for (const none of [peersOf(5, alike), peersOf(5, { top: COMPANY.number }), peersOf(0), null])
    expect(answer(none)).toMatchObject({
      status: 'not_found',
      reason: 'no_comparables_found',
      as_of: '2024-06-30',
    });
});

it('says that there is no table of peers', () => {
  expect(runBlock(comparables, COMPANY, AS_OF)).toMatchObject({ reason: 'peer_search_unavailable' });
});
