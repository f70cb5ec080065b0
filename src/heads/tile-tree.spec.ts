import fc from 'fast-check';
import {
  leafOf,
  provesGrowth,
  rootByPath,
  tilePath,
  tilesOf,
  treeHead,
} from '../../test/support/heads/outside-checker.js';
import { TileTree, parseTilePath } from './tile-tree.js';

const leaves = Array.from({ length: 1_100 }, (_, index) => leafOf(String(index)));
function treeOf(size: number): TileTree {
  const tree = new TileTree();
  for (const leaf of leaves.slice(0, size)) tree.push(leaf);
  return tree;
}

it.each([0, 1, 2, 255, 256, 257, 511, 512, 513, 1_100])(
  'a tree of %s leaves has the tiles of C2SP',
  (size) => {
    const tree = treeOf(size);
    expect(tree.root()).toEqual(treeHead(leaves.slice(0, size)));
    let nodes = leaves.slice(0, size);
    for (const level of [0, 1, 2]) {
      for (const [index, width] of tilesOf(level, size))
        expect(tree.tile(level, index, width)).toEqual(
          Buffer.concat(nodes.slice(index * 256, index * 256 + width)),
        );
      const full = Math.floor(nodes.length / 256);
      nodes = Array.from({ length: full }, (_, at) => treeHead(nodes.slice(at * 256, (at + 1) * 256)));
    }
    for (const [level, index, width] of [
      [0, Math.floor(size / 256), (size % 256) + 1],
      [0, Math.ceil(size / 256), 1],
      [5, 0, 1],
    ] as const)
      expect(tree.tile(level, index, width)).toBeNull();
  },
);

it('proves leaves and earlier trees', () => {
  const ofTree = fc.integer({ min: 1, max: leaves.length }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      leaf: fc.nat(size - 1),
      earlier: fc.integer({ min: 1, max: size }),
    }),
  );
  const check = fc.property(ofTree, ({ size, leaf, earlier }) => {
    const tree = treeOf(size);
    const root = treeHead(leaves.slice(0, size));
    expect(rootByPath(leaves[leaf] ?? root, leaf, size, tree.inclusionPath(leaf) as Buffer[])).toEqual(root);
    const before = { size: earlier, root: treeHead(leaves.slice(0, earlier)) };
    const proof = tree.consistencyPath(earlier) as Buffer[];
    expect(provesGrowth(before, { size, root }, proof)).toBe(true);
    expect(provesGrowth({ size: earlier, root: leafOf('other') }, { size, root }, proof)).toBe(false);
    expect(provesGrowth(before, { size, root }, [...proof, root])).toBe(false);
  });
  fc.assert(check, { numRuns: process.env['TEST_LONG'] === undefined ? 15 : 500 });
});

it.each([
  ['0', 0, 256],
  ['entries', 0, 17],
  [0, 1_234_067, 256],
  [63, 5, 1],
  [1, 999, 255],
  ['entries', 1_000, 256],
])('reads the address that C2SP gives the tile %s %s %s', (level, index, width) => {
  const place = level === 'entries' ? level : Number(level);
  const path = tilePath(place, index, width).slice('tile/'.length);
  expect(parseTilePath(path)).toEqual({ level: place, index, width });
});

it.each([
  ...['', '0', '0/', '0/0', '0/00', '0/0000', '00/000', '64/000', '100/000', '-1/000', 'x/000', '0/x000/000'],
  ...[
    '0/001/000',
    '0/x01/000',
    '0/000.p',
    '0/000.p/',
    '0/000.p/0',
    '0/000.p/01',
    '0/000.p/256',
    '0/000.p/999',
  ],
  ...['0/000/', '/0/000', '0/000.p/1/', 'Entries/000', '0/x001/x000', '0/0%30', '0/٠٠٠', '0/000\n', '0//000'],
  `0/${'x999/'.repeat(500)}000`,
])('knows no tile at %j', (path) => expect(parseTilePath(path)).toBeNull());
