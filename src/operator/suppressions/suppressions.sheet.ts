import { cell, type SheetColumns } from '../../shared/sheet/sheet.js';
import type { Suppression } from './suppressions.js';

/** The columns of the list of suppressions, without the values. */
export const SUPPRESSION_COLUMNS: SheetColumns<Suppression> = {
  id: ({ id }) => cell.code(id),
  kind: ({ kind }) => kind,
  since: ({ suppressed_at }) => cell.time(suppressed_at),
  by: ({ suppressed_by }) => cell.client(suppressed_by),
  'has an effect': ({ effective }) =>
    effective ? 'yes' : cell.badge('no: KEY_HASH_SECRET was another', 'bad'),
};
