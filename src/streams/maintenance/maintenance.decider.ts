/** What may be decided about acts on the whole service. Pure: what an act does is done elsewhere. */
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
  /** Null: nothing was about to be taken over. */
  readonly prepared: TakeOverPrepared | null;
  /** Null: it goes on, or was broken off. */
  readonly ended: (MaintenanceEnded & { readonly ended_at: string }) | null;
}

/** By act, in the order in which they were started. */
export type MaintenanceState = ReadonlyMap<string, MaintenanceAct>;

export const NO_ACTS: MaintenanceState = new Map();

export function evolve(
  state: MaintenanceState,
  events: readonly { readonly event: MaintenanceEvent; readonly time: string }[],
): MaintenanceState {
  const acts = new Map(state);
  for (const { event, time } of events) {
    const known = acts.get(event.data.act);
    switch (event.type) {
      case 'MaintenanceStarted':
        acts.set(event.data.act, { ...event.data, started_at: time, prepared: null, ended: null });
        break;
      case 'TakeOverPrepared':
        if (known !== undefined) acts.set(known.act, { ...known, prepared: event.data });
        break;
      case 'MaintenanceEnded':
        if (known !== undefined) acts.set(known.act, { ...known, ended: { ...event.data, ended_at: time } });
        break;
    }
  }
  return acts;
}

export interface MaintenanceRefusal {
  readonly outcome: 'refused';
  readonly code: 'started_before' | 'not_under_way';
}

type Decided = { readonly outcome: 'decided'; readonly events: readonly MaintenanceEvent[] };
const decided = (event: MaintenanceEvent): Decided => ({ outcome: 'decided', events: [event] });

/** Once an act: the same form sent again sets nothing going. */
export function start(
  state: MaintenanceState,
  wish: Pick<MaintenanceAct, 'act' | 'operator' | 'reason' | 'what'>,
): Decided | MaintenanceRefusal {
  if (state.has(wish.act)) return { outcome: 'refused', code: 'started_before' };
  const { act, operator, what } = wish;
  const reason = wish.reason?.trim() || null;
  return decided({ type: 'MaintenanceStarted', data: { act, operator, reason, what } });
}

const isUnderWay = (state: MaintenanceState, act: string): boolean => state.get(act)?.ended === null;
const NOT_UNDER_WAY: MaintenanceRefusal = { outcome: 'refused', code: 'not_under_way' };

export const prepare = (state: MaintenanceState, data: TakeOverPrepared): Decided | MaintenanceRefusal =>
  isUnderWay(state, data.act) ? decided({ type: 'TakeOverPrepared', data }) : NOT_UNDER_WAY;

export const end = (state: MaintenanceState, data: MaintenanceEnded): Decided | MaintenanceRefusal =>
  isUnderWay(state, data.act) ? decided({ type: 'MaintenanceEnded', data }) : NOT_UNDER_WAY;
