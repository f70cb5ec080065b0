/** The state of the standing check, for readiness, metrics and `doctor`. */
import type { Coordination } from '../platform/coordination/coordination.js';
import type { Position } from '../platform/event-store/event-store.js';
import { readCheckState, type BrokenInvariant } from '../verify/standing/check-state.js';

export interface InvariantStatus {
  /** The log is checked up to here; null before the first check. */
  readonly position: Position | null;
  readonly checked_at: string | null;
  readonly broken: readonly Pick<BrokenInvariant, 'id' | 'name' | 'offenders'>[];
}

/** Leaves out the examples of offenders, since readers need no key. */
export async function invariantStatus(coordination: Pick<Coordination, 'get'>): Promise<InvariantStatus> {
  const state = await readCheckState(coordination);
  if (state === null) return { position: null, checked_at: null, broken: [] };
  const broken = state.broken.map(({ id, name, offenders }) => ({ id, name, offenders }));
  return { position: state.position, checked_at: state.checked_at || null, broken };
}
