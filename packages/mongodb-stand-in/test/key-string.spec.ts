import { Binary, Long, MaxKey, MinKey, ObjectId } from 'bson';
import fc from 'fast-check';
import { compareValues, equalValues, keyString, turnedRound } from '../src/bson/key-string.js';

const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const value: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown; scalar: unknown }>((tie) => ({
  scalar: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, new MinKey(), new MaxKey()),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array({ maxLength: 5 }).map((bytes) => new Binary(bytes)),
    fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
    long.map((n) => Long.fromBigInt(n)),
  ),
  any: fc.oneof(
    { maxDepth: 2 },
    tie('scalar'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 2 }), tie('any'), { maxKeys: 3 }),
  ),
})).any;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

test('texts order as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareValues(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(order(keyString(a), keyString(b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('numbers order by what they are, whatever their type', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      expect(order(keyString(a), keyString(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
  fc.assert(
    fc.property(long, long, (a, b) => {
      const keys = [Long.fromBigInt(a), Long.fromBigInt(b)].map(keyString);
      expect(order(keys[0] ?? '', keys[1] ?? '')).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
  expect(equalValues(Long.fromNumber(5), 5)).toBe(true);
  expect(equalValues(0, -0)).toBe(true);
});

test('no key is the beginning of another, so that keys can be put one behind the other and turned round', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [first, second] = [keyString(a), keyString(b)];
      fc.pre(first !== second);
      expect(first.startsWith(second) || second.startsWith(first)).toBe(false);
      expect(order(turnedRound(first), turnedRound(second))).toBe(order(second, first));
    }),
    { numRuns: 1_000 },
  );
});
