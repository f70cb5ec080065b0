/**
 * Restores the row as it was delivered, with its late blocks, and finds where it contradicts the record.
 * Pure.
 */
import { FLAGGED_BELOW, isBlockKey, type BlockKey } from '../../packages/contract/src/block-key.js';
import { countText } from '../../packages/words/src/text/formats.js';
import type { RowFacts } from './row-facts.js';
import type { BlockHistory, Contradiction } from './row-history.js';

interface DeliveredAnswer {
  readonly status?: string;
  readonly reason?: string | null;
  readonly flagged_for_review?: boolean;
}

/** The fields of a served row that this file reads. */
interface ServedRow {
  status?: string;
  readonly reason?: string;
  readonly blocks?: Record<string, DeliveredAnswer>;
  readonly matched?: { readonly company_number?: string; readonly match_confidence?: number };
}

/** The row as pages serve it, with its late blocks; null where it is not kept or can't be read. */
export function deliveredRow({ deliveredJson, lateBlocks }: RowFacts): ServedRow | null {
  const row = deliveredJson === null ? null : parseRow(deliveredJson);
  if (row?.blocks === undefined || lateBlocks.length === 0) return row;
  const isFlagged = (row.matched?.match_confidence ?? 1) < FLAGGED_BELOW;
  for (const { event } of lateBlocks) {
    const { block, envelope } = event.data;
    const reviewFlag = isFlagged && envelope['status'] === 'available' ? { flagged_for_review: true } : {};
    row.blocks[block] = { ...envelope, ...reviewFlag };
  }
  const isPending = Object.values(row.blocks).some(({ status }) => status === 'pending');
  row.status = isPending ? 'pending' : 'done';
  return row;
}

function parseRow(json: string): ServedRow | null {
  try {
    return JSON.parse(json) as ServedRow;
  } catch {
    return null;
  }
}

/**
 * The differences between the delivered row and what was recorded and charged; empty if the row is not kept.
 */
export function contradictionsOf(
  { deliveredJson, resolution, failure }: RowFacts,
  row: ServedRow | null,
  blocks: Readonly<Partial<Record<BlockKey, BlockHistory>>>,
): readonly Contradiction[] {
  if (deliveredJson === null || (resolution === null && failure === null)) return [];
  const rowContradiction = (detail: string): Contradiction[] => [{ block: null, detail }];
  if (row === null) return rowContradiction('The row as delivered is no JSON, so it proves nothing.');
  const reason = failure?.event.data.reason;
  if (row.reason !== reason)
    return rowContradiction(
      `The row was delivered ${outcomeText(row.reason)} and recorded ${outcomeText(reason)}.`,
    );
  const recordedNumber = resolution?.event.data.company_number ?? undefined;
  const deliveredNumber = row.matched?.company_number;
  return [
    ...(deliveredNumber === recordedNumber
      ? []
      : rowContradiction(
          `The row was delivered for company ${deliveredNumber ?? 'none'} and recorded for ${recordedNumber ?? 'none'}.`,
        )),
    ...[...new Set([...Object.keys(blocks), ...Object.keys(row.blocks ?? {})])]
      .filter(isBlockKey)
      .flatMap((block) => blockContradictions(block, row.blocks?.[block], blocks[block])),
  ];
}

const outcomeText = (reason: string | undefined): string =>
  reason === undefined ? 'with answers' : `as failed (${reason})`;

function blockContradictions(
  block: BlockKey,
  deliveredAnswer: DeliveredAnswer | undefined,
  recordedAnswer: BlockHistory | undefined,
): readonly Contradiction[] {
  const [deliveredText, recordedText] = [answerText(deliveredAnswer), answerText(recordedAnswer)];
  if (deliveredText === recordedText) return [];
  const units = countText(recordedAnswer?.units ?? 0, 'unit');
  return [
    {
      block,
      detail: `${block} was delivered ${deliveredText}, recorded ${recordedText} and charged ${units}.`,
    },
  ];
}

function answerText(answer: DeliveredAnswer | undefined): string {
  if (answer === undefined) return 'nowhere';
  const { status, reason } = answer;
  const hasReason = status === 'not_found' || status === 'not_enabled';
  return hasReason ? `${status} (${reason ?? 'no reason'})` : String(status);
}
