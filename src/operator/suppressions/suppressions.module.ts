/** Suppressions, for a Nest context that provides the tokens of `platform/nest/tokens.ts`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { SuppressionStore } from './suppression.store.js';
import { LiftSuppressionsHandler, SuppressValuesHandler } from './suppressions.handler.js';

@Module({
  imports: [CqrsModule],
  providers: [SuppressionStore, SuppressValuesHandler, LiftSuppressionsHandler],
})
export class SuppressionsModule {}
