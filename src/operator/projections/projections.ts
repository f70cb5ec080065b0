/** How far the read models are, and building one anew. */
import { PROJECTIONS } from '../../../projections/index.js';
import type { RebuildReport } from '../../platform/projector/rebuild.js';
import type { ProjectionStatus } from '../../platform/projector/status.js';
import { rebuildReadModel } from '../../../projections/read-side.js';
import { performMaintenance, preparing, type MaintenanceWords } from '../maintenance/perform.js';
import type { Operator } from '../operator.js';

export const PROJECTION_NAMES: readonly string[] = PROJECTIONS.lanes.flatMap(({ projections }) =>
  projections.map(({ name }) => name),
);

export const projectionsStatus = ({ models }: Operator): Promise<readonly ProjectionStatus[]> =>
  models.status();

/** Beside the one that is read; then the two are compared and switched. */
export const rebuildProjection = (
  operator: Operator,
  { name, ...words }: MaintenanceWords & { readonly name: string },
): Promise<RebuildReport> =>
  performMaintenance(operator, { ...words, what: { kind: 'read_model_rebuild', name } }, async (prepare) => {
    const result = await rebuildReadModel(operator.stores, name, preparing(prepare, name));
    return { result, verdict: result.equal ? 'equal' : 'different', changed: true };
  });
