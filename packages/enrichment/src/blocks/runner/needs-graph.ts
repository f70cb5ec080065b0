/** Finds the blocks that must be derived for the requested blocks, in their order. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { BlockDefinition } from './define-block.js';
import type { FactName, UsableName } from './facts.js';

type Catalogue = ReadonlyMap<BlockKey, BlockDefinition>;

/**
 * These blocks and all blocks that they need, each after its needs.
 * @throws where blocks need each other in a circle
 */
export function inOrderOfNeeds(keys: Iterable<BlockKey>, catalogue: Catalogue): BlockDefinition[] {
  const ordered = new Map<BlockKey, BlockDefinition>();
  const visit = (block: BlockDefinition, path: readonly BlockKey[]): void => {
    const { key, needs } = block;
    if (ordered.has(key)) return;
    const circle = path.indexOf(key);
    if (circle >= 0) {
      throw new Error(`blocks need each other in a circle: ${[...path.slice(circle), key].join(' -> ')}`);
    }
    for (const need of needs) {
      // Takes the catalogue's definition, because a test may replace one.
      if (typeof need !== 'string') visit(catalogue.get(need.key) ?? need, [...path, key]);
    }
    ordered.set(key, block);
  };
  for (const key of keys) {
    const block = catalogue.get(key);
    if (block !== undefined) visit(block, []);
  }
  return [...ordered.values()];
}

export const factNeeds = ({ needs }: BlockDefinition): FactName[] =>
  needs.filter((need) => typeof need === 'string');

/** All facts that the block reads: those it needs, and those it uses if they are there. */
export const factsOf = (block: BlockDefinition): UsableName[] => [...factNeeds(block), ...block.uses];

/** The facts that the block reads for few rows. */
export const factsOfFew = (block: BlockDefinition): UsableName[] => [...factsOf(block), ...block.glances];

/**
 * The facts behind a block, also through blocks that it needs. The first fact that it needs itself comes
 * first.
 */
export const factsUnder = (block: BlockDefinition): UsableName[] => [
  ...new Set([
    ...factsOf(block),
    ...block.needs.flatMap((need) => (typeof need === 'string' ? [] : factsUnder(need))),
  ]),
];

export const blockNeeds = ({ needs }: BlockDefinition): BlockKey[] =>
  needs.flatMap((need) => (typeof need === 'string' ? [] : [need.key]));
