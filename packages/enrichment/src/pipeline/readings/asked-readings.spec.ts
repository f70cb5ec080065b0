import type { ReadingKind, ReadingName, Readings } from '../../live/readings/readings.js';
import { nameOf } from '../../live/readings/readings.js';
import type { Look } from '../../blocks/runner/run-blocks.js';
import { AskedReadings, type RowWithLook } from './asked-readings.js';

/** Each row by itself. */
const each =
  <T, R>(derive: (row: T, look: Look) => R) =>
  (rows: readonly RowWithLook<T>[]): R[] =>
    rows.map(({ row, look }) => derive(row, look));

const answer = (key: string): ReadingName => ({ kind: 'register_answer', key });

/** A store that keeps these keys, and the queries it was asked. */
function keeping(...keys: readonly string[]) {
  const queries: string[][] = [];
  const kinds = new Set<ReadingKind>(['register_answer', 'listing']);
  const readings: Pick<Readings, 'kept' | 'kinds'> = {
    kinds,
    kept: async (names) => {
      queries.push(names.map(({ key }) => key));
      const checked = { checked_live: false, checked_at: '2026-11-21T12:00:00.000Z' };
      return new Map(
        names
          .filter(({ key }) => keys.includes(key))
          .map((name) => [
            nameOf(name),
            { status: 'read', reading: { fetched_on: '2026-11-21', answers: [] }, checked },
          ]),
      );
    },
  };
  return { queries, asked: new AskedReadings(readings, null) };
}

it('looks up what all rows ask for in one query, and derives again only rows for which it brought something', async () => {
  const { queries, asked } = keeping('b', 'c');
  const derived: string[] = [];
  const rows = await asked.settled(
    ['a', 'b', 'b', 'none'],
    each((row, look) => {
      derived.push(row);
      return row !== 'none' && look(answer(row)) !== undefined;
    }),
  );
  expect(rows).toEqual([false, true, true, false]);
  expect(queries).toEqual([['a', 'b']]);
  expect(derived).toEqual(['a', 'b', 'b', 'none', 'b', 'b']);
});

it('asks again for what a reading makes a row ask for, and for nothing twice', async () => {
  const { queries, asked } = keeping('a', 'a/next');
  const [row] = await asked.settled(
    ['a'],
    each((key, look) => {
      if (look(answer(key)) === undefined) return 'nothing';
      look(answer('absent'));
      return look(answer(`${key}/next`)) === undefined ? 'first' : 'both';
    }),
  );
  expect(row).toBe('both');
  expect(queries).toEqual([['a'], ['absent', 'a/next']]);
});

it('brings what is asked for once rows are settled, and says whether it was there', async () => {
  const { queries, asked } = keeping('a', 'late');
  await asked.settled(
    ['a'],
    each((key, look) => look(answer(key))),
  );
  const look = asked.lookOf();
  for (const [key, there] of [
    ['a', false],
    ['late', true],
    ['absent', false],
  ] as const) {
    look(answer(key));
    expect(await asked.lookUpRequested()).toBe(there);
  }
  expect(look(answer('late'))).toBeDefined();
  expect(queries).toEqual([['a'], ['late'], ['absent']]);
});

it('derives again the row that asked, however many rows there are', async () => {
  const { queries, asked } = keeping('100');
  const keys = Array.from({ length: 130 }, (_, place) => String(place));
  const derived: string[] = [];
  const rows = await asked.settled(
    keys,
    each((key, look) => {
      derived.push(key);
      return look(answer(key)) !== undefined;
    }),
  );
  expect(rows.flatMap((found, place) => (found ? [place] : []))).toEqual([100]);
  expect(queries).toEqual([keys]);
  expect(derived).toEqual([...keys, '100']);
});

it('asks nothing where no row wants a reading', async () => {
  const { queries, asked } = keeping('a');
  expect(
    await asked.settled(
      [1, 2],
      each((row) => row),
    ),
  ).toEqual([1, 2]);
  expect(queries).toEqual([]);
});

it('looks for nothing that a provider wrote which is off, and for what others did', async () => {
  const { queries, asked } = keeping('a');
  await asked.settled(
    [1],
    each((_row, look) => {
      for (const kind of ['rewriting', 'second_reading', 'listing', 'site'] as const)
        look({ kind, key: kind });
    }),
  );
  expect(queries).toEqual([['listing', 'site']]);
});
