/** Provides what customers can hold the service to: the log of heads as it is given out, and receipts. */
import { Module } from '@nestjs/common';
import { PublishedHeads } from '../heads/published-heads.js';
import { CLOCK, EVENT_STORE, LOGGER, SETTINGS } from '../../packages/platform/src/nest/tokens.js';
import { Receipts } from './receipts.js';

@Module({
  providers: [
    {
      provide: PublishedHeads,
      useFactory: (...parts: ConstructorParameters<typeof PublishedHeads>) => new PublishedHeads(...parts),
      inject: [EVENT_STORE, SETTINGS],
    },
    {
      provide: Receipts,
      useFactory: (...parts: ConstructorParameters<typeof Receipts>) => new Receipts(...parts),
      inject: [EVENT_STORE, SETTINGS, CLOCK, LOGGER, PublishedHeads],
    },
  ],
  exports: [PublishedHeads, Receipts],
})
export class ReceiptsModule {}
