import fc from 'fast-check';
import { bodyOf, idempotencyKeyOf, partsOf, type Cut, type Part } from '../src/parts.js';
import type { AskedRow } from '../src/types.js';

async function partsIn(rows: Iterable<AskedRow>, cut: Cut): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of partsOf(rows, cut)) parts.push(part);
  return parts;
}
const older = (rowsPerJob: number): Cut => ({ rowsPerJob, mostRows: rowsPerJob, even: false });
const even = (rowsPerJob: number, mostRows = rowsPerJob): Cut => ({ rowsPerJob, mostRows, even: true });
const sizesIn = async (count: number, cut: Cut): Promise<number[]> =>
  (await partsIn(rowsOf(count), cut)).map(({ rows }) => rows.length);

const rowsOf = (count: number): AskedRow[] => Array.from({ length: count }, (_, row) => ({ ref: `r${row}` }));

describe('the parts of a list', () => {
  it('hold every row once, in its order, and at most so many', async () => {
    const sizes = [fc.nat({ max: 40 }), fc.integer({ min: 1, max: 12 })] as const;
    await fc.assert(
      fc.asyncProperty(...sizes, async (count, most) => {
        const parts = await partsIn(rowsOf(count), older(most));
        expect(parts.flatMap(({ rows }) => rows)).toEqual(rowsOf(count));
        expect(parts.map(({ firstRow }) => firstRow)).toEqual(parts.map((_, index) => index * most));
        expect(parts.every(({ rows }) => rows.length > 0 && rows.length <= most)).toBe(true);
      }),
    );
  });

  it('leave no job of ten rows or fewer of a longer list where the key may send enough', async () => {
    const counts = fc.integer({ min: 11, max: 700 });
    await fc.assert(
      fc.asyncProperty(counts, fc.integer({ min: 11, max: 90 }), async (count, most) => {
        const sizes = await sizesIn(count, even(most, 250_000));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
        expect(Math.min(...sizes)).toBeGreaterThan(10);
        // Only where jobs of 11 to `most` rows can't add up to the list have any more.
        const isPossible = Math.ceil(count / most) * 11 <= count;
        expect(Math.max(...sizes)).toBeLessThanOrEqual(isPossible ? most : most + 10);
      }),
      { numRuns: 300 },
    );
  });

  it('are cut as before wherever the last job is large enough', async () => {
    expect(await sizesIn(75, even(30))).toEqual([30, 30, 15]);
    expect(await sizesIn(60, even(30))).toEqual([30, 30]);
    expect(await sizesIn(70, even(30))).toEqual([30, 20, 20]);
    expect(await sizesIn(70, older(30))).toEqual([30, 30, 10]);
    expect(await sizesIn(8, even(30))).toEqual([8]);
    expect(await sizesIn(8, even(4))).toEqual([4, 4]);
  });

  it('tell of small jobs before the first of them', async () => {
    const told = async (count: number, cut: Cut): Promise<number[]> => {
      const before: number[] = [];
      let parts = 0;
      for await (const _ of partsOf(rowsOf(count), { ...cut, onSmallJobs: () => void before.push(parts) }))
        parts += 1;
      return before;
    };
    expect(await told(11, even(4))).toEqual([0]);
    expect(await told(10, even(4))).toEqual([]);
    expect(await told(16, even(15))).toEqual([0]);
    expect(await told(16, even(15, 20))).toEqual([]);
    expect(await told(500, even(30))).toEqual([]);
  });

  it('are made as they are asked for: no more of the list is read', async () => {
    let read = 0;
    const rows = (function* () {
      for (;;) yield { ref: `r${read++}` };
    })();
    const first = await partsOf(rows, older(10)).next();
    expect([first.done, read]).toEqual([false, 10]);
  });
});

describe('a submission', () => {
  const part = { firstRow: 0, rows: [{ ref: 'a', company_number: '01234567' }] };

  it('is the same text however its fields are ordered', () => {
    const other = { firstRow: 0, rows: [{ company_number: '01234567', ref: 'a', domain: undefined }] };
    const one = bodyOf(part, { blocks: ['domain'], options: { web_search: true, min_confidence: 0.5 } });
    const two = bodyOf(other, { options: { min_confidence: 0.5, web_search: true }, blocks: ['domain'] });
    expect(two).toBe(one);
    expect(bodyOf(part, { blocks: ['domain'], options: null })).toBe(
      '{"blocks":["domain"],"rows":[{"company_number":"01234567","ref":"a"}]}',
    );
  });

  it('has a key that follows from its run, its place and its text', async () => {
    const key = await idempotencyKeyOf('run', part, '{}');
    expect(key).toMatch(/^enrich-[0-9a-f]{64}$/);
    expect(await idempotencyKeyOf('run', part, '{}')).toBe(key);
    const others = await Promise.all([
      idempotencyKeyOf('another', part, '{}'),
      idempotencyKeyOf('run', { ...part, firstRow: 1 }, '{}'),
      idempotencyKeyOf('run', part, '{ }'),
    ]);
    expect(new Set([key, ...others]).size).toBe(4);
  });
});
