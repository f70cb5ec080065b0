/** Limits the calls to a provider: a maximum in a UTC day, requested pauses, a gap between two calls. */
import { Budget, type BudgetParts, type BudgetState } from '../budget.js';
import type { ProviderName } from './provider.js';

export interface CallState extends BudgetState {
  /** YYYY-MM-DD, UTC: the day of `calls`. */
  readonly day: string;
  readonly calls: number;
  /** The time (milliseconds since 1970) at which the last granted call goes out. */
  readonly last_at: number;
}

export const NO_CALLS: CallState = { day: '', calls: 0, closed_until: 0, last_at: 0 };

export interface CallLimits {
  /** The maximum number of calls in a day; null: no limit. */
  readonly callsPerDay: number | null;
  /** The minimum milliseconds from one call to the next. */
  readonly gapMs: number;
}

interface CallTerms extends CallLimits {
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Granting =
  | { readonly granted: true; readonly state: CallState; readonly waitMs: number }
  | { readonly granted: false; readonly by: 'cap' | 'provider'; readonly againInMs: number };

const DAY_MS = 86_400_000;
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

const callsOf = (state: CallState, now: number): number => (state.day === dayOf(now) ? state.calls : 0);

/** Takes one call. @param patienceMs the longest time that the caller waits for its turn */
export function takeCall(
  state: CallState,
  { now, callsPerDay, gapMs, patienceMs }: CallTerms & { readonly patienceMs: number },
): Granting {
  if (state.closed_until > now)
    return { granted: false, by: 'provider', againInMs: state.closed_until - now };
  const calls = callsOf(state, now);
  if (callsPerDay !== null && calls >= callsPerDay)
    return { granted: false, by: 'cap', againInMs: DAY_MS - (now % DAY_MS) };
  // A turn that a process with a fast clock took must not block the others.
  const last = Math.min(state.last_at, now + patienceMs + gapMs);
  const waitMs = Math.max(0, last + gapMs - now);
  if (waitMs > patienceMs) return { granted: false, by: 'provider', againInMs: waitMs };
  const newState = { day: dayOf(now), calls: calls + 1, closed_until: 0, last_at: now + waitMs };
  return { granted: true, state: newState, waitMs };
}

/** The number of calls that are left today; null: calls aren't counted. */
export function callsLeft(state: CallState, { now, callsPerDay }: Omit<CallTerms, 'gapMs'>): number | null {
  if (callsPerDay === null) return null;
  return state.closed_until > now ? 0 : Math.max(0, callsPerDay - callsOf(state, now));
}

const TTL_MS = 2 * 86_400_000;

/** Limits the calls of all processes: in a UTC day, and from one call to the next. */
export class CallAllowance extends Budget<CallState> {
  constructor(private readonly parts: BudgetParts & CallLimits & { readonly provider: ProviderName }) {
    super(parts, { key: `providers/${parts.provider}/calls`, ttl: TTL_MS, unused: NO_CALLS });
  }

  /** Counts a call that may go out after `waitMs`, or returns the milliseconds until another attempt. */
  async take(patienceMs: number): Promise<Granting> {
    const { callsPerDay, gapMs } = this.parts;
    let granting: Granting = { granted: false, by: 'provider', againInMs: 0 };
    await this.change((state, now) => {
      granting = takeCall(state, { now, callsPerDay, gapMs, patienceMs });
      return granting.granted ? granting.state : null;
    });
    return granting;
  }

  /** Returns the calls left today; null: they aren't counted. */
  async left(): Promise<number | null> {
    return callsLeft(await this.state(), { now: this.now(), callsPerDay: this.parts.callsPerDay });
  }
}
