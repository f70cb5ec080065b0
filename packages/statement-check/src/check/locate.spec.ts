import fc from 'fast-check';
import { Locators } from '../format/locators.js';
import { leafHash, type TreeHash } from '../merkle/tree-hash.js';
import { locateFault } from './locate.js';

const locatorsOf = (lines: readonly TreeHash[]): TreeHash[] => {
  const locators = new Locators();
  for (const line of lines) locators.add(line);
  return locators.texts().map((text) => Buffer.from(text, 'hex'));
};
const linesOf = (count: number): TreeHash[] =>
  Array.from({ length: count }, (_, place) => leafHash(`line ${place}`));
const OTHER = leafHash('another line');

/** What is found in lines that were signed as others. */
const found = (lines: readonly TreeHash[], signed: readonly TreeHash[]) =>
  locateFault(lines, signed.length, locatorsOf(signed));

/** A statement's lines, and a place in it. */
const placed = fc
  .integer({ min: 1, max: 40 })
  .chain((count) =>
    fc.record({ lines: fc.constant(linesOf(count)), place: fc.nat(count - 1), other: fc.nat() }),
  );

it('a line that was changed is found', () => {
  fc.assert(
    fc.property(placed, ({ lines, place }) =>
      expect(found(lines.with(place, OTHER), lines)).toEqual({ code: 'changed', place }),
    ),
  );
});

it('a line that is gone is found', () => {
  fc.assert(
    fc.property(placed, ({ lines, place }) =>
      expect(found(lines.toSpliced(place, 1), lines)).toEqual({ code: 'dropped', place }),
    ),
  );
});

it('two lines that changed places are found', () => {
  fc.assert(
    fc.property(placed, ({ lines, place: one, other }) => {
      const [place, later] = [one, other % lines.length].sort((a, b) => a - b) as [number, number];
      const swapped = lines.with(place, lines[later] ?? OTHER).with(later, lines[place] ?? OTHER);
      expect(found(swapped, lines)).toEqual(
        place === later ? null : { code: 'reordered', place, other: later },
      );
    }),
  );
});

it('a line that was added is found, be it one that the statement has already: the later of the two', () => {
  fc.assert(
    fc.property(placed, fc.boolean(), ({ lines, place, other }, isDouble) => {
      const more = isDouble ? (lines[other % lines.length] ?? OTHER) : OTHER;
      const longer = lines.toSpliced(place, 0, more);
      const at = isDouble && other % lines.length === place ? place + 1 : place;
      expect(found(longer, lines)).toEqual({ code: 'added', place: at });
    }),
  );
});

it('more than one line is not found, nor what no single line explains', () => {
  const lines = linesOf(5);
  const [first = OTHER, ...rest] = locatorsOf(lines);
  const added = (hash: TreeHash): TreeHash => Buffer.from(hash.map((byte, at) => byte ^ (OTHER[at] ?? 0)));
  // The first differs everywhere; bits 1 and 2 together would be place 6, bits of no two lines differ by this
  // sum.
  const [bit0 = OTHER, bit1 = OTHER, bit2 = OTHER] = rest;
  expect(locateFault(lines, 5, [added(first), bit0, added(bit1), added(bit2)])).toBeNull();
  expect(locateFault(lines, 5, [added(first), added(bit0), bit1, added(bit2)])).toBeNull();
  expect(locateFault(lines, 5, [first, bit0, added(bit1), bit2])).toBeNull();
  expect(locateFault(lines, 5, [first, added(bit0), added(added(bit1)), leafHash('x')])).toBeNull();
  expect(found(lines, lines)).toBeNull();
  expect(found(lines.with(1, OTHER).with(2, leafHash('x')), lines)).toBeNull();
  expect(found(lines.slice(2), lines)).toBeNull();
  expect(found(lines.slice(1).with(1, OTHER), lines)).toBeNull();
  expect(found([...lines.with(1, OTHER), OTHER], lines)).toBeNull();
  expect(found([...lines, OTHER, leafHash('x')], lines)).toBeNull();
});
