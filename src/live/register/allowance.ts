/** The allowance of the register's key. */
import { Budget, LONGEST_PAUSE_MS, type BudgetParts } from '../budget.js';
import { remaining, takeOne, UNUSED, WINDOW_MS, type AllowanceState } from './allowance-rules.js';
import type { Priority } from './register-api.js';

const RECORD = { key: 'register-api/allowance', ttl: LONGEST_PAUSE_MS + WINDOW_MS, unused: UNUSED };

export interface AllowanceParts extends BudgetParts {
  /** Requests in any five minutes. */
  readonly limit: number;
}

export class Allowance extends Budget<AllowanceState> {
  constructor(private readonly parts: AllowanceParts) {
    super(parts, RECORD);
  }

  /** Null: one request may go out now. Else the milliseconds after which asking again makes sense. */
  async take(priority: Priority): Promise<number | null> {
    let wait: number | null = null;
    await this.change((state, now) => {
      const taking = takeOne(state, { now, limit: this.parts.limit, priority });
      wait = taking.granted ? null : taking.retryAfterMs;
      return taking.granted ? taking.state : null;
    });
    return wait;
  }

  /** What a priority may still ask for now. */
  async left(priority: Priority): Promise<number> {
    return remaining(await this.state(), { now: this.now(), limit: this.parts.limit, priority });
  }
}
