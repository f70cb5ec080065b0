/** Looks of support, and evidence that leaves the system: each is recorded as it was asked for. */
import { streamModule } from '../../platform/nest/stream-module.js';
import { exportEvidence, openInvestigation } from '../../streams/support/support.decider.js';
import { ExportEvidence, OpenInvestigation } from './commands.js';
import { SupportStore } from './support.store.js';

export const SupportModule = streamModule(SupportStore, (on) => [
  on(OpenInvestigation, (support, { context, of, look }) =>
    support.record(of, context, openInvestigation(look, look.about)),
  ),
  on(ExportEvidence, (support, { context, of, evidence }) =>
    support.record(of, context, exportEvidence(evidence, evidence)),
  ),
]);
