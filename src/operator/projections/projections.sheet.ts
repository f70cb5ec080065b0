import type { ProjectionStatus } from '../../platform/projector/status.js';
import { cell, type SheetColumns } from '../../shared/sheet/sheet.js';

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
