/** Flags the values of a row whose company is in doubt: they may be another company's (Blocks 1.7). */
import { FLAGGED_BELOW } from '../../../../contract/src/block-key.js';

/**
 * The envelope as a row with such a match serves it.
 * @param matchConfidence 0..1
 */
export const flaggedBy = <T extends { readonly status: string }>(matchConfidence: number, envelope: T): T =>
  matchConfidence < FLAGGED_BELOW && envelope.status === 'available'
    ? { ...envelope, flagged_for_review: true }
    : envelope;
