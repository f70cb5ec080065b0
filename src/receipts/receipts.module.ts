/** Provides the published log of heads, the receipts and their proofs to the API. */
import { Module } from '@nestjs/common';
import { PublishedHeads } from '../heads/published-heads.js';
import {
  CLOCK,
  EVENT_STORE,
  LIVE_READ_MODELS,
  LOGGER,
  SETTINGS,
} from '../../packages/platform/src/nest/tokens.js';
import { ReceiptProofs } from './receipt-proofs.js';
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
    {
      provide: ReceiptProofs,
      useFactory: (...parts: ConstructorParameters<typeof ReceiptProofs>) => new ReceiptProofs(...parts),
      inject: [EVENT_STORE, LIVE_READ_MODELS, PublishedHeads],
    },
  ],
  exports: [PublishedHeads, Receipts, ReceiptProofs],
})
export class ReceiptsModule {}
