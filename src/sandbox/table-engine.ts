/**
 * An engine that answers rows from a table: no register, no matching, no live source. It knows enrichment by
 * its door alone, so what passes over it shows that the door is the whole of what the ledger needs.
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

/** What a row names: one identifier, as enrichment reads it. */
export type Named = Extract<ReturnType<typeof identifierOf>, { kind: string }>;

/** An envelope exactly as it is served, but for `not_enabled` and `pending`, which the engine adds. */
export type TableEnvelope =
  | { readonly status: 'available' }
  | { readonly status: 'not_found'; readonly reason: ReasonCode };

export interface TableCompany {
  readonly number: string;
  readonly name: string;
  /** How the row found it. Default: by what it names, with confidence 1. */
  readonly match?: { readonly on: MatchedOn; readonly confidence: number };
  /** The block's answer. */
  envelope(key: BlockKey, nestedNotEnabled: readonly BlockKey[]): TableEnvelope;
  /** Seconds from the start of work until its pending blocks are filled. Absent: none is pending. */
  readonly filledAfter?: number;
  /** Seconds that its row takes. */
  readonly answeredAfter?: number;
}

/** A row that names no company of the table, though the table knows what it names. */
export interface TableFailure {
  readonly reason: ReasonCode;
  readonly candidates?: readonly { readonly company_number: string; readonly company_name: string }[];
}

export interface Table {
  /** The name of its only edition. */
  readonly edition: string;
  /** What the row is told where the table holds nothing by this name. */
  readonly unknown?: string;
  find(named: Named): TableCompany | TableFailure | null;
  isLive(key: BlockKey): boolean;
}

const SECOND_MS = 1_000;

export class TableEngine implements Enricher, LiveChecker {
  private readonly closing = new AbortController();

  constructor(private readonly table: Table) {}

  /** Whatever waits is answered at once. */
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
    const found = batch.rows.map((asked) => this.find(asked));
    const seconds = Math.max(0, ...found.map((row) => ('envelope' in row ? (row.answeredAfter ?? 0) : 0)));
    if (seconds > 0) await pause(seconds * SECOND_MS, this.closing.signal);
    return batch.rows.map((asked, at) =>
      this.answer(batch, batch.from + at, asked, found[at] ?? { reason: 'error' }),
    );
  }

  /** Waits until the company's blocks are filled. */
  async check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const company = this.find({ company_number: request.company_number });
    if (!('envelope' in company) || company.filledAfter === undefined)
      throw new Error('the table never fills this block');
    const left = Date.parse(request.since) + company.filledAfter * SECOND_MS - Date.now();
    await pause(Math.max(0, left), signal);
    const envelope = company.envelope(request.block, request.job.nested_not_enabled ?? []);
    return { outcome: outcomeOf(envelope), envelope };
  }

  async overdue(): Promise<LiveAnswer> {
    throw new Error('the table never fills this block');
  }

  private find(asked: SubmittedRow): TableCompany | (TableFailure & { readonly detail?: string }) {
    const named = identifierOf(asked);
    if (!('kind' in named)) return named;
    const found = this.table.find(named);
    if (found !== null) return found;
    const unheld = named.kind === 'company_number' ? named.unheld : undefined;
    const { unknown } = this.table;
    return unheld ?? { reason: 'not_matched', ...(unknown !== undefined && { detail: unknown }) };
  }

  private answer(
    { job }: Parameters<Enricher['enrich']>[0],
    row: number,
    asked: SubmittedRow,
    found: ReturnType<TableEngine['find']>,
  ): EnrichedRow {
    if (!('envelope' in found)) return RowBodies.failedRow(row, asked, found.reason, found);
    const { number: company_number, name: company_name, match } = found;
    const named = identifierOf(asked);
    const matched_on = match?.on ?? ('kind' in named ? named.kind : 'company_number');
    const match_confidence = match?.confidence ?? 1;
    if (match_confidence < job.options.min_confidence) return RowBodies.failedRow(row, asked, 'not_matched');
    const waits = (key: BlockKey): boolean => found.filledAfter !== undefined && this.table.isLive(key);
    const envelopes = job.blocks.map((key): readonly [BlockKey, Served | typeof PENDING] => {
      if (job.not_enabled.includes(key)) return [key, NOT_ENABLED];
      if (waits(key)) return [key, PENDING];
      const envelope = found.envelope(key, job.nested_not_enabled ?? []);
      return [key, RowBodies.flaggedBy(match_confidence, envelope)];
    });
    const isPending = envelopes.some(([, { status }]) => status === 'pending');
    const json = {
      ref: asked.ref ?? '',
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
