/** Adjustments of charges. */
import { streamModule } from '../../platform/nest/stream-module.js';
import { AdjustChargesHandler } from './adjust-charges.handler.js';
import { AdjustmentStore } from './adjustment.store.js';
import { ChargedJobs } from './charged-jobs.js';
import { ReverseAdjustmentHandler } from './reverse-adjustment.handler.js';

export const AdjustmentsModule = streamModule(
  AdjustmentStore,
  () => [AdjustChargesHandler, ReverseAdjustmentHandler],
  [ChargedJobs],
);
