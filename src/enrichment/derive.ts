/** Third step: the blocks that a chunk's rows need, in the order of their needs, over what was gathered. */
import type { BlockCatalogue } from '../blocks/index.js';
import type { BlockDefinition } from '../blocks/runner/define-block.js';
import type { BlockEnvelope } from '../blocks/runner/envelope.js';
import { inOrderOfNeeds } from '../blocks/runner/needs-graph.js';
import {
  planBlocks,
  runBlocks,
  type ChunkFacts,
  type ChunkTerms,
  type OnFault,
} from '../blocks/runner/run-blocks.js';
import type { ReadingKind } from '../readings/readings.js';
import { inCatalogueOrder, type BlockKey } from '../shared/block-key.js';
import { LIVE_LOOKUP_ROWS } from '../shared/options.js';
import type { Withheld } from '../shared/suppression/withheld.js';
import type { EnrichmentJob } from './enricher.js';
import { censored } from './withhold/censor.js';

const enabledIn = ({ blocks, not_enabled }: EnrichmentJob, key: BlockKey): boolean =>
  blocks.includes(key) && !not_enabled.includes(key);

/** The blocks to derive: those that are served, and all that they need, enabled or not. */
export const blocksToDerive = (job: EnrichmentJob, catalogue: BlockCatalogue): BlockDefinition[] =>
  inOrderOfNeeds(
    job.blocks.filter((key) => enabledIn(job, key)),
    catalogue,
  );

/** The register is asked in a small job, or where `discover` names the block; all else wherever it is wanted (Blocks 1.15). */
const fetchingIn =
  ({ operation, rows, options }: EnrichmentJob, kinds: ReadonlySet<ReadingKind>): ChunkTerms['fetching'] =>
  (kind, block) => {
    if (!kinds.has(kind)) return 'not_available_yet';
    const small = operation === 'resolve' || rows <= LIVE_LOOKUP_ROWS;
    return kind !== 'register_answer' || small || options.discover.includes(block) ? null : 'not_looked_up';
  };

/** Null where nothing is suppressed. */
export const censorOf = (withheld: Withheld): ChunkTerms['censor'] =>
  withheld.kinds.size === 0 ? undefined : (envelope) => censored(envelope, withheld);

export interface Deriving {
  readonly job: EnrichmentJob;
  readonly blocks: readonly BlockDefinition[];
  /** Kinds of readings that can be fetched here. */
  readonly kinds: ReadonlySet<ReadingKind>;
  readonly kept: NonNullable<ChunkTerms['kept']>;
  /** What no envelope shows. */
  readonly withheld: Withheld;
  readonly onFault: OnFault;
}

/** Derives a company's blocks: one envelope for each that was asked for, in the specification's order. */
export function deriver(
  { job, blocks, kinds, kept, withheld, onFault }: Deriving,
  facts: ChunkFacts,
): (companyNumber: string) => BlockEnvelope[] {
  const asked = inCatalogueOrder(job.blocks).map((key) => ({ key, enabled: enabledIn(job, key) }));
  const { missing } = facts;
  const { min_confidence } = job.options;
  const fetching = fetchingIn(job, kinds);
  const lacking = job.nested_not_enabled ?? [];
  const censor = censorOf(withheld);
  const terms = { missing, fetching, kept, min_confidence, onFault, lacking, censor };
  const plan = planBlocks(blocks, asked, terms);
  return (companyNumber) => runBlocks(plan, facts.of(companyNumber));
}
