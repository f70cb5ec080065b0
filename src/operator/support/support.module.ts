/** The looks of support, for a Nest context that provides the tokens of `platform/nest/tokens.ts`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ExportEvidenceHandler, OpenInvestigationHandler } from './support.handler.js';
import { SupportStore } from './support.store.js';

@Module({
  imports: [CqrsModule],
  providers: [SupportStore, OpenInvestigationHandler, ExportEvidenceHandler],
})
export class SupportModule {}
