/**
 * A kind of event that the last release doesn't know names the data version that brings it (`since`), so that the
 * stamp of a log keeps older programs away. `npm run description-released` keeps the kinds of a release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataVersionOf, STORED_TYPES } from '../../../src/streams/index.js';
import { DATA_VERSION } from '../../../packages/platform/src/stores/stamp.js';

const FILE = path.resolve(__dirname, '../../fixtures/released-kinds.json');

interface Released {
  readonly data_version: number;
  readonly kinds: readonly string[];
}
const released = (): Released => JSON.parse(readFileSync(FILE, 'utf8')) as Released;

beforeAll(() => {
  if (process.env['KEEP_DESCRIPTION'] !== '1') return;
  const now: Released = { data_version: DATA_VERSION, kinds: [...STORED_TYPES].sort() };
  writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
});

/** Kinds whose version doesn't fit a release, with what they should name. */
function misfits({ data_version, kinds }: Released, versionOf: (type: string) => number): string[] {
  const known = new Set(kinds);
  return STORED_TYPES.flatMap((type) => {
    const since = versionOf(type);
    if (known.has(type))
      return since <= data_version ? [] : [`${type} is released: since <= ${data_version}`];
    return since > data_version ? [] : [`${type} is new: give it since: ${data_version + 1}`];
  });
}

it('every kind that the last release does not know names a later data version', () => {
  expect(misfits(released(), dataVersionOf)).toEqual([]);
});

it('this program reads every kind that it writes, and its own version is that of a kind', () => {
  expect(DATA_VERSION).toBe(Math.max(...STORED_TYPES.map(dataVersionOf)));
});

it('every kind that was released is still there', () => {
  expect(released().kinds.filter((type) => !STORED_TYPES.includes(type))).toEqual([]);
});

it('a new kind without a version is found, and so is a released one that is given a later one', () => {
  const last = released();
  const without = { ...last, kinds: last.kinds.filter((type) => type !== 'JobSubmitted') };
  expect(misfits(without, dataVersionOf)).toEqual([
    `JobSubmitted is new: give it since: ${last.data_version + 1}`,
  ]);
  const later = (type: string): number =>
    type === 'JobSubmitted' ? last.data_version + 1 : dataVersionOf(type);
  expect(misfits(last, later)).toEqual([`JobSubmitted is released: since <= ${last.data_version}`]);
});
