/** Looks of support, and evidence that leaves the system: each is appended, whatever was before it. */
import { derivedId } from '../../shared/derived-id.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import { exportEvidence, openInvestigation } from '../../streams/support/support.decider.js';
import { supportStreams, type SupportEvent, type SupportId } from '../../streams/support/support.events.js';
import { foldModule } from '../stream.module.js';
import { ExportEvidence, OpenInvestigation } from './commands.js';

const LOOKS: StreamFold<SupportId, SupportEvent, null> = {
  stream: supportStreams,
  initial: null,
  evolve: () => null,
  eventId: (id, _event, attempt, index) => derivedId(supportStreams.streamOf(id), attempt, index),
  lastOnly: true,
};

export const SupportModule = foldModule(LOOKS, (on) => [
  on(OpenInvestigation, (looks, { context, order }) =>
    looks.record<never>(order.of, context, () => openInvestigation(order, order.about)),
  ),
  on(ExportEvidence, (looks, { context, order }) =>
    looks.record<never>(order.of, context, () => exportEvidence(order, order)),
  ),
]);
