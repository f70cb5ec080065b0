import { START } from '@eventstore/db-client';
import * as fc from 'fast-check';
import { LOG_START, type Position, laterOf } from '../event-store.js';
import { positionText, readPosition } from './positions.js';

const place = fc.record({
  commit: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  prepare: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});

test('a position comes back from its text as it was', () => {
  fc.assert(fc.property(place, (position) => expect(readPosition(positionText(position))).toEqual(position)));
});

test('texts are ordered as the places are, by commit and then by prepare', () => {
  fc.assert(
    fc.property(place, place, fc.boolean(), (one, drawn, sameCommit) => {
      const other = sameCommit ? { ...drawn, commit: one.commit } : drawn;
      const isBefore =
        one.commit < other.commit || (one.commit === other.commit && one.prepare < other.prepare);
      expect(positionText(one) < positionText(other)).toBe(isBefore);
      expect(laterOf(positionText(one), positionText(other))).toBe(positionText(isBefore ? other : one));
    }),
  );
});

test('before the first event is the start of the log', () => {
  expect(readPosition(LOG_START)).toBe(START);
});

test.each(['7', '0000000000000007', `${'0'.repeat(20)}.${'x'.repeat(20)}`])(
  '%s is no position here',
  (text) => {
    expect(() => readPosition(text as Position)).toThrow(RangeError);
  },
);
