/** The acts on the whole service, and of each whether it goes on, is over, or was broken off and what it left. */
import { knownActs } from './known-acts.js';
import { readGenerations } from '../../platform/projector/projector-state.js';
import { activeEdition } from '../../sources/kit/editions/edition.js';
import type { MaintenanceAct } from '../../streams/maintenance/maintenance.decider.js';
import type { Maintenance } from '../../streams/maintenance/maintenance.events.js';
import type { Operator } from '../operator.js';
import { leaseOfAct } from './perform.js';

export type ActState =
  /** Its process lives, or died within the last ten seconds. */
  | 'running'
  | 'done'
  | 'failed'
  /** Broken off with its process. Nothing has changed by it. */
  | 'nothing_changed'
  /** Broken off after what it was for: that is whole. */
  | 'changed'
  /** Broken off; a later one has changed the same since. */
  | 'changed_since';

export interface ActShown extends MaintenanceAct {
  readonly state: ActState;
}

/** The newest first. @param kinds of these alone */
export async function listActs(
  operator: Pick<Operator, 'stores' | 'settings'>,
  kinds: readonly Maintenance['kind'][],
  most = 20,
): Promise<readonly ActShown[]> {
  const acts = [...(await knownActs(operator.stores.eventStore)).values()]
    .filter(({ what }) => kinds.includes(what.kind))
    .slice(-most)
    .reverse();
  return Promise.all(acts.map(async (act) => ({ ...act, state: await stateOf(operator, act) })));
}

async function stateOf(
  operator: Pick<Operator, 'stores' | 'settings'>,
  act: MaintenanceAct,
): Promise<ActState> {
  if (act.ended !== null) return act.ended.outcome;
  const lease = await operator.stores.coordination.get(leaseOfAct(act.act));
  return lease === undefined ? leftBy(operator, act) : 'running';
}

async function leftBy(
  { stores, settings }: Pick<Operator, 'stores' | 'settings'>,
  { what, prepared }: MaintenanceAct,
): Promise<ActState> {
  if (what.kind === 'edition_activation')
    return activeEdition(settings.dataDir, what.source) === what.edition ? 'changed' : 'nothing_changed';
  if (prepared === null) return 'nothing_changed';
  const live = (await readGenerations(stores.readModels)).get(prepared.read_model)?.generation ?? 0;
  if (live === prepared.generation) return 'changed';
  return live < prepared.generation ? 'nothing_changed' : 'changed_since';
}
