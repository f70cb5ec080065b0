import { hash } from 'node:crypto';
import fc from 'fast-check';
import { CompactRange, treeFrom } from './compact-range.js';
import {
  ProofMaker,
  consistencyRanges,
  inclusionRanges,
  provesConsistency,
  provesInclusion,
} from './proofs.js';
import { EMPTY_ROOT, leafHash, nodeHash, parseHash, parseHashes, type TreeHash } from './tree-hash.js';

/**
 * The leaves, heads and proofs that the reference implementation of RFC 6962 publishes
 * (transparency-dev/merkle).
 */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(Buffer.from(hex, 'hex').toString('latin1')));
const HEADS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const PATHS: readonly (readonly [leaf: number, size: number, path: readonly string[]])[] = [
  [0, 1, []],
  [0, 2, ['96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7']],
  [1, 2, ['6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d']],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];
const EXTENSIONS: readonly (readonly [earlier: number, size: number, path: readonly string[]])[] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];

const treeOf = (leaves: readonly TreeHash[]): CompactRange => {
  const tree = new CompactRange();
  for (const leaf of leaves) tree.push(leaf);
  return tree;
};

/** MTH as RFC 6962 writes it down. */
function headByTheBook(leaves: readonly TreeHash[]): TreeHash {
  const [only] = leaves;
  if (only === undefined) return EMPTY_ROOT;
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(headByTheBook(leaves.slice(0, split)), headByTheBook(leaves.slice(split)));
}

function proofOf(
  ranges: ReturnType<typeof inclusionRanges>,
  leaves: readonly TreeHash[],
): readonly TreeHash[] {
  const maker = new ProofMaker(ranges);
  leaves.forEach((leaf, start) => maker.addSubtree({ start, level: 0, hash: leaf }));
  return maker.hashes();
}

const manyLeaves = (count: number): TreeHash[] =>
  Array.from({ length: count }, (_, index) => leafHash(`leaf ${index}`));
const hex = (hashes: readonly TreeHash[]): string[] => hashes.map((one) => one.toString('hex'));
const fromHex = (hashes: readonly string[]): TreeHash[] => hashes.map((one) => Buffer.from(one, 'hex'));
const flipped = (bytes: TreeHash, at = 0): TreeHash => {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
};

describe('the tree', () => {
  it('has the heads of the published trees', () => {
    expect(HEADS.map((_, size) => treeOf(LEAVES.slice(0, size)).root().toString('hex'))).toEqual(HEADS);
  });

  it('hashes the bytes of a leaf behind a zero byte', () => {
    expect(
      leafHash('é').equals(hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from('é')]), 'buffer')),
    ).toBe(true);
  });

  it('grows from its frontier wherever it was cut, and has the head that the RFC writes down', () => {
    const size = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(size, size, (one, other) => {
        const [cut, total] = [Math.min(one, other), Math.max(one, other)];
        const leaves = manyLeaves(total);
        const tree = treeFrom(cut, treeOf(leaves.slice(0, cut)).hashes);
        const rest = new CompactRange(cut);
        for (const leaf of leaves.slice(cut)) rest.push(leaf);
        for (const subtree of rest.subtrees) tree?.join(subtree);
        expect(tree?.root()).toEqual(headByTheBook(leaves));
        expect(tree?.end).toBe(total);
      }),
    );
  });

  it('refuses a frontier of another size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 14 }), (size, count) => {
        const ones = [...size.toString(2)].filter((digit) => digit === '1').length;
        expect(treeFrom(size, manyLeaves(count)) === null).toBe(count !== ones);
      }),
    );
  });
});

describe('a proof that a leaf is in a tree', () => {
  it.each(PATHS)('of leaf %i in %i is the published one', (leaf, size, path) => {
    expect(hex(proofOf(inclusionRanges(leaf, size), LEAVES.slice(0, size)))).toEqual(path);
    const of = {
      leaf: LEAVES[leaf] ?? EMPTY_ROOT,
      index: leaf,
      size,
      root: treeOf(LEAVES.slice(0, size)).root(),
    };
    expect(provesInclusion(of, fromHex(path))).toBe(true);
  });

  it('holds for every leaf of every tree, and for no other leaf, place, size, head or path', () => {
    const trees = fc
      .integer({ min: 1, max: 300 })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(), fc.nat(31)));
    fc.assert(
      fc.property(trees, ([size, index, which, byte]) => {
        const leaves = manyLeaves(size);
        const path = proofOf(inclusionRanges(index, size), leaves);
        const of = { leaf: leaves[index] ?? EMPTY_ROOT, index, size, root: headByTheBook(leaves) };
        expect(provesInclusion(of, path)).toBe(true);
        expect(provesInclusion({ ...of, leaf: flipped(of.leaf, byte) }, path)).toBe(false);
        expect(provesInclusion({ ...of, root: flipped(of.root, byte) }, path)).toBe(false);
        expect(provesInclusion({ ...of, index: size }, path)).toBe(false);
        expect(provesInclusion({ ...of, index: -1 }, path)).toBe(false);
        expect(provesInclusion(of, [...path, of.root])).toBe(false);
        if (size > 1) {
          expect(provesInclusion({ ...of, index: (index + 1) % size }, path)).toBe(false);
          expect(provesInclusion(of, path.slice(1))).toBe(false);
          const wrong = path.map((one, place) => (place === which % path.length ? flipped(one, byte) : one));
          expect(provesInclusion(of, wrong)).toBe(false);
        }
      }),
    );
  });
});

