/**
 * The calls of one provider: one record for all processes, in Coordination, changed only from what was read. It may be
 * lost with that store; then the day's count begins again, and the provider's own 429 sets the pause right.
 */
import { changeEntry } from '../../platform/coordination/change-entry.js';
import type { Coordination, CoordinationEntry } from '../../platform/coordination/coordination.js';
import type { Clock } from '../../platform/time/clock.js';
import { callsLeft, closedUntil, NO_CALLS, takeCall, type CallState, type Granting } from './call-rules.js';
import type { ProviderName } from './provider.js';

/** No pause that a provider asks for is longer than this to us. */
const LONGEST_PAUSE_MS = 900_000;
/** After that nothing in the record counts any more. */
const TTL_MS = 2 * 86_400_000;

export interface CallAllowanceParts {
  readonly provider: ProviderName;
  readonly coordination: Coordination;
  readonly clock: Clock;
  /** In a UTC day, of all processes; null: as many as anyone likes. */
  readonly callsPerDay: number | null;
  /** Least milliseconds from one call to the next, of all processes. */
  readonly gapMs: number;
}

export class CallAllowance {
  constructor(private readonly parts: CallAllowanceParts) {}

  /** Counts a call, which may go out after `waitMs`; or says when asking again makes sense. */
  async take(patienceMs: number): Promise<Granting> {
    let granting: Granting = { granted: false, by: 'provider', againInMs: 0 };
    await this.change((state) => {
      granting = takeCall(state, { ...this.terms(), patienceMs });
      return granting.granted ? granting.state : null;
    });
    return granting;
  }

  /** The provider asked for a pause. The milliseconds for which nobody asks. */
  async close(milliseconds: number): Promise<number> {
    const pause = Math.min(milliseconds, LONGEST_PAUSE_MS);
    await this.change((state) => closedUntil(state, this.terms().now + pause));
    return pause;
  }

  /** What may still be asked today; null where it isn't counted. */
  async left(): Promise<number | null> {
    return callsLeft(stateOf(await this.parts.coordination.get(this.key)), this.terms());
  }

  private get key(): string {
    return `providers/${this.parts.provider}/calls`;
  }

  private terms(): { readonly now: number; readonly callsPerDay: number | null; readonly gapMs: number } {
    const { clock, callsPerDay, gapMs } = this.parts;
    return { now: clock.now().getTime(), callsPerDay, gapMs };
  }

  private change(next: (state: CallState) => CallState | null): Promise<void> {
    return changeEntry(this.parts.coordination, { key: this.key, ttl: TTL_MS }, (entry) => {
      const state = next(stateOf(entry));
      return state === null ? null : { ...state };
    });
  }
}

/** Only this file writes under the key. */
const stateOf = (entry: CoordinationEntry | null | undefined): CallState =>
  entry == null ? NO_CALLS : (entry.value as unknown as CallState);
