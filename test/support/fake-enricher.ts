/**
 * An enricher that answers from the row itself, so that tests can say what every row must become: numbers ending in 9
 * are not matched, all else is delivered. Tests may make blocks live, rows slow, throwing or deadly.
 */
import type { BlockOutcome, SubmittedRow } from '../../packages/contract/src/row.js';
import type {
  Editions,
  EnrichedRow,
  Enricher,
  EnrichmentBatch,
  LiveAnswer,
  LiveCheck,
  LiveChecker,
} from '../../packages/enrichment/src/pipeline/enricher.js';
import { failedRow } from '../../packages/enrichment/src/pipeline/write/write-row.js';
import { UNANSWERED_BLOCK } from '../../src/jobs/record/row-answers.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';

export interface FakeEnricherSetup {
  readonly editions?: Editions;
  /** Blocks that only a live check can answer. */
  readonly live?: readonly BlockKey[];
  /** Called before each row; a throw is the row's (in a batch of one) or the batch's. */
  readonly beforeRow?: (row: number, asked: SubmittedRow) => void;
  /** Awaited before each batch. */
  readonly beforeBatch?: (batch: EnrichmentBatch) => Promise<void> | void;
  readonly check?: (request: LiveCheck, signal: AbortSignal) => Promise<LiveAnswer>;
}

const COMPANIES_EDITION: Editions = { companies: '2026-11-01-abcdef' };

export class FakeEnricher implements Enricher, LiveChecker {
  readonly checks: LiveCheck[] = [];

  constructor(private readonly setup: FakeEnricherSetup = {}) {}

  async currentEditions(): Promise<Editions> {
    return this.setup.editions ?? COMPANIES_EDITION;
  }

  async holds(editions: Editions): Promise<boolean> {
    return editions['companies'] === (this.setup.editions ?? COMPANIES_EDITION)['companies'];
  }

  async enrich(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    await this.setup.beforeBatch?.(batch);
    return batch.rows.map((asked, index) => this.answer(batch, batch.from + index, asked));
  }

  async check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    this.checks.push(request);
    return this.setup.check === undefined ? LIVE_ANSWER : this.setup.check(request, signal);
  }

  async overdue(): Promise<LiveAnswer> {
    return UNANSWERED_LIVE;
  }

  private answer({ job }: EnrichmentBatch, row: number, asked: SubmittedRow): EnrichedRow {
    this.setup.beforeRow?.(row, asked);
    const number = asked.company_number ?? '';
    if (number === '' || number.endsWith('9'))
      return failedRow(row, asked, number === '' ? 'no_company_key' : 'not_matched');
    const blocks = Object.fromEntries(
      job.blocks.map((key) => [key, this.outcome(job.not_enabled, key, number)]),
    );
    const pending = Object.values(blocks).some(({ status }) => status === 'pending');
    const json = {
      ref: asked.ref ?? '',
      status: pending ? 'pending' : 'done',
      blocks,
      matched: { company_number: number },
    };
    return {
      status: 'delivered',
      company_number: number,
      company_name: '',
      matched_on: 'company_number',
      match_confidence: 1,
      blocks,
      json: Buffer.from(JSON.stringify(json)),
    };
  }

  private outcome(notEnabled: readonly BlockKey[], key: BlockKey, number: string): BlockOutcome {
    if (notEnabled.includes(key)) return { status: 'not_enabled', reason: 'no_entitlement' };
    if (this.setup.live?.includes(key) === true) return { status: 'pending' };
    if (key === 'industry' && number.endsWith('5')) return { status: 'not_found', reason: 'no_sic_on_file' };
    return { status: 'available' };
  }
}

const UNANSWERED_LIVE: LiveAnswer = {
  outcome: { status: 'not_found', reason: 'source_unavailable' },
  envelope: UNANSWERED_BLOCK,
};

export const LIVE_ANSWER: LiveAnswer = {
  outcome: { status: 'available' },
  envelope: { status: 'available' },
};
