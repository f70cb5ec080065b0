/** Tells whether persons have verified their identity for a role, on the day of the answer (Blocks 6.1). */
import type { IdentityDetails } from '../../sources/kit/records/identity-details.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { atMost } from '../runner/served-lists.js';
import type { FinalAnswer } from '../runner/define-block.js';

const VERIFICATION_STATUSES = ['verified', 'due', 'overdue', 'ended', 'not_told', 'not_required'] as const;
type Status = (typeof VERIFICATION_STATUSES)[number];

/** A role of a person. `mustVerify`: the law asks for a verified identity in such a role. */
interface VerifiableRole {
  readonly identity?: IdentityDetails | undefined;
  readonly mustVerify: boolean;
}

function statusOf({ identity, mustVerify }: VerifiableRole, day: IsoDate): Status {
  if (identity === undefined) return mustVerify ? 'not_told' : 'not_required';
  const { start_on, end_on, due_on } = identity;
  const hasStarted = start_on !== null && start_on <= day;
  if (hasStarted && (end_on === null || end_on > day)) return 'verified';
  // A due date after the end asks for a new verification.
  if (hasStarted && (due_on === null || due_on <= (end_on ?? ''))) return 'ended';
  if (due_on === null) return mustVerify ? 'not_told' : 'not_required';
  return due_on < day ? 'overdue' : 'due';
}

function verificationOf(person: VerifiableRole, day: IsoDate) {
  const status = statusOf(person, day);
  const { statement_on = null, due_on = null, provider = null, supervisors = [] } = person.identity ?? {};
  const isByProvider = provider !== null || supervisors.length > 0;
  const hasRoute = status === 'verified' || status === 'ended';
  return {
    status,
    statement_on,
    due_on,
    route: hasRoute ? (isByProvider ? 'provider' : 'direct') : null,
    verified_by: provider,
    supervisors: [...supervisors],
  };
}

/** The parts of `detail` about current people. All are counted, and at most `maxCount` are listed. */
export function identityVerifications(current: readonly VerifiableRole[], day: IsoDate, maxCount: number) {
  if (current.length === 0) return {};
  const verifications = current.map((person) => verificationOf(person, day));
  return {
    identity_verification: atMost(maxCount, verifications),
    identity_verification_counts: Object.fromEntries(
      VERIFICATION_STATUSES.flatMap((status) => {
        const count = verifications.filter((verification) => verification.status === status).length;
        return count === 0 ? [] : [[status, count] as const];
      }),
    ),
  };
}

/** The number of overdue verifications; null if no verification is known. */
export function overdueIn(answer: FinalAnswer): number | null {
  if (answer.status !== 'available') return null;
  const counts = answer.detail?.['identity_verification_counts'] as
    | Readonly<Record<string, number>>
    | undefined;
  const { verified = 0, due = 0, overdue = 0, ended = 0 } = counts ?? {};
  return verified + due + overdue + ended === 0 ? null : overdue;
}
