/** Answers the rows of a chunk. Only a row at fault fails. A fault of the service is thrown. */
import type { EnrichedRow, Enricher } from '../../../packages/enrichment/src/index.js';
import { NoAnswerYetError, RowBodies } from '../../../packages/enrichment/src/index.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

export const failAllRows = ({ firstRow, rows }: ChunkAttempt, reason: ReasonCode): readonly EnrichedRow[] =>
  rows.map((row, index) => RowBodies.failedRow(firstRow + index, row, reason));

/** Receives errors that enrichment threw. Clients see only a reason code. */
export type OnEnrichmentFault = (error: unknown) => void;

/** Answers the chunk at once, or else row by row: the row at fault is unknown. @throws NoAnswerYetError */
export async function answerBatch(
  enricher: Enricher,
  attempt: ChunkAttempt,
  onFault: OnEnrichmentFault,
): Promise<readonly EnrichedRow[]> {
  const { submission, editions, firstRow: from, rows } = attempt;
  try {
    const answers = await enricher.enrich({ job: submission, editions, from, rows });
    if (answers.length === rows.length) return answers;
    onFault(new Error(`${rows.length} rows were asked for and ${answers.length} were answered`));
  } catch (error) {
    throwIfServiceFault(error);
    onFault(error);
  }
  const singleAnswers: EnrichedRow[] = [];
  for (const index of rows.keys()) singleAnswers.push(await answerRow(enricher, attempt, index, onFault));
  return singleAnswers;
}

/** Answers one row. The row fails with `resolver_error` if enrichment throws. @throws NoAnswerYetError */
export async function answerRow(
  enricher: Enricher,
  attempt: ChunkAttempt,
  index: number,
  onFault: OnEnrichmentFault,
): Promise<EnrichedRow> {
  const { submission, editions, firstRow, rows } = attempt;
  const row = rows[index] ?? {};
  const from = firstRow + index;
  try {
    const [answer] = await enricher.enrich({ job: submission, editions, from, rows: [row] });
    if (answer !== undefined) return answer;
  } catch (error) {
    throwIfServiceFault(error);
    onFault(error);
  }
  return RowBodies.failedRow(from, row, 'resolver_error');
}

function throwIfServiceFault(error: unknown): void {
  if (error instanceof NoAnswerYetError) throw error;
}

/** The part of a served row that is read here. */
interface ServedRow {
  status: string;
  blocks: Record<string, { status: string }>;
  matched?: { match_confidence: number };
}

/** The envelope of a block for which no live answer came in time (Contract 2.11). */
export const UNANSWERED_BLOCK = {
  status: 'not_found',
  reason: 'source_unavailable',
  retry_suggested: true,
} as const;

/**
 * Returns the row's JSON with these envelopes. They are flagged if the match of the row's company is in
 * doubt. The row is `done` once no block is pending. `JSON.stringify` wrote the row, so every other byte
 * stays equal.
 */
export function withEnvelopes(
  json: Uint8Array,
  envelopes: ReadonlyMap<BlockKey, { readonly status: string }>,
): Uint8Array {
  if (envelopes.size === 0) return json;
  const row = JSON.parse(Buffer.from(json).toString('utf8')) as ServedRow;
  const confidence = row.matched?.match_confidence ?? 1;
  for (const [block, envelope] of envelopes)
    if (block in row.blocks) row.blocks[block] = RowBodies.flaggedBy(confidence, envelope);
  const isPending = Object.values(row.blocks).some(({ status }) => status === 'pending');
  row.status = isPending ? 'pending' : 'done';
  return Buffer.from(JSON.stringify(row));
}
