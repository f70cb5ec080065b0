/** Finds the sources that a block reads, and the blocks that follow from a company's own records. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { BLOCK_CATALOGUE, BLOCKS } from '../../blocks/index.js';
import { factsOfFew, inOrderOfNeeds } from '../../blocks/runner/needs-graph.js';
import { JOINED_FACTS, sourcesOfFact } from '../../sources/facts/index.js';
import { kindsOf } from '../../sources/kit/history/digests.js';
import { SOURCES, sourceNamed, type SourceName } from '../../sources/index.js';

function sourcesBehind(fact: string): readonly SourceName[] {
  const direct = SOURCES.filter((source) => source.fact === fact).map(({ name }) => name);
  const needs: readonly string[] = JOINED_FACTS.find(({ name }) => name === fact)?.needs ?? [];
  // The index of companies stands in for the register's own record.
  const standIn: readonly SourceName[] = fact === 'company' ? ['index'] : [];
  return [...direct, ...standIn, ...sourcesOfFact(fact), ...needs.flatMap(sourcesBehind)];
}

/**
 * The sources of a block and of the blocks that it needs, and the sources of the company's own record, to
 * which every row is matched; in the order of `SOURCES`.
 */
export function sourcesOfBlock(key: BlockKey): readonly SourceName[] {
  const blocks = inOrderOfNeeds([key], BLOCK_CATALOGUE);
  const sources = new Set(['company', ...blocks.flatMap(factsOfFew)].flatMap(sourcesBehind));
  return SOURCES.map(({ name }) => name).filter((name) => sources.has(name));
}

/** The kinds of facts that a block reads, as changes name them. */
export function kindsOfBlock(key: BlockKey): readonly string[] {
  const ownKinds = BLOCK_CATALOGUE.get(key)?.own_records ?? null;
  return sourcesOfBlock(key).flatMap((name) =>
    ownKinds !== null && name === 'companies'
      ? ownKinds.map((kind) => `companies.${kind}`)
      : kindsOf(sourceNamed(name)),
  );
}

/** The blocks that follow from a company's own records, each with the kinds of facts that it reads. */
export const OWN_RECORDS: ReadonlyMap<BlockKey, readonly string[]> = new Map(
  BLOCKS.filter(({ own_records }) => own_records !== null).map(({ key }) => [key, kindsOfBlock(key)]),
);
