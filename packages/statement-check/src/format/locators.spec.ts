import fc from 'fast-check';
import { leafHash } from '../merkle/tree-hash.js';
import { Locators } from './locators.js';

/** The sum (exclusive or) of hashes, as hexadecimal digits. */
const sumOf = (hashes: readonly Buffer[]): string =>
  hashes
    .reduce((sum, hash) => Buffer.from(sum.map((byte, at) => byte ^ (hash[at] ?? 0))), Buffer.alloc(32))
    .toString('hex');

it('locators are the sum of all lines, and for each bit of a place that of the lines whose place has it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 70 }), (count) => {
      const lines = Array.from({ length: count }, (_, place) => leafHash(`line ${place}`));
      const locators = new Locators();
      for (const line of lines) locators.add(line);
      const bits = count < 2 ? 0 : (count - 1).toString(2).length;
      expect(locators.texts()).toEqual([
        sumOf(lines),
        ...Array.from({ length: bits }, (_, bit) =>
          sumOf(lines.filter((__, place) => (place >> bit) % 2 === 1)),
        ),
      ]);
    }),
  );
});
