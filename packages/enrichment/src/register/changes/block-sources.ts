/** Finds the sources that a block reads, and the blocks that follow from a company's own records. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { BLOCK_CATALOGUE, BLOCKS } from '../../blocks/index.js';
import { factsOfFew, inOrderOfNeeds } from '../../blocks/runner/needs-graph.js';
import { JOINED_FACTS, sourcesOfFact } from '../../sources/facts/index.js';
import { kindsOf } from '../../sources/kit/history/digests.js';
import { SOURCES, sourceNamed, type SourceName } from '../../sources/index.js';

function sourcesBehind(fact: string): readonly SourceName[] {
  const own = SOURCES.filter((source) => source.fact === fact).map(({ name }) => name);
  const needs: readonly string[] = JOINED_FACTS.find(({ name }) => name === fact)?.needs ?? [];
  // The index of companies stands in for the register's own record.
  const standIn: readonly SourceName[] = fact === 'company' ? ['index'] : [];
  return [...own, ...standIn, ...sourcesOfFact(fact), ...needs.flatMap(sourcesBehind)];
}

/**
 * The sources of a block, also through other blocks, in the order of all, and the company's own record, to
 * which the row is matched.
 */
export function sourcesUnder(key: BlockKey): readonly SourceName[] {
  const blocks = inOrderOfNeeds([key], BLOCK_CATALOGUE);
  const read = new Set(['company', ...blocks.flatMap(factsOfFew)].flatMap(sourcesBehind));
  return SOURCES.map(({ name }) => name).filter((name) => read.has(name));
}

/** The kinds of facts that a block reads, as changes name them. */
export function kindsUnder(key: BlockKey): readonly string[] {
  const own = BLOCK_CATALOGUE.get(key)?.own_records ?? null;
  return sourcesUnder(key).flatMap((name) =>
    own !== null && name === 'companies'
      ? own.map((kind) => `companies.${kind}`)
      : kindsOf(sourceNamed(name)),
  );
}

/** The blocks that follow from a company's own records, each with the kinds of facts that it reads. */
export const OWN_RECORDS: ReadonlyMap<BlockKey, readonly string[]> = new Map(
  BLOCKS.filter(({ own_records }) => own_records !== null).map(({ key }) => [key, kindsUnder(key)]),
);
