/** Reads the findings and the progress of the standing check, which runs beside the projector. */
import { readCheckState, type CheckState } from '../../verify/standing/check-state.js';
import { positionsBetween } from '../../../packages/platform/src/projector/status.js';
import type { OperatorServices } from '../operator.js';

export interface LastCheck extends CheckState {
  /** The number of store positions between the check and the end of the log. */
  readonly behind: number;
}

/** Returns null until a check has run. */
export async function lastCheck({ stores }: Pick<OperatorServices, 'stores'>): Promise<LastCheck | null> {
  const state = await readCheckState(stores.coordination);
  if (state === null) return null;
  return { ...state, behind: positionsBetween(state.position, await stores.eventStore.head()) };
}
