/** Adjustments of charges for a Nest context that provides the tokens of `platform/nest/tokens.ts`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '../../access/access.module.js';
import { AdjustChargesHandler } from './adjust-charges.handler.js';
import { AdjustmentStore } from './adjustment.store.js';
import { ChargedJobs } from './charged-jobs.js';
import { ReverseAdjustmentHandler } from './reverse-adjustment.handler.js';

@Module({
  imports: [CqrsModule, AccessModule],
  providers: [AdjustmentStore, ChargedJobs, AdjustChargesHandler, ReverseAdjustmentHandler],
})
export class AdjustmentsModule {}