describe('a proof that a tree is the beginning of another', () => {
  it.each(EXTENSIONS)('of %i leaves in %i is the published one', (earlier, size, path) => {
    expect(hex(proofOf(consistencyRanges(earlier, size), LEAVES.slice(0, size)))).toEqual(path);
    const headOf = (at: number) => ({ size: at, root: treeOf(LEAVES.slice(0, at)).root() });
    expect(provesConsistency(headOf(earlier), headOf(size), fromHex(path))).toBe(true);
  });

  it('holds for every beginning of every tree, and for no other head or path', () => {
    const trees = fc
      .integer({ min: 1, max: 300 })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size }), fc.nat(), fc.nat(31)));
    fc.assert(
      fc.property(trees, ([size, earlier, which, byte]) => {
        const leaves = manyLeaves(size);
        const path = proofOf(consistencyRanges(earlier, size), leaves);
        const first = { size: earlier, root: headByTheBook(leaves.slice(0, earlier)) };
        const second = { size, root: headByTheBook(leaves) };
        expect(provesConsistency(first, second, path)).toBe(true);
        expect(provesConsistency({ ...first, root: flipped(first.root, byte) }, second, path)).toBe(false);
        expect(provesConsistency(first, { ...second, root: flipped(second.root, byte) }, path)).toBe(false);
        expect(provesConsistency(second, first, path)).toBe(earlier === size);
        expect(provesConsistency(first, second, [...path, second.root])).toBe(false);
        if (path.length > 0) {
          expect(provesConsistency(first, second, path.slice(1))).toBe(false);
          const wrong = path.map((one, place) => (place === which % path.length ? flipped(one, byte) : one));
          expect(provesConsistency(first, second, wrong)).toBe(false);
        }
      }),
    );
  });

  it('is empty from a tree without leaves', () => {
    const second = { size: 3, root: headByTheBook(manyLeaves(3)) };
    expect(provesConsistency({ size: 0, root: EMPTY_ROOT }, second, [])).toBe(true);
    expect(provesConsistency({ size: 0, root: EMPTY_ROOT }, second, [EMPTY_ROOT])).toBe(false);
    expect(provesConsistency({ size: 0, root: flipped(EMPTY_ROOT) }, second, [])).toBe(false);
  });
});

/** What only a forger makes: each hash fits, and the numbers of leaves do not. */
describe('a proof made for a tree of another size', () => {
  const [a, b, c, d, x] = manyLeaves(5) as [TreeHash, TreeHash, TreeHash, TreeHash, TreeHash];
  const ab = nodeHash(a, b);

  it('shows no leaf in a tree of one, whose head is a node of two', () => {
    expect(provesInclusion({ leaf: b, index: 0, size: 1, root: nodeHash(a, b) }, [a])).toBe(false);
  });

  it('shows no beginning where its path goes on above the heads', () => {
    const heads = [nodeHash(ab, c), nodeHash(ab, nodeHash(c, d))] as const;
    expect(provesConsistency({ size: 3, root: heads[0] }, { size: 4, root: heads[1] }, [c, d, ab])).toBe(
      true,
    );
    const [first, second] = heads.map((head) => nodeHash(x, head)) as [TreeHash, TreeHash];
    const longer = [c, d, ab, x];
    expect(provesConsistency({ size: 3, root: first }, { size: 4, root: second }, longer)).toBe(false);
  });

  it('shows no larger tree as the beginning of a smaller one', () => {
    expect(provesConsistency({ size: 2, root: ab }, { size: 1, root: ab }, [])).toBe(false);
  });
});

describe('what is put together wrongly', () => {
  it('is refused: leaves out of their order, and a proof before all leaves have passed', () => {
    const [first = EMPTY_ROOT] = manyLeaves(1);
    const tree = new CompactRange();
    expect(() => tree.join({ start: 1, level: 0, hash: first })).toThrow(RangeError);
    const maker = new ProofMaker([[0, 2]]);
    maker.addSubtree({ start: 0, level: 0, hash: first });
    expect(() => maker.hashes()).toThrow(RangeError);
  });

  it.each([[['ab'.repeat(32)]], ['ab'.repeat(31)], ['AB'.repeat(32)], ['x'.repeat(64)], [1], [null]])(
    'is no hash: %j',
    (text) => {
      expect(parseHash(text)).toBeNull();
      expect(parseHashes([text])).toBeNull();
    },
  );

  it.each(['ab'.repeat(32), {}, null, 1])('is no list of hashes: %j', (texts) => {
    expect(parseHashes(texts)).toBeNull();
  });
});
