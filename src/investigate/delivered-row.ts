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

/** The part of a served row that is read here. */
interface ServedRow {
  status?: string;
  readonly reason?: string;
  readonly blocks?: Record<string, DeliveredAnswer>;
  readonly matched?: { readonly company_number?: string; readonly match_confidence?: number };
}

/** The row as pages serve it, with its late blocks; null where it is not kept or can't be read. */
export function deliveredRow({ delivered, lateBlocks }: RowFacts): ServedRow | null {
  const row = delivered === null ? null : parseRow(delivered);
  if (row?.blocks === undefined || lateBlocks.length === 0) return row;
  const isFlagged = (row.matched?.match_confidence ?? 1) < FLAGGED_BELOW;
  for (const { event } of lateBlocks) {
    const { block, envelope } = event.data;
    const flagged = isFlagged && envelope['status'] === 'available' ? { flagged_for_review: true } : {};
    row.blocks[block] = { ...envelope, ...flagged };
  }
  const pending = Object.values(row.blocks).some(({ status }) => status === 'pending');
  row.status = pending ? 'pending' : 'done';
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
  { delivered, resolved, failed }: RowFacts,
  row: ServedRow | null,
  blocks: Readonly<Partial<Record<BlockKey, BlockHistory>>>,
): readonly Contradiction[] {
  if (delivered === null || (resolved === null && failed === null)) return [];
  const rowContradiction = (detail: string): Contradiction[] => [{ block: null, detail }];
  if (row === null) return rowContradiction('The row as delivered is no JSON, so it proves nothing.');
  const reason = failed?.event.data.reason;
  if (row.reason !== reason)
    return rowContradiction(
      `The row was delivered ${outcomeText(row.reason)} and recorded ${outcomeText(reason)}.`,
    );
  const company = resolved?.event.data.company_number ?? undefined;
  const number = row.matched?.company_number;
  return [
    ...(number === company
      ? []
      : rowContradiction(
          `The row was delivered for company ${number ?? 'none'} and recorded for ${company ?? 'none'}.`,
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
  delivered: DeliveredAnswer | undefined,
  recorded: BlockHistory | undefined,
): readonly Contradiction[] {
  const [deliveredText, recordedText] = [answerText(delivered), answerText(recorded)];
  if (deliveredText === recordedText) return [];
  const units = countText(recorded?.units ?? 0, 'unit');
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
