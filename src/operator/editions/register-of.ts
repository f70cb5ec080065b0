import { changedSuppressions } from '../../jobs/suppressions/changed-suppressions.js';
import { SuppressionList } from '../../jobs/suppressions/suppression-list.js';
import type { Register } from '../../../packages/enrichment/src/index.js';
import type { Operator } from '../operator.js';
import { editionUseCheck } from './editions-in-use.js';

/** Makes the context for commands on the register from the operator's settings and stores. */
export const registerOf = ({ settings, stores, models, context }: Operator): Register.RegisterContext => ({
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
