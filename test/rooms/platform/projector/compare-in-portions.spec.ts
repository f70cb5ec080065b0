import fc from 'fast-check';
import type { KeyedDocument, RangeQuery } from '../../../../packages/platform/src/read-models/read-models.js';
import {
  compareInPortions,
  type Sides,
} from '../../../../packages/platform/src/projector/compare-in-portions.js';

const keyOf = (number: number): string => String(number).padStart(5, '0');
const documentsOf = (numbers: readonly number[]): KeyedDocument[] =>
  [...new Set(numbers)].sort((a, b) => a - b).map((number) => ({ key: keyOf(number), fields: {} }));

const rangeOf =
  (documents: readonly KeyedDocument[]) =>
  async ({ from = '', to = '~', after, limit = 1_000 }: RangeQuery): Promise<readonly KeyedDocument[]> =>
    documents
      .filter(({ key }) => key >= from && key < to && (after === undefined || key > after.key))
      .slice(0, limit);

/** Dense here and sparse there, so that pages of the two sides end at different keys. */
const side = fc
  .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 4 }), fc.nat(500))
  .map(([count, step, first]) =>
    documentsOf(Array.from({ length: count }, (_, index) => first + index * step)),
  );

it('both sides are compared whole, stretch by stretch, a few pages in each snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(side, side, async (live, rebuilt) => {
      const seen = { live: [] as KeyedDocument[], rebuilt: [] as KeyedDocument[] };
      let [before, reads, most] = ['', 0, 0];
      const counting = (documents: readonly KeyedDocument[]) => {
        const range = rangeOf(documents);
        return async (query: RangeQuery) => {
          reads++;
          return range(query);
        };
      };
      const sides: Sides = { live: counting(live), rebuilt: counting(rebuilt) };
      const atOneMoment = async (compare: (of: Sides) => Promise<void>): Promise<void> => {
        reads = 0;
        await compare(sides);
        most = Math.max(most, reads);
      };
      await compareInPortions({}, atOneMoment, (ofLive, ofRebuilt) => {
        const keys = [...ofLive, ...ofRebuilt].map(({ key }) => key);
        expect(keys.every((key) => key > before)).toBe(true);
        before = keys.sort().at(-1) ?? before;
        seen.live.push(...ofLive);
        seen.rebuilt.push(...ofRebuilt);
      });
      expect(seen).toEqual({ live, rebuilt });
      expect(most).toBeLessThanOrEqual(10);
      if (live.length > 600) expect(most).toBe(10);
    }),
    { numRuns: 20 },
  );
});

it('only the range that was asked for is compared', async () => {
  const all = documentsOf([1, 2, 3, 4, 5]);
  const compared: string[] = [];
  const sides: Sides = { live: rangeOf(all), rebuilt: rangeOf([]) };
  await compareInPortions(
    { from: keyOf(2), to: keyOf(4) },
    (compare) => compare(sides),
    (live) => compared.push(...live.map(({ key }) => key)),
  );
  expect(compared).toEqual([keyOf(2), keyOf(3)]);
});
