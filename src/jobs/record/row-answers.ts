/**
 * From the rows of a chunk to their answers: a batch that throws is taken row by row, and a row that throws fails by
 * itself. A fault that is ours ends no row: it is passed on.
 */
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import { failedRow } from '../../enrichment/write/failed-row.js';
import { NoAnswerYetError } from '../../enrichment/no-answer-yet.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { ChunkAttempt } from './chunk-attempt.js';

/** Every row of an attempt with one reason. */
export const allFailed = ({ from, rows }: ChunkAttempt, reason: ReasonCode): readonly EnrichedRow[] =>
  rows.map((asked, index) => failedRow(from + index, asked, reason));

/** Receives errors that enrichment threw; clients only see a code. */
export type OnFault = (error: unknown) => void;

/**
 * The whole chunk at once; where that throws, which row was at fault is not known, and each is asked for alone.
 * @throws NoAnswerYetError
 */
export async function answerBatch(
  enricher: Enricher,
  attempt: ChunkAttempt,
  onFault: OnFault,
): Promise<readonly EnrichedRow[]> {
  const { submission, editions, from, rows } = attempt;
  try {
    const answers = await enricher.enrich({ job: submission, editions, from, rows });
    if (answers.length === rows.length) return answers;
    onFault(new Error(`${rows.length} rows were asked for and ${answers.length} were answered`));
  } catch (error) {
    onFault(unlessOurs(error));
  }
  const alone: EnrichedRow[] = [];
  for (const index of rows.keys()) alone.push(await answerRow(enricher, attempt, index, onFault));
  return alone;
}

/** One row; it fails with `resolver_error` where it can't be answered. @throws NoAnswerYetError */
export async function answerRow(
  enricher: Enricher,
  attempt: ChunkAttempt,
  index: number,
  onFault: OnFault,
): Promise<EnrichedRow> {
  const { submission, editions, from, rows } = attempt;
  const asked = rows[index] ?? {};
  try {
    const [answer] = await enricher.enrich({ job: submission, editions, from: from + index, rows: [asked] });
    if (answer !== undefined) return answer;
  } catch (error) {
    onFault(unlessOurs(error));
  }
  return failedRow(from + index, asked, 'resolver_error');
}

function unlessOurs(error: unknown): unknown {
  if (error instanceof NoAnswerYetError) throw error;
  return error;
}
