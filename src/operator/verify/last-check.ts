/** What the check that stands beside the projector found, and how far it is. */
import { readCheckState, type CheckState } from '../../verify/standing/check-state.js';
import { positionsBetween } from '../../platform/projector/status.js';
import type { Operator } from '../operator.js';

export interface LastCheck extends CheckState {
  /** Positions of the store between it and the end of the log. */
  readonly behind: number;
}

/** Null until a check has run. */
export async function lastCheck({ stores }: Pick<Operator, 'stores'>): Promise<LastCheck | null> {
  const state = await readCheckState(stores.coordination);
  if (state === null) return null;
  return { ...state, behind: positionsBetween(state.position, await stores.eventStore.head()) };
}
