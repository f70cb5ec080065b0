/** Reads what rows and late blocks were delivered as, from the data that the log still keeps. */
import type { BlockOutcome } from '../../packages/contract/src/row.js';
import { rowsOfPack, type BlockDelivered, type RowsDelivered } from '../streams/rowdata/rowdata.events.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { memoizeByObject } from '../../packages/words/src/memoize.js';

export type DataOfDelivery = RowsDelivered['data'] | BlockDelivered['data'];

interface Envelope {
  readonly status?: unknown;
  readonly reason?: unknown;
}

/** A block's status and reason as one text; undefined for no answer. */
export const answerText = (answer: BlockOutcome | undefined): string | undefined =>
  answer && ('reason' in answer ? `${answer.status} (${answer.reason})` : answer.status);

/** The text of a served envelope. An envelope may give a reason beside `available` or `pending` too. */
function envelopeText({ status, reason }: Envelope): string {
  const withReason = status !== 'available' && status !== 'pending' && reason !== undefined;
  const why = typeof reason === 'string' ? reason : JSON.stringify(reason);
  return withReason ? `${String(status)} (${why})` : String(status);
}

/**
 * A row of these packs as it was served: its blocks' answers, and why it failed as a whole.
 * @returns a sentence where it can't be read; null where no pack holds it
 */
export function servedRow(packs: readonly RowsDelivered['data'][], row: number) {
  const pack = packs.find(({ head }) => row >= head.from && row < head.from + head.lengths.length);
  if (pack === undefined) return null;
  try {
    const bytes = rowsOf(pack)[row - pack.head.from];
    return parsedRow(Buffer.from(bytes ?? []).toString('utf8'));
  } catch (error) {
    return `row ${row} as delivered can't be read: ${errorMessage(error)}`;
  }
}

const rowsOf = memoizeByObject(rowsOfPack);

function parsedRow(json: string) {
  const { blocks, reason, matched } = JSON.parse(json) as {
    readonly blocks?: Readonly<Record<string, Envelope>>;
    readonly reason?: string;
    readonly matched?: { readonly company_number?: string };
  };
  const answers: Record<string, string> = {};
  for (const [block, envelope] of Object.entries(blocks ?? {})) answers[block] = envelopeText(envelope);
  return { blocks: answers, reason, company: matched?.company_number ?? null };
}

/** The answer of a late block; undefined where the data are of another row or block. */
export const servedBlock = (content: DataOfDelivery, row: number, block: string): string | undefined =>
  'envelope' in content && content.row === row && content.block === block
    ? envelopeText(content.envelope)
    : undefined;
