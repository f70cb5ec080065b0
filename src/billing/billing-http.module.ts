/** Provides the HTTP controllers of `GET /v1/usage` and of the public keys of statements. */
import { Module } from '@nestjs/common';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../../packages/platform/src/nest/tokens.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { StatementKeysController } from './statements/statement-keys.controller.js';
import { UsageReader } from './usage/usage-reader.js';
import { UsageController } from './usage/usage.controller.js';

const usageReader = {
  provide: UsageReader,
  inject: [LIVE_READ_MODELS, EVENT_STORE],
  useFactory: (live: LiveReadModels, events: EventStore): UsageReader => new UsageReader(live, events),
};

@Module({ controllers: [UsageController, StatementKeysController], providers: [usageReader] })
export class BillingHttpModule {}
