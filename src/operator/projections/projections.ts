/** Shows the progress of the read models and rebuilds one of them. */
import { PROJECTIONS } from '../../../projections/index.js';
import type { RebuildReport } from '../../../packages/platform/src/projector/rebuild.js';
import { rebuildReadModel } from '../../../projections/read-side.js';
import { performMaintenance, beforeTakeOver, type ActOptions } from '../maintenance/perform.js';
import type { OperatorServices } from '../operator.js';
import type { ProjectionStatus } from '../../../packages/platform/src/projector/status.js';
import { cell, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';

export const PROJECTION_NAMES: readonly string[] = PROJECTIONS.lanes.flatMap(({ projections }) =>
  projections.map(({ name }) => name),
);

export const projectionsStatus = ({ models }: OperatorServices): Promise<readonly ProjectionStatus[]> =>
  models.status();

/** Rebuilds a read model beside the live one, compares the two, and switches to the new one. */
export const rebuildNamedProjection = (
  operator: OperatorServices,
  { name, ...rest }: ActOptions & { readonly name: string },
): Promise<RebuildReport> =>
  performMaintenance(operator, { ...rest, what: { kind: 'read_model_rebuild', name } }, async (record) => {
    const result = await rebuildReadModel(operator.stores, name, beforeTakeOver(record, name));
    return { result, verdict: result.equal ? 'equal' : 'different', changed: true };
  });

/** The columns of the list of read models and their progress. */
export const PROJECTION_COLUMNS: SheetColumns<ProjectionStatus> = {
  'read model': ({ name }) => name,
  lane: ({ lane }) => lane,
  state: ({ state, reason }) => [
    cell.badge(state, state === 'live' ? 'good' : 'bad'),
    ...(reason === undefined ? [] : [': ', cell.client(reason)]),
  ],
  behind: ({ lag }) => lag,
  seconds: ({ lag_seconds }) => lag_seconds.toFixed(1),
  position: ({ position }) => cell.code(position),
  version: ({ version }) => version,
};
