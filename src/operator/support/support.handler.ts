/** Looks of support, and evidence that leaves the system: each is recorded as it was asked for. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { exportEvidence, openInvestigation } from '../../streams/support/support.decider.js';
import { ExportEvidence, OpenInvestigation, type LookRecorded } from './commands.js';
import { SupportStore } from './support.store.js';

@CommandHandler(OpenInvestigation)
export class OpenInvestigationHandler implements ICommandHandler<OpenInvestigation> {
  constructor(private readonly support: SupportStore) {}

  execute({ context, of, look }: OpenInvestigation): Promise<LookRecorded> {
    return this.support.record(of, context, openInvestigation(look, look.about));
  }
}

@CommandHandler(ExportEvidence)
export class ExportEvidenceHandler implements ICommandHandler<ExportEvidence> {
  constructor(private readonly support: SupportStore) {}

  execute({ context, of, evidence }: ExportEvidence): Promise<LookRecorded> {
    return this.support.record(of, context, exportEvidence(evidence, evidence));
  }
}
