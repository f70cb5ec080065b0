import fc from 'fast-check';
import { isNewer, mergeEntries, newestDayOf, type StagedEntry } from './record.js';
import { readHeld, readRecords, writeRecords } from './records-text.js';

const put = (key: string, version: string, text = `"${key} of ${version}"`): StagedEntry => {
  return { kind: 'put', list: 'persons', key, version, text, links: [] };
};
const drop = (key: string, version: string): StagedEntry => {
  return { kind: 'drop', list: 'persons', key, version, text: null, links: [] };
};
const whole = (version: string): StagedEntry => ({ kind: 'whole', list: 'persons', version });
const served = (...entries: readonly StagedEntry[]): unknown[] =>
  readRecords(writeRecords(mergeEntries(entries))).items.map(({ data }) => data);

describe('a version', () => {
  it.each([
    ['a later day', '2026-01-02', '2026-01-01'],
    ['an instant of a day', '2026-01-01T10:00:00.000Z', '2026-01-01'],
    ['a later timepoint, whatever its time', '2026-01-01T00:00:00.000Z 12', '2026-01-02T00:00:00.000Z 9'],
    ['anything known', '1900-01-01', ''],
  ])('is newer with %s', (_what, newer, older) => {
    expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
  });
});

describe('the records of a subject', () => {
  it('hold of each item the newest, in whichever order they came', () => {
    expect(served(put('a', '2026-01-02'), put('b', '2026-01-01'), put('a', '2026-01-01'))).toEqual([
      'a of 2026-01-02',
      'b of 2026-01-01',
    ]);
  });

  it('leave out what is gone, and keep an older publication from bringing it back', () => {
    const gone = mergeEntries([put('a', '2026-01-01'), drop('a', '2026-01-03')]);
    const again = mergeEntries([...held(gone), put('a', '2026-01-02')]);
    expect(readRecords(writeRecords(again)).items).toEqual([]);
  });

  it('lose what a list that was read whole no longer has', () => {
    const read = [
      put('a', '2026-01-01'),
      put('b', '2026-01-01'),
      whole('2026-02-01'),
      put('b', '2026-02-01'),
    ];
    expect(served(...read)).toEqual(['b of 2026-02-01']);
    expect(mergeEntries(read).whole).toEqual(new Map([['persons', '2026-02-01']]));
  });

  const held = ({ items }: ReturnType<typeof mergeEntries>): StagedEntry[] =>
    items.map((item) => ({ kind: item.text === null ? 'drop' : 'put', ...item }));

  const entries = fc.array(
    fc
      .tuple(
        fc.constantFrom('put', 'drop', 'whole'),
        fc.constantFrom('a', 'b', 'c'),
        fc.integer({ min: 1, max: 9 }),
      )
      .map(([kind, key, day]): StagedEntry => {
        const version = `2026-01-0${day}`;
        return kind === 'put' ? put(key, version) : kind === 'drop' ? drop(key, version) : whole(version);
      }),
  );

  it('are the same whether files come together or one brings the other up to date', () => {
    fc.assert(
      fc.property(entries, entries, (first, second) => {
        const early = readHeld(writeRecords(mergeEntries(first)));
        const wholes = [...early.whole].map(([list, version]): StagedEntry => ({
          kind: 'whole',
          list,
          version,
        }));
        const updated = mergeEntries([...wholes, ...held(early), ...second]);
        expect(updated).toEqual(mergeEntries([...first, ...second]));
      }),
    );
  });
});

it('dates the news of two streams by their times: their timepoints count different things', () => {
  const item = (list: string, version: string) => ({ list, key: 'a', version, data: null });
  const early = item('persons', '2026-01-05T10:00:00.000Z 20000000');
  const late = item('statements', '2026-03-10T10:00:00.000Z 3000000');
  for (const items of [
    [early, late],
    [late, early],
  ])
    expect(newestDayOf({ whole: {}, items })).toBe('2026-03-10');
  expect(newestDayOf({ whole: { persons: '2026-04-01' }, items: [late] })).toBe('2026-04-01');
  expect(newestDayOf({ whole: {}, items: [] })).toBeNull();
});
