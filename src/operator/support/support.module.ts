/** Handles the commands that record looks at customer data and exports of evidence. No rule refuses them. */
import { derivedId } from '../../streams/derived-id.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import { exportEvidence, openInvestigation } from '../../streams/support/support.decider.js';
import { supportStreams, type SupportEvent, type SupportId } from '../../streams/support/support.events.js';
import { streamStoreModule } from '../stream.module.js';
import { ExportEvidence, OpenInvestigation } from './commands.js';

const SUPPORT_EVENTS: StreamFold<SupportId, SupportEvent, null> = {
  stream: supportStreams,
  initial: null,
  evolve: () => null,
  eventId: (id, _event, attempt, index) => derivedId(supportStreams.streamOf(id), attempt, index),
  lastOnly: true,
};

export const SupportModule = streamStoreModule(SUPPORT_EVENTS, (handle) => [
  handle(OpenInvestigation, (records, { context, input }) =>
    records.record<never>(input.subject, context, () => openInvestigation(input, input.about)),
  ),
  handle(ExportEvidence, (records, { context, input }) =>
    records.record<never>(input.subject, context, () => exportEvidence(input, input)),
  ),
]);
