/** Limits the requests with the register's key in any window of time. They are counted by short slots. */
import { Budget, LONGEST_PAUSE_MS, type BudgetParts, type BudgetState } from '../budget.js';
import type { Priority } from './register-api.js';

/** The length of the publisher's window. */
export const WINDOW_MS = 300_000;
/** A request counts for the window and at least this much longer: clocks differ, and requests travel. */
const SLOT_MS = 5_000;
const SLOTS_COUNTED = WINDOW_MS / SLOT_MS + 2;

/** The share of the limit that is reserved for higher priorities, at least one request. */
const RESERVED_SHARE: Readonly<Record<Priority, number>> = { resolve: 0, job: 0.1, bulk: 0.2 };

interface AllowanceState extends BudgetState {
  /** Requests by the number of their slot since 1970, oldest first. */
  readonly taken: readonly (readonly [slot: number, count: number])[];
}

const UNUSED: AllowanceState = { taken: [], closed_until: 0 };

type Taking =
  | { readonly granted: true; readonly state: AllowanceState }
  | { readonly granted: false; readonly retryAfterMs: number };

const limitFor = (limit: number, priority: Priority): number =>
  Math.max(1, limit - Math.ceil(limit * RESERVED_SHARE[priority]));

/** The requests that still count. A slot in the future, from a fast clock, counts as now. */
function countedRequests(state: AllowanceState, slot: number): (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (const [at, count] of state.taken) {
    const countedSlot = Math.min(at, slot);
    if (countedSlot > slot - SLOTS_COUNTED) counts.set(countedSlot, (counts.get(countedSlot) ?? 0) + count);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

/** Takes one more request, if the priority's part of the limit has room for it now. */
function takeOne(
  state: AllowanceState,
  { now, limit, priority }: { readonly now: number; readonly limit: number; readonly priority: Priority },
): Taking {
  if (state.closed_until > now) return { granted: false, retryAfterMs: state.closed_until - now };
  const slot = Math.floor(now / SLOT_MS);
  const countsBySlot = countedRequests(state, slot);
  let over = countsBySlot.reduce((sum, [, count]) => sum + count, 0) - limitFor(limit, priority) + 1;
  if (over <= 0) {
    const before = countsBySlot.filter(([at]) => at < slot);
    const here = countsBySlot.find(([at]) => at === slot)?.[1] ?? 0;
    return { granted: true, state: { taken: [...before, [slot, here + 1]], closed_until: 0 } };
  }
  const freeing = countsBySlot.find(([, count]) => (over -= count) <= 0)?.[0] ?? slot;
  return { granted: false, retryAfterMs: (freeing + SLOTS_COUNTED) * SLOT_MS - now };
}

function remaining(
  state: AllowanceState,
  { now, limit, priority }: { readonly now: number; readonly limit: number; readonly priority: Priority },
): number {
  if (state.closed_until > now) return 0;
  const used = countedRequests(state, Math.floor(now / SLOT_MS)).reduce((sum, [, count]) => sum + count, 0);
  return Math.max(0, limitFor(limit, priority) - used);
}

const RECORD = { key: 'register-api/allowance', ttl: LONGEST_PAUSE_MS + WINDOW_MS, unused: UNUSED };

export class Allowance extends Budget<AllowanceState> {
  /** @param parts.limit the maximum number of requests in any five minutes */
  constructor(private readonly parts: BudgetParts & { readonly limit: number }) {
    super(parts, RECORD);
  }

  /** Takes a request. Returns null if it may go out now, else the milliseconds until another attempt. */
  async take(priority: Priority): Promise<number | null> {
    let wait: number | null = null;
    await this.change((state, now) => {
      const taking = takeOne(state, { now, limit: this.parts.limit, priority });
      wait = taking.granted ? null : taking.retryAfterMs;
      return taking.granted ? taking.state : null;
    });
    return wait;
  }

  async left(priority: Priority): Promise<number> {
    return remaining(await this.state(), { now: this.now(), limit: this.parts.limit, priority });
  }
}
