import fc from 'fast-check';
import { CompactRange } from './compact-range.js';
import { EveryPath } from './every-path.js';
import { provesInclusion } from './proofs.js';
import { EMPTY_ROOT, leafHash } from './tree-hash.js';

const leaf = (index: number) => leafHash(`leaf ${index}`);

it('proves every leaf behind a tree, of trees of all sizes', () =>
  fc.assert(
    fc.property(fc.nat(70), fc.nat(70), (before, more) => {
      const tree = new CompactRange();
      for (let index = 0; index < before; index++) tree.push(leaf(index));
      const paths = new EveryPath(tree.subtrees);
      for (let index = before; index < before + more; index++) {
        tree.push(leaf(index));
        paths.push(leaf(index));
      }
      const [size, root] = [before + more, tree.root()];
      expect(paths.root()).toEqual(root);
      for (let index = before; index < size; index++)
        expect(provesInclusion({ leaf: leaf(index), index, size, root }, paths.path(index))).toBe(true);
    }),
  ));

it('has no path of a leaf of the tree before, and the root of no leaves', () => {
  const tree = new CompactRange();
  for (let index = 0; index < 4; index++) tree.push(leaf(index));
  const paths = new EveryPath(tree.subtrees);
  paths.push(leaf(4));
  expect(() => paths.path(1)).toThrow(RangeError);
  expect(new EveryPath([]).root()).toBe(EMPTY_ROOT);
});
