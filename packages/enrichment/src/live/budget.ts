/**
 * Keeps the calls that a server's rate limit still allows, in one record in Coordination for all processes,
 * which is changed by compare-and-set alone. If the record is lost, the count starts again, and the server's
 * next 429 corrects it.
 */
import { changeEntry } from '../../../platform/src/coordination/change-entry.js';
import type { Coordination } from '../../../platform/src/coordination/coordination.js';
import type { JsonObject } from '../../../platform/src/values/json.js';
import type { Clock } from '../../../platform/src/time/clock.js';

export interface BudgetState {
  /** The time (milliseconds since 1970) until which the server asked for a pause; 0: it didn't. */
  readonly closed_until: number;
}

/** The state with a pause: no process calls before its end. */
export const closedUntil = <State extends BudgetState>(state: State, until: number): State => ({
  ...state,
  closed_until: Math.max(state.closed_until, until),
});

/** The longest pause that is kept, whatever the server asks for. */
export const LONGEST_PAUSE_MS = 900_000;

export interface BudgetParts {
  readonly coordination: Coordination;
  readonly clock: Clock;
}

export class Budget<State extends BudgetState> {
  /** @param record `ttl`: milliseconds after which its content is out of date */
  constructor(
    private readonly shared: BudgetParts,
    private readonly record: { readonly key: string; readonly ttl: number; readonly unused: State },
  ) {}

  /** Pauses all calls at the server's request. @returns the pause in milliseconds */
  async close(milliseconds: number): Promise<number> {
    const pause = Math.min(milliseconds, LONGEST_PAUSE_MS);
    await this.change((state, now) => closedUntil(state, now + pause));
    return pause;
  }

  protected now(): number {
    return this.shared.clock.now().getTime();
  }

  protected async state(): Promise<State> {
    return this.stateIn(await this.shared.coordination.get(this.record.key));
  }

  /** @param next the new state; null: nothing changes */
  protected change(next: (state: State, now: number) => State | null): Promise<void> {
    return changeEntry(
      this.shared.coordination,
      this.record,
      // A state consists of numbers, texts and lists of them.
      (entry) => next(this.stateIn(entry), this.now()) as JsonObject | null,
    );
  }

  /** Only this file writes under the key. */
  private stateIn(entry: { readonly value: unknown } | null | undefined): State {
    return entry == null ? this.record.unused : (entry.value as State);
  }
}
