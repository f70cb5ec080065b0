/** The projector with the counts of its work. */
import { countProjector } from './projector-counters.js';
import { createProjectorRole } from './projector-role.js';
import type { MakeRole } from './startable.js';

export const startableProjector: MakeRole = (_settings, stores, { logger, metrics }) => {
  const role = createProjectorRole(stores, logger);
  countProjector(metrics.registry, role);
  return role;
};
