/**
 * The allowance of the register's key: one record for all processes, in Coordination, changed only from what was read.
 * It may be lost with that store; then the register's own 429 sets it right.
 */
import { changeEntry } from '../../platform/coordination/change-entry.js';
import type { Coordination, CoordinationEntry } from '../../platform/coordination/coordination.js';
import type { Clock } from '../../platform/time/clock.js';
import {
  closedUntil,
  remaining,
  takeOne,
  UNUSED,
  WINDOW_MS,
  type AllowanceState,
  type Taking,
} from './allowance-rules.js';
import type { Priority } from './register-api.js';

const KEY = 'register-api/allowance';
/** No pause that the register asks for is longer than this to us. */
const LONGEST_PAUSE_MS = 900_000;
/** After that nothing in the record counts any more. */
const TTL_MS = LONGEST_PAUSE_MS + WINDOW_MS;

export interface AllowanceParts {
  readonly coordination: Coordination;
  readonly clock: Clock;
  /** Requests in any five minutes. */
  readonly limit: number;
}

export class Allowance {
  constructor(private readonly parts: AllowanceParts) {}

  /** Null: one request may go out now. Else the milliseconds after which asking again makes sense. */
  async take(priority: Priority): Promise<number | null> {
    let wait: number | null = null;
    await this.change((state) => {
      const taking: Taking = takeOne(state, { ...this.terms(), priority });
      wait = taking.granted ? null : taking.retryAfterMs;
      return taking.granted ? taking.state : null;
    });
    return wait;
  }

  /** The register asked for a pause: nobody asks before it is over. */
  async close(milliseconds: number): Promise<void> {
    const pause = Math.min(milliseconds, LONGEST_PAUSE_MS);
    await this.change((state) => closedUntil(state, this.terms().now + pause));
  }

  /** What a priority may still ask for now. */
  async left(priority: Priority): Promise<number> {
    return remaining(stateOf(await this.parts.coordination.get(KEY)), { ...this.terms(), priority });
  }

  private terms(): { readonly now: number; readonly limit: number } {
    return { now: this.parts.clock.now().getTime(), limit: this.parts.limit };
  }

  private change(next: (state: AllowanceState) => AllowanceState | null): Promise<void> {
    return changeEntry(this.parts.coordination, { key: KEY, ttl: TTL_MS }, (entry) => {
      const state = next(stateOf(entry));
      return state === null ? null : { ...state };
    });
  }
}

/** Only this file writes under the key. */
const stateOf = (entry: CoordinationEntry | null | undefined): AllowanceState =>
  entry == null ? UNUSED : (entry.value as unknown as AllowanceState);
