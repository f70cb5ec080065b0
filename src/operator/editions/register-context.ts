/** Connects commands on the register with the operator's settings, stores and suppressions. */
import { changedSuppressions } from '../../jobs/suppressions/changed-suppressions.js';
import { SuppressionList } from '../../jobs/suppressions/suppression-list.js';
import type { Register } from '../../../packages/enrichment/src/index.js';
import type { OperatorServices } from '../operator.js';
import { editionUseCheck } from './editions-in-use.js';

/** Makes the context of commands on the register from the operator's settings and stores. */
export const registerContext = ({
  settings,
  stores,
  models,
  context,
}: OperatorServices): Register.RegisterContext => ({
  settings,
  coordination: stores.coordination,
  requestId: context.requestId,
  editionsInUse: () => editionUseCheck({ eventStore: stores.eventStore, models }),
  suppressed: async () => {
    const list = new SuppressionList({ store: stores.eventStore, secret: settings.keyHashSecret });
    await list.upToDate();
    return list;
  },
  changedSuppressions: (window) =>
    changedSuppressions({ store: stores.eventStore, secret: settings.keyHashSecret }, window),
});
