/** Finds the published sources that decide a block. */
import { Catalogue, type SourceName } from '../../../packages/enrichment/src/index.js';

export interface DecidingSource {
  readonly name: SourceName;
  /** Age in days from which an edition is marked stale. */
  readonly stale_after_days: number;
}

/** Returns the sources whose editions decide the block, directly or through blocks that it needs. */
export function decidingSources(block: Catalogue.BlockDefinition): readonly DecidingSource[] {
  const facts = new Set<string>(
    Catalogue.inOrderOfNeeds([block.key], Catalogue.BLOCK_CATALOGUE).flatMap(Catalogue.factsOf),
  );
  const sources = new Set<SourceName>([...facts].flatMap(Catalogue.sourcesOfFact));
  return Catalogue.SOURCES.filter(
    ({ name, fact }) => (fact !== null && facts.has(fact)) || sources.has(name),
  );
}
