/** The calls of one provider. */
import { Budget, type BudgetParts } from '../budget.js';
import {
  callsLeft,
  NO_CALLS,
  takeCall,
  type CallState,
  type CallTerms,
  type Granting,
} from './call-rules.js';
import type { ProviderName } from './provider.js';

const TTL_MS = 2 * 86_400_000;

/** In a UTC day, and from one call to the next, of all processes. */
export interface CallAllowanceParts extends BudgetParts, Omit<CallTerms, 'now'> {
  readonly provider: ProviderName;
}

export class CallAllowance extends Budget<CallState> {
  constructor(private readonly parts: CallAllowanceParts) {
    super(parts, { key: `providers/${parts.provider}/calls`, ttl: TTL_MS, unused: NO_CALLS });
  }

  /** Counts a call, which may go out after `waitMs`; or says when asking again makes sense. */
  async take(patienceMs: number): Promise<Granting> {
    const { callsPerDay, gapMs } = this.parts;
    let granting: Granting = { granted: false, by: 'provider', againInMs: 0 };
    await this.change((state, now) => {
      granting = takeCall(state, { now, callsPerDay, gapMs, patienceMs });
      return granting.granted ? granting.state : null;
    });
    return granting;
  }

  /** What may still be asked today; null where it isn't counted. */
  async left(): Promise<number | null> {
    return callsLeft(await this.state(), { now: this.now(), callsPerDay: this.parts.callsPerDay });
  }
}
