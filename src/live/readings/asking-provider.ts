/** What the answers of a provider mean to whoever wants a reading. */
import type { ProviderAnswer } from '../providers/provider.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { Checked, NotRead } from './readings.js';

/** What isn't there this time may be there the next, though a worker needn't hurry. */
const AGAIN_MS = 5_000;

/** `reason`: the block's code for a provider that failed. The cap and a pause that was asked for are `source_busy`. */
export function notAnswered(
  answer: Exclude<ProviderAnswer, { readonly status: 'answered' }>,
  reason: ReasonCode,
): NotRead {
  if (answer.status === 'busy')
    return { status: 'not_read', reason: 'source_busy', again_in_ms: answer.again_in_ms };
  const lasts = answer.status === 'unavailable' && answer.lasting;
  return { status: 'not_read', reason, ...(!lasts && { again_in_ms: AGAIN_MS }) };
}

export const askedNow = (fetched_at: string): Checked => ({ checked_live: true, checked_at: fetched_at });
