/** Decisions about maintenance acts. Pure: other code carries the acts out. */
import { decided, refuse, type Decision, type Refusal } from '../decision.js';
import type { Timed } from '../envelope.js';
import type {
  Maintenance,
  MaintenanceEnded,
  MaintenanceEvent,
  TakeOverPrepared,
} from './maintenance.events.js';

export interface MaintenanceAct {
  readonly act: string;
  readonly operator: string;
  readonly reason: string | null;
  readonly what: Maintenance;
  readonly started_at: string;
  /** Null: no generation is ready to be taken over. */
  readonly prepared: TakeOverPrepared | null;
  /** Null: the act goes on, or its process ended before it did. */
  readonly ended: (MaintenanceEnded & { readonly ended_at: string }) | null;
}

/** Acts by their id, in the order in which they were started. */
export type MaintenanceState = ReadonlyMap<string, MaintenanceAct>;

export const NO_ACTS: MaintenanceState = new Map();

export function evolve(
  state: MaintenanceState,
  events: readonly Timed<MaintenanceEvent>[],
): MaintenanceState {
  const acts = new Map(state);
  for (const { event, time } of events) {
    const startedAct = acts.get(event.data.act);
    switch (event.type) {
      case 'MaintenanceStarted':
        acts.set(event.data.act, { ...event.data, started_at: time, prepared: null, ended: null });
        break;
      case 'TakeOverPrepared':
        if (startedAct !== undefined) acts.set(startedAct.act, { ...startedAct, prepared: event.data });
        break;
      case 'MaintenanceEnded':
        if (startedAct !== undefined)
          acts.set(startedAct.act, { ...startedAct, ended: { ...event.data, ended_at: time } });
        break;
    }
  }
  return acts;
}

export type MaintenanceRefusal = Refusal<'started_before' | 'not_under_way'>;
type MaintenanceDecision = Decision<MaintenanceEvent, MaintenanceRefusal>;

/** Starts an act. The same form sent again is refused. */
export function start(
  state: MaintenanceState,
  wish: Pick<MaintenanceAct, 'act' | 'operator' | 'reason' | 'what'>,
): MaintenanceDecision {
  if (state.has(wish.act)) return refuse('started_before');
  const { act, operator, what } = wish;
  const reason = wish.reason?.trim() || null;
  return decided({ type: 'MaintenanceStarted', data: { act, operator, reason, what } });
}

const isUnderWay = (state: MaintenanceState, act: string): boolean => state.get(act)?.ended === null;

export const prepare = (state: MaintenanceState, data: TakeOverPrepared): MaintenanceDecision =>
  isUnderWay(state, data.act) ? decided({ type: 'TakeOverPrepared', data }) : refuse('not_under_way');

export const end = (state: MaintenanceState, data: MaintenanceEnded): MaintenanceDecision =>
  isUnderWay(state, data.act) ? decided({ type: 'MaintenanceEnded', data }) : refuse('not_under_way');
