/** Describes what happened to a row in sentences that support can read to a customer. */
import { REASONS, type ReasonCode } from '../../packages/contract/src/reason-code.js';
import { operatorNamed } from '../streams/envelope.js';
import { chunkProgress, type JobChunkFacts, type JobFacts } from './job-facts.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { BlockHistory, RowFindings, RowHistory } from './row-history.js';
import { countText, moment } from '../../packages/words/src/text/formats.js';

interface RowContext {
  readonly job: JobFacts;
  readonly chunk: JobChunkFacts;
  /** The hold that keeps the data now; null without one. */
  readonly hold: JobFacts['hold'];
  /** True if the retention is over and the data are not erased yet. Then no data are shown. */
  readonly isExpired: boolean;
}

/** The reason code and its meaning, without the marks of the API's documentation. */
export const reasonInWords = (reason: ReasonCode): string =>
  `${reason}: ${REASONS[reason].meaning.replaceAll('`', '').replace(/ \(\d{3}\)/, '')}`;

const MATCHED_ON_TEXTS = {
  company_number: 'its number',
  company_name: 'its name',
  previous_name: 'a name that it bore before',
  domain: 'its website',
} as const;

export function rowSentences(row: RowFindings, context: RowContext): string[] {
  const { submission } = context.job;
  const request = `Key ${row.key_id} of account ${row.account_id} asked for it at ${moment(row.asked_at)}, in request ${row.request_id}: ${countText(submission.blocks.length, 'block')}${submission.operation === 'resolve' ? ', as a single resolve' : ''}.`;
  return [request, ...outcomeSentences(row, context), ...retentionSentences(row, context)];
}

function outcomeSentences(row: RowFindings, { job, chunk }: RowContext): string[] {
  if (row.delivered_at !== null)
    return [deliverySentence(row, row.delivered_at), billingSentence(row), ...contradictionSentences(row)];
  if (row.reason === 'not_completed' && job.cancelRequest !== null)
    return [
      `The job was cancelled at ${moment(job.cancelRequest.time)}, before the row was started: it was skipped and costs nothing.`,
    ];
  if (row.reason !== null)
    return [
      `The row as a whole failed with ${reasonInWords(row.reason)}`,
      'A row that fails costs nothing.',
      ...contradictionSentences(row),
    ];
  const firstStart = chunk.starts[0];
  if (chunkProgress(job, chunk) === 'started' && firstStart !== undefined)
    return [
      `A worker took it on at ${moment(firstStart.time)}; nothing is recorded yet, and nothing is billed.`,
    ];
  return ['No worker has taken it on yet; nothing is billed.'];
}

const contradictionSentences = ({ contradictions }: RowFindings): string[] =>
  contradictions.map(({ detail }) => `${detail} The log contradicts itself: run \`verify\`.`);

function deliverySentence(row: RowFindings, at: string): string {
  const { company_number, matched_on, match_confidence } = row;
  if (company_number === null || matched_on === null)
    return `It was matched to a company and delivered at ${moment(at)}; with store=false the log keeps nothing of which.`;
  const confidence = match_confidence === null ? '' : `, confidence ${match_confidence}`;
  return `It was matched to company ${company_number} by ${MATCHED_ON_TEXTS[matched_on]}${confidence}, and delivered at ${moment(at)}.`;
}

function billingSentence({ blocks, units }: Pick<RowFindings, 'blocks' | 'units'>): string {
  const histories = Object.values(blocks);
  const waitingBlocks = histories.filter(({ status }) => status === 'pending').length;
  const ending = waitingBlocks === 0 ? '' : ` so far; ${countText(waitingBlocks, 'block')} still pending`;
  return `${countText(units, 'unit')} billed for ${countText(histories.length, 'block')}${ending}.`;
}

function retentionSentences(
  { asked }: Pick<RowFindings, 'asked'>,
  { job, hold, isExpired }: RowContext,
): string[] {
  if (isExpired) return ['The retention of what was asked and delivered is over: it is about to be erased.'];
  if (!job.submission.stored)
    return ['It was asked with store=false: what was asked and delivered was never kept.'];
  if (job.erasure !== null) {
    const { time, event, actor } = job.erasure;
    const operator = operatorNamed(actor);
    if (hold !== null)
      return [
        `Its pages ended at ${moment(time)} (${event.data.reason}). The data are held for a dispute since ${moment(hold.time)} (${hold.event.data.reason}); evidence alone shows them.`,
      ];
    const author = operator === null ? '' : ` by operator ${operator}`;
    return [
      `What was asked and delivered was erased${author} at ${moment(time)} (${event.data.reason}); facts and charges stay.`,
    ];
  }
  return asked === null ? ['What was asked is not in the log, although it should be: run `verify`.'] : [];
}

/** Reasons why a block of a delivered row is free, in words. */
export const FREE_REASON_TEXTS = {
  not_found: 'nothing was found',
  not_enabled: 'the account did not have it when the request was accepted',
  pending: 'still being looked for, billed once if it is found',
} as const;

/** A sentence that says whether a block of a delivered row was billed, and why. */
export function billedSentence(key: string, row: Pick<RowHistory, 'blocks' | 'contradictions'>): string {
  const contradiction = row.contradictions.find(({ block }) => block === key || block === null);
  const block = row.blocks[key as BlockKey];
  if (contradiction !== undefined) return `Contradicted: ${contradiction.detail}`;
  return block === undefined ? '' : blockBillSentence(block);
}

function blockBillSentence({ units, why_not_billed, reason, late }: BlockHistory): string {
  const delivery = late === null ? 'with the row' : `late, at ${moment(late)}`;
  if (units > 0) return `Billed: it was delivered ${delivery}.`;
  const explanation = reason === null ? '' : ` (${reasonInWords(reason).replace(/\.$/, '')})`;
  if (why_not_billed === null) return 'Neither billed nor free for a stated reason: run `verify`.';
  const firstWords = why_not_billed === 'pending' ? 'Not billed yet' : 'Free';
  return `${firstWords}: ${FREE_REASON_TEXTS[why_not_billed]}${why_not_billed === 'not_found' ? explanation : ''}.`;
}
