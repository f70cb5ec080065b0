/** Decides on seals of the log. Pure: the tree is made elsewhere, from the events. */
import { decided, refuse, type Decision, type Refusal } from '../decision.js';
import type { Timed } from '../envelope.js';
import type { LogSealed, SealEvent } from './seals.events.js';

/** The last seal; null before the first. */
export type SealState = Timed<SealEvent> | null;

export const NO_SEAL: SealState = null;

export const evolve = (state: SealState, events: readonly Timed<SealEvent>[]): SealState =>
  events.at(-1) ?? state;

/** Seals a tree grown from the seal `before`. Refuses if another seal stands: the tree must grow from it. */
export function seal(
  state: SealState,
  before: LogSealed | null,
  next: LogSealed,
): Decision<SealEvent, Refusal<'overtaken'>> {
  const last = state?.event.data ?? null;
  if (last?.leaves !== before?.leaves || last?.root !== before?.root) return refuse('overtaken');
  return next.leaves > (last?.leaves ?? 0) ? decided({ type: 'LogSealed', data: next }) : decided();
}
