import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import * as fc from 'fast-check';
import { MAX_ROWS_BYTES, cutAtBounds, planChunks } from './chunk-plan.js';

const narrow = (count: number): SubmittedRow[] =>
  Array.from({ length: count }, (_, index) => ({ ref: `r${index}`, company_number: '00445790' }));
const wideRow: SubmittedRow = { ref: '\u0001'.repeat(120), company_name: '\u0001'.repeat(500) };

const bounds = (rows: readonly SubmittedRow[], most: number): number[] =>
  [...planChunks(rows, most)].map(({ from }) => from);

describe('cutting rows into chunks', () => {
  it.each<[string, SubmittedRow[], number, number[]]>([
    ['one row', narrow(1), 500, [0]],
    ['exactly one chunk', narrow(500), 500, [0]],
    ['one row over', narrow(501), 500, [0, 500]],
    ['fewer rows where facts are wide', narrow(500), 200, [0, 200, 400]],
    ['fewer rows where the rows are wide', Array<SubmittedRow>(500).fill(wideRow), 500, [0, 239, 478]],
  ])('%s', (_title, rows, most, expected) => {
    expect(bounds(rows, most)).toEqual(expected);
  });

  it('a row that no append holds stands alone', () => {
    const huge: SubmittedRow = { company_name: 'x'.repeat(MAX_ROWS_BYTES) };
    expect(bounds([huge, huge, ...narrow(2)], 500)).toEqual([0, 1, 2]);
  });

  const row: fc.Arbitrary<SubmittedRow> = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ ref: 'a', company_number: '00445790' }) },
    { weight: 1, arbitrary: fc.constant(wideRow) },
    { weight: 1, arbitrary: fc.record({ company_name: fc.string({ unit: 'binary', maxLength: 500 }) }) },
  );

  it('loses no row, keeps their order, and every chunk fits one append', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 700 }),
        fc.integer({ min: 1, max: 500 }),
        (rows, most) => {
          const chunks = [...planChunks(rows, most)];
          expect(chunks.flatMap(({ json }) => JSON.parse(json) as SubmittedRow[])).toEqual(
            JSON.parse(JSON.stringify(rows)),
          );
          for (const { json, count } of chunks) {
            expect(count).toBeLessThanOrEqual(most);
            expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_ROWS_BYTES);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('can be repeated from its bounds, byte for byte', () => {
    const rows = [...narrow(300), ...Array<SubmittedRow>(400).fill(wideRow)];
    const planned = [...planChunks(rows, 500)];
    expect([
      ...cutAtBounds(
        rows,
        planned.map(({ from }) => from),
      ),
    ]).toEqual(planned);
  });
});
