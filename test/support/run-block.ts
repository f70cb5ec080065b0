/** One block over one company, as the runner serves it. */
import type { BlockDefinition } from '../../packages/enrichment/src/blocks/runner/define-block.js';
import type { BlockEnvelope } from '../../packages/enrichment/src/blocks/runner/envelope.js';
import { catalogueOf } from '../../packages/enrichment/src/blocks/index.js';
import type { CompanyFacts, Facts, SourceFact } from '../../packages/enrichment/src/blocks/runner/facts.js';
import { factsOfFew, inOrderOfNeeds } from '../../packages/enrichment/src/blocks/runner/needs-graph.js';
import {
  planBlocks,
  type BlockPlan,
  type ChunkTerms,
} from '../../packages/enrichment/src/blocks/runner/plan-blocks.js';
import {
  begin,
  deriveSteps,
  envelopesOf,
  type Look,
} from '../../packages/enrichment/src/blocks/runner/run-blocks.js';
import { grantOptions } from '../../packages/contract/src/options.js';
import type { ReadingKind, ReadReading } from '../../packages/enrichment/src/live/readings/readings.js';
import type { CompanyRecord } from '../../packages/enrichment/src/sources/companies/company-record.js';
import type { OfficerRecord } from '../../packages/enrichment/src/sources/officers/officer-record.js';

export const FRESHNESS = { checked_live: false, edition: 'an edition', stale: false } as const;

/** A fact of a whole edition; one of a part says so. */
export const aFact = <T>(record: T | null, as_of: string, part = false): SourceFact<T> => ({
  record,
  as_of,
  freshness: FRESHNESS,
  part,
});

/** A director in office, of whom nothing more is told. */
export const anOfficer = (more: Partial<OfficerRecord> & Pick<OfficerRecord, 'name'>): OfficerRecord => ({
  role: 'director',
  appointed_on: '2020-01-01',
  appointed_before: null,
  resigned_on: null,
  nationality: null,
  country_of_residence: null,
  occupation: null,
  date_of_birth: null,
  is_corporate: false,
  person_number: null,
  ...more,
});

type MoreTerms = Pick<Partial<ChunkTerms>, 'fetching' | 'options' | 'request' | 'lacking'> & {
  readonly kept?: Look;
};

/** The terms of a job of which no more is known than these. A fault is thrown. */
export const chunkTerms = ({
  min_confidence = 0.5,
  ...more
}: Partial<ChunkTerms> & { readonly min_confidence?: number } = {}): ChunkTerms => ({
  missing: new Map(),
  fetching: () => 'not_available_yet',
  request: { blocks: [], search: 'not_asked' },
  lacking: [],
  onFault: (_where, error) => {
    throw error;
  },
  ...more,
  options: { ...(more.options ?? grantOptions({}, 'enrich_job')), min_confidence },
});

/** The envelopes of one row. @param look default: no reading is kept */
export function runBlocks(
  plan: BlockPlan,
  facts: CompanyFacts,
  look: Look = () => undefined,
): BlockEnvelope[] {
  const row = begin(plan, { row: 0, facts, terms: {}, look });
  deriveSteps(plan.steps, plan, [row]);
  return envelopesOf(plan, row);
}

/**
 * The envelope that the block answers for this company at this date; a fault of the block is thrown.
 * @param facts beside the company; those that are left out are not loaded
 * @param kept readings by their keys
 * @param more other terms: what can be fetched, options, what the account lacks
 */
export function runBlock(
  block: BlockDefinition,
  record: CompanyRecord | null,
  as_of: string,
  facts: Partial<Facts> = {},
  min_confidence = 0.5,
  kept: Readonly<Record<string, ReadReading<ReadingKind>>> = {},
  { kept: find, ...more }: MoreTerms = {},
): BlockEnvelope {
  const faults: unknown[] = [];
  const given: Partial<Facts> = { company: aFact(record, as_of), ...facts };
  const blocks = inOrderOfNeeds([block.key], catalogueOf([block]));
  const absent = blocks.flatMap(factsOfFew).filter((fact) => !(fact in given));
  const terms = chunkTerms({
    missing: new Map(absent.map((fact) => [fact, 'not_available_yet'])),
    min_confidence,
    onFault: (_where, error) => faults.push(error),
    ...more,
  });
  const plan = planBlocks(blocks, [{ key: block.key, enabled: true }], terms);
  const all = { ...Object.fromEntries(absent.map((fact) => [fact, 'not_available_yet'])), ...given };
  const [envelope] = runBlocks(plan, all, (name) => find?.(name) ?? kept[name.key]);
  if (faults.length > 0) throw faults[0] as Error;
  if (envelope === undefined) throw new Error(`${block.key} gave no answer`);
  if (envelope.status === 'available') block.value.parse(envelope.value);
  return envelope;
}
