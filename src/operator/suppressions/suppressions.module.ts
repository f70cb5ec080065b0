/** Suppresses values and lifts suppressions. */
import { streamModule } from '../../platform/nest/stream-module.js';
import { LiftSuppressions, SuppressValues } from './commands.js';
import { SuppressionStore } from './suppression.store.js';

export const SuppressionsModule = streamModule(SuppressionStore, (on) => [
  on(SuppressValues, (suppressions, { context, values }) => suppressions.suppress(context, values)),
  on(LiftSuppressions, (suppressions, { context, hashes }) => suppressions.lift(context, hashes)),
]);
