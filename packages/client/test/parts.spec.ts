import fc from 'fast-check';
import { bodyOf, idempotencyKeyOf, partsOf, type Part } from '../src/parts.js';
import type { AskedRow } from '../src/types.js';

async function partsIn(rows: Iterable<AskedRow> | AsyncIterable<AskedRow>, most: number): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of partsOf(rows, most)) parts.push(part);
  return parts;
}

const rowsOf = (count: number): AskedRow[] => Array.from({ length: count }, (_, row) => ({ ref: `r${row}` }));

describe('the parts of a list', () => {
  it('hold every row once, in its order, and at most so many', async () => {
    const sizes = [fc.nat({ max: 40 }), fc.integer({ min: 1, max: 12 })] as const;
    await fc.assert(
      fc.asyncProperty(...sizes, async (count, most) => {
        const parts = await partsIn(rowsOf(count), most);
        expect(parts.flatMap(({ rows }) => rows)).toEqual(rowsOf(count));
        expect(parts.map(({ firstRow }) => firstRow)).toEqual(parts.map((_, index) => index * most));
        expect(parts.every(({ rows }) => rows.length > 0 && rows.length <= most)).toBe(true);
      }),
    );
  });

  it('are made as they are asked for: no more of the list is read', async () => {
    let read = 0;
    const rows = (function* () {
      for (;;) yield { ref: `r${read++}` };
    })();
    const first = await partsOf(rows, 10).next();
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
