/** Answers the rows of a chunk. Only a row at fault fails. A fault of the service is thrown. */
import {
  type EnrichedRow,
  type Enricher,
  NoAnswerYetError,
  RowBodies,
} from '../../../packages/enrichment/src/index.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { ChunkAttempt } from './chunk-attempt.js';

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
