/** Finds the published sources that decide a block. */
import { BLOCK_CATALOGUE } from '../../blocks/index.js';
import type { BlockDefinition } from '../../blocks/runner/define-block.js';
import { factsOf, inOrderOfNeeds } from '../../blocks/runner/needs-graph.js';
import { sourcesOfFact } from '../../sources/facts/index.js';
import { SOURCES, type SourceName } from '../../sources/index.js';

export interface DecidingSource {
  readonly name: SourceName;
  /** Age in days from which an edition is marked stale. */
  readonly stale_after_days: number;
}

/** The sources whose editions decide the block, directly or through blocks that it needs. */
export function decidingSources(block: BlockDefinition): readonly DecidingSource[] {
  const facts = new Set<string>(inOrderOfNeeds([block.key], BLOCK_CATALOGUE).flatMap(factsOf));
  const joined = new Set<SourceName>([...facts].flatMap(sourcesOfFact));
  return SOURCES.filter(({ name, fact }) => (fact !== null && facts.has(fact)) || joined.has(name));
}
