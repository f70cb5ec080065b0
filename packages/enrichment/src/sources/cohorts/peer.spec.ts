import fc from 'fast-check';
import { LEAST_PEER_SCORE, PEER_WEIGHTS, rankedPeers, scorePeer, type Peer } from './peer.js';

const profile = { sic: '62020', headcount: 5, region: 'E12000007', incorporated_on: '2010-01-01' };
const peer = (more: Partial<Peer> = {}): Peer => ({
  ...profile,
  number: '10000001',
  name: 'PEER LTD',
  top: '10000001',
  ...more,
});

it.each<[Partial<Peer>, number, readonly string[]]>([
  [{}, 1, ['sic', 'size', 'region', 'age']],
  [{ sic: '62012' }, 0.8, ['sic_group', 'size', 'region', 'age']],
  [{ headcount: 10 }, 0.75, ['sic', 'region', 'age']],
  [{ headcount: null, region: null, incorporated_on: null }, 0.4, ['sic']],
  [{ incorporated_on: '2013-01-01' }, 0.85, ['sic', 'size', 'region']],
])('a peer with %j scores %p by %j', (more, score, shared) => {
  expect(scorePeer(profile, peer(more))).toMatchObject({ score, shared });
});

it('ranks by score, then age, then number, and leaves out who shares too little', () => {
  const any = fc.record({
    number: fc.integer({ min: 10_000_000, max: 10_000_050 }).map(String),
    sic: fc.constantFrom('62020', '62012', '63110'),
    headcount: fc.option(fc.integer({ min: 0, max: 300 })),
    region: fc.option(fc.constantFrom('E12000007', 'W92000004')),
    incorporated_on: fc.option(fc.constantFrom('2009-05-05', '2011-05-05', '1990-01-01')),
  });
  fc.assert(
    fc.property(fc.uniqueArray(any, { selector: ({ number }) => number }), (made) => {
      const peers = made.map((one) => peer({ ...one, top: one.number }));
      const ranked = rankedPeers(profile, peers);
      expect(rankedPeers(profile, [...peers].reverse())).toEqual(ranked);
      for (const [at, { score, shared }] of ranked.entries()) {
        expect(score).toBeGreaterThanOrEqual(LEAST_PEER_SCORE);
        expect(score).toBeLessThanOrEqual(ranked[at - 1]?.score ?? 1);
        expect(score).toBeCloseTo(shared.reduce((sum, trait) => sum + PEER_WEIGHTS[trait], 0));
      }
    }),
  );
});
