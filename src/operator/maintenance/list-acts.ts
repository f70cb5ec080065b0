/** Lists maintenance acts with their states: running, ended, or interrupted before or after their change. */
import { readGenerations } from '../../../packages/platform/src/projector/projector-state.js';
import { EditionFiles } from '../../../packages/enrichment/src/index.js';
import {
  type MaintenanceAct,
  evolve,
  NO_ACTS,
  type MaintenanceState,
} from '../../streams/maintenance/maintenance.decider.js';
import { type Maintenance, maintenanceStreams } from '../../streams/maintenance/maintenance.events.js';
import type { OperatorServices } from '../operator.js';
import { leaseOfAct } from './perform.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';

export type ActState =
  /** The act's process lives, or died within the last ten seconds. */
  | 'running'
  | 'done'
  | 'failed'
  /** The act was interrupted when its process died, and changed nothing. */
  | 'nothing_changed'
  /** The act was interrupted after its change, which is complete. */
  | 'changed'
  /** The act was interrupted; a later act has changed the same data since. */
  | 'changed_since';

export interface ListedAct extends MaintenanceAct {
  readonly state: ActState;
}

/** Lists acts, the newest first. @param kinds only acts of these kinds are listed */
export async function listActs(
  operator: Pick<OperatorServices, 'stores' | 'settings'>,
  kinds: readonly Maintenance['kind'][],
  limit = 20,
): Promise<readonly ListedAct[]> {
  const acts = [...(await readActs(operator.stores.eventStore)).values()]
    .filter(({ what }) => kinds.includes(what.kind))
    .slice(-limit)
    .reverse();
  return Promise.all(acts.map(async (act) => ({ ...act, state: await stateOf(operator, act) })));
}

async function stateOf(
  operator: Pick<OperatorServices, 'stores' | 'settings'>,
  act: MaintenanceAct,
): Promise<ActState> {
  if (act.ended !== null) return act.ended.outcome;
  const lease = await operator.stores.coordination.get(leaseOfAct(act.act));
  return lease === undefined ? stateOfInterruptedAct(operator, act) : 'running';
}

async function stateOfInterruptedAct(
  { stores, settings }: Pick<OperatorServices, 'stores' | 'settings'>,
  { what, prepared }: MaintenanceAct,
): Promise<ActState> {
  if (what.kind === 'edition_activation')
    return EditionFiles.activeEdition(settings.dataDir, what.source) === what.edition
      ? 'changed'
      : 'nothing_changed';
  if (prepared === null) return 'nothing_changed';
  const liveGeneration = (await readGenerations(stores.readModels)).get(prepared.read_model)?.generation ?? 0;
  if (liveGeneration === prepared.generation) return 'changed';
  return liveGeneration < prepared.generation ? 'nothing_changed' : 'changed_since';
}

/** Reads the whole stream: an act has two or three events. */
export async function readActs(store: Pick<EventStore, 'readStream'>): Promise<MaintenanceState> {
  let state = NO_ACTS;
  for await (const page of storedPages(store, maintenanceStreams.streamOf('all')))
    state = evolve(state, page.map(maintenanceStreams.decode));
  return state;
}
