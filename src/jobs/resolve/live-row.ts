/** Fills live blocks into the row of a resolve. Blocks without an answer stay pending or are given up. */
import type { BlockOutcome, BlockOutcomes } from '../../../packages/contract/src/row.js';
import type {
  EnrichedRow,
  LiveAnswer,
  LiveCheck,
  LiveChecker,
} from '../../../packages/enrichment/src/index.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { NO_ANSWER, getLiveAnswer, type CheckLimits } from '../record/live-answers.js';
import { withEnvelopes } from '../record/row-json.js';

type DeliveredRow = Extract<EnrichedRow, { status: 'delivered' }>;

/** Returns the blocks of a row that wait for a live answer, in the specification's order. */
export const pendingBlocks = (row: EnrichedRow): BlockKey[] =>
  row.status === 'failed'
    ? []
    : sortBlockKeys(
        // Only block keys are ever keys of `blocks`.
        (Object.entries(row.blocks) as [BlockKey, BlockOutcome][]).flatMap(([key, { status }]) =>
          status === 'pending' ? [key] : [],
        ),
      );

function withAnswers(row: DeliveredRow, answerByBlock: ReadonlyMap<BlockKey, LiveAnswer>): DeliveredRow {
  const answers = [...answerByBlock];
  const blocks: BlockOutcomes = {
    ...row.blocks,
    ...Object.fromEntries(answers.map(([key, { outcome }]) => [key, outcome])),
  };
  const envelopes = new Map(answers.map(([key, { envelope }]) => [key, envelope]));
  return { ...row, blocks, json: withEnvelopes(row.json, envelopes) };
}

/** Returns the row with every live answer that came in time. The other blocks stay pending. */
export async function withLiveAnswers(
  checker: LiveChecker,
  row: EnrichedRow,
  check: Omit<LiveCheck, 'block' | 'company_number'>,
  limits: CheckLimits,
): Promise<EnrichedRow> {
  if (row.status === 'failed') return row;
  const { company_number } = row;
  const answerByBlock = new Map<BlockKey, LiveAnswer>();
  await Promise.all(
    pendingBlocks(row).map(async (block) => {
      const answer = await getLiveAnswer(checker, { ...check, block, company_number }, limits);
      if (answer !== null) answerByBlock.set(block, answer);
    }),
  );
  return answerByBlock.size === 0 ? row : withAnswers(row, answerByBlock);
}

/**
 * Gives up the pending blocks of a row with `store=false`, whose client can't collect late answers. These
 * blocks become `source_unavailable` (Contract 2.11).
 */
export function withoutPending(row: EnrichedRow): EnrichedRow {
  const blocks = pendingBlocks(row);
  if (row.status === 'failed' || blocks.length === 0) return row;
  return withAnswers(row, new Map(blocks.map((block) => [block, NO_ANSWER])));
}
