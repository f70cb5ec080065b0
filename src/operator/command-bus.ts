/** Opens the command bus of one module, with the handlers that the API uses too, over the caller's stores. */
import type { Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { systemClock } from '../platform/time/clock.js';
import { systemEntropy } from '../platform/secrets/entropy.js';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../platform/stores/stores.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { openContext } from '../platform/nest/context.js';
import * as tokens from '../platform/nest/tokens.js';

export interface CommandParts {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly models: LiveReadModels;
}

export async function openCommandBus(
  module: Type,
  { settings, stores, models }: CommandParts,
): Promise<{ readonly bus: CommandBus; readonly close: () => Promise<void> }> {
  const context = await openContext(
    [module],
    new Map<symbol, unknown>([
      ...tokens.storeValues(stores, models),
      [tokens.CLOCK, systemClock],
      [tokens.ENTROPY, systemEntropy()],
      [tokens.SETTINGS, settings],
      [tokens.LOGGER, createLogger({ logLevel: 'silent' })],
    ]),
  );
  return { bus: context.get(CommandBus, { strict: false }), close: () => context.close() };
}
