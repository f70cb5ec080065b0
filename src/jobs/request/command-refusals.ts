/** Turns refusals of the write side into the HTTP answers 409, 403 and 429 (Spec 8.1; Contract 3.4). */
import { refuse, type Answer } from '../../../packages/platform/src/http/answer.js';
import type { AcceptanceRefusal, KeyConflict } from '../commands.js';

declare module '../../../packages/platform/src/http/answer.js' {
  interface Notes {
    readonly conflict?: KeyConflict;
  }
}

const NO_ENTITLEMENT = { status: 'not_enabled', reason: 'no_entitlement' } as const;

const refusalByName = (names: readonly string[]): Readonly<Record<string, typeof NO_ENTITLEMENT>> =>
  Object.fromEntries(names.map((name) => [name, NO_ENTITLEMENT]));

export function refuseCommand(refusal: AcceptanceRefusal): Answer {
  switch (refusal.outcome) {
    case 'idempotency_key_reused':
      return refuse('idempotency_key_reused').noting({ conflict: refusal.conflict });
    case 'not_enabled':
      return refuse('not_enabled', { blocks: refusalByName(refusal.blocks) });
    case 'option_not_enabled':
      return refuse('option_not_enabled', { blocks: {}, options: refusalByName(refusal.options) });
    case 'budget_reached': {
      const { outcome, retry_after, ...budget } = refusal;
      return refuse(outcome, { retry_suggested: false, ...budget }, { 'Retry-After': String(retry_after) });
    }
    case 'too_many_open_rows': {
      const { max_open_rows, max_unbilled_rows_per_day, retry_after } = refusal;
      const limits = { max_open_rows, max_unbilled_rows_per_day };
      return refuse('too_many_open_rows', limits, { 'Retry-After': String(retry_after) });
    }
  }
}
