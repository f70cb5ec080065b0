/**
 * An engine that answers rows from a table, without register, matching and live sources. It knows enrichment
 * by its door alone, so a job that runs over it shows that the ledger needs nothing else of enrichment.
 */
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import type { BlockOutcome, MatchedOn, SubmittedRow } from '../../packages/contract/src/row.js';
import {
  identifierOf,
  RowBodies,
  type Editions,
  type EnrichedRow,
  type Enricher,
  type LiveAnswer,
  type LiveCheck,
  type LiveChecker,
} from '../../packages/enrichment/src/index.js';
import { pause } from '../../packages/platform/src/time/pause.js';

/** The identifier by which a row names its company, as enrichment reads it. */
export type RowIdentifier = Extract<ReturnType<typeof identifierOf>, { kind: string }>;

/** An envelope as it is served. The engine itself adds those that are `not_enabled` or `pending`. */
export type TableEnvelope =
  | { readonly status: 'available' }
  | { readonly status: 'not_found'; readonly reason: ReasonCode };

export interface TableCompany {
  readonly number: string;
  readonly name: string;
  /** How the row found it. Default: by what it names, with confidence 1. */
  readonly match?: { readonly on: MatchedOn; readonly confidence: number };
  envelope(key: BlockKey, nestedNotEnabled: readonly BlockKey[]): TableEnvelope;
  /** The seconds from the start of work until its pending blocks are filled. Absent: none is pending. */
  readonly filledAfter?: number;
  /** The seconds that its row takes. */
  readonly answeredAfter?: number;
}

/** The failure of a row whose identifier is in the table, but stands for no company. */
export interface TableFailure {
  readonly reason: ReasonCode;
  readonly candidates?: readonly { readonly company_number: string; readonly company_name: string }[];
}

export interface Table {
  /** The name of its only edition. */
  readonly edition: string;
  /** The detail of a row whose identifier is not in the table. */
  readonly unknown?: string;
  find(identifier: RowIdentifier): TableCompany | TableFailure | null;
  isLive(key: BlockKey): boolean;
}

const SECOND_MS = 1_000;

export class TableEngine implements Enricher, LiveChecker {
  private readonly closing = new AbortController();

  constructor(private readonly table: Table) {}

  /** Ends all waits: the rows that wait are answered at once. */
  close(): void {
    this.closing.abort();
  }

  async currentEditions(): Promise<Editions> {
    return { table: this.table.edition };
  }

  async holds(editions: Editions): Promise<boolean> {
    return editions['table'] === this.table.edition;
  }

  async enrich(batch: Parameters<Enricher['enrich']>[0]): Promise<readonly EnrichedRow[]> {
    const lines = batch.rows.map((row) => this.find(row));
    const seconds = Math.max(0, ...lines.map((line) => ('envelope' in line ? (line.answeredAfter ?? 0) : 0)));
    if (seconds > 0) await pause(seconds * SECOND_MS, this.closing.signal);
    return batch.rows.map((row, index) =>
      this.answer(batch, batch.from + index, row, lines[index] ?? { reason: 'error' }),
    );
  }

  /** Waits until the company's blocks are filled. */
  async check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const company = this.find({ company_number: request.company_number });
    if (!('envelope' in company) || company.filledAfter === undefined)
      throw new Error('the table never fills this block');
    const waitMs = Date.parse(request.since) + company.filledAfter * SECOND_MS - Date.now();
    await pause(Math.max(0, waitMs), signal);
    const envelope = company.envelope(request.block, request.job.nested_not_enabled ?? []);
    return { outcome: outcomeOf(envelope), envelope };
  }

  async overdue(): Promise<LiveAnswer> {
    throw new Error('the table never fills this block');
  }

  private find(row: SubmittedRow): TableCompany | (TableFailure & { readonly detail?: string }) {
    const identifier = identifierOf(row);
    if (!('kind' in identifier)) return identifier;
    const line = this.table.find(identifier);
    if (line !== null) return line;
    const unheld = identifier.kind === 'company_number' ? identifier.unheld : undefined;
    const { unknown } = this.table;
    return unheld ?? { reason: 'not_matched', ...(unknown !== undefined && { detail: unknown }) };
  }

  private answer(
    { job }: Parameters<Enricher['enrich']>[0],
    rowNumber: number,
    row: SubmittedRow,
    line: ReturnType<TableEngine['find']>,
  ): EnrichedRow {
    if (!('envelope' in line)) return RowBodies.failedRow(rowNumber, row, line.reason, line);
    const { number: company_number, name: company_name, match } = line;
    const identifier = identifierOf(row);
    const matched_on = match?.on ?? ('kind' in identifier ? identifier.kind : 'company_number');
    const match_confidence = match?.confidence ?? 1;
    if (match_confidence < job.options.min_confidence)
      return RowBodies.failedRow(rowNumber, row, 'not_matched');
    const isPendingBlock = (key: BlockKey): boolean =>
      line.filledAfter !== undefined && this.table.isLive(key);
    const envelopes = job.blocks.map((key): readonly [BlockKey, Served | typeof PENDING] => {
      if (job.not_enabled.includes(key)) return [key, NOT_ENABLED];
      if (isPendingBlock(key)) return [key, PENDING];
      const envelope = line.envelope(key, job.nested_not_enabled ?? []);
      return [key, RowBodies.flaggedBy(match_confidence, envelope)];
    });
    const isPending = envelopes.some(([, { status }]) => status === 'pending');
    const json = {
      ref: row.ref ?? '',
      status: isPending ? 'pending' : 'done',
      blocks: Object.fromEntries(envelopes),
      matched: { company_number, company_name, match_confidence, matched_on },
    };
    return {
      status: 'delivered',
      ...{ company_number, company_name, matched_on, match_confidence },
      blocks: Object.fromEntries(
        envelopes.map(([key, envelope]) => [
          key,
          envelope.status === 'pending' ? PENDING : outcomeOf(envelope),
        ]),
      ),
      json: Buffer.from(JSON.stringify(json)),
    };
  }
}

const NOT_ENABLED = { status: 'not_enabled', reason: 'no_entitlement' } as const;
const PENDING = { status: 'pending' } as const;
type Served = TableEnvelope | typeof NOT_ENABLED;

const outcomeOf = (envelope: Served): Exclude<BlockOutcome, { status: 'pending' }> =>
  envelope.status === 'available'
    ? { status: 'available' }
    : { status: envelope.status, reason: envelope.reason };
