import { CompactRange } from '../../packages/statement-check/src/merkle/compact-range.js';
import { provesInclusion } from '../../packages/statement-check/src/merkle/proofs.js';
import { leafHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import type { LogSealed } from '../streams/seals/seals.events.js';
import { SealedRange } from './sealed-range.js';

it.each([
  [0, 1],
  [0, 700],
  [1, 2],
  [255, 1],
  [256, 256],
  [300, 900],
  [511, 514],
  [1_000, 3],
])('proves each leaf of a range of %i and further %i leaves', (before, more) => {
  const tree = new CompactRange();
  for (let at = 0; at < before; at++) tree.push(leafHash(String(at)));
  const frontier = tree.hashes.map((hash) => hash.toString('hex'));
  const range = new SealedRange(before === 0 ? null : ({ leaves: before, frontier } as unknown as LogSealed));
  for (let at = before; at < before + more; at++) {
    tree.push(leafHash(String(at)));
    range.push(`event-${at}`, leafHash(String(at)));
  }
  for (let at = before; at < before + more; at += 1 + (at % 7)) {
    const { leaf, index, path } = range.proof(`event-${at}`) ?? { leaf: tree.root(), index: -1, path: [] };
    expect(index).toBe(at);
    expect(provesInclusion({ leaf, index, size: before + more, root: tree.root() }, path)).toBe(true);
  }
  expect(range.proof('event-x')).toBeNull();
});
