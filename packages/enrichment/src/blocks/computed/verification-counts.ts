/** Counts the current officers or controllers who have not verified their identity in time. Pure. */
import type { FinalAnswer } from '../runner/define-block.js';

/** The number of overdue verifications; null if no verification is known. */
export function overdueIn(answer: FinalAnswer): number | null {
  if (answer.status !== 'available') return null;
  const counts = answer.detail?.['identity_verification_counts'] as
    | Readonly<Record<string, number>>
    | undefined;
  const { verified = 0, due = 0, overdue = 0, ended = 0 } = counts ?? {};
  return verified + due + overdue + ended === 0 ? null : overdue;
}
