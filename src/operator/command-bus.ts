/** Opens the command bus of one module over the caller's stores. */
import type { Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { openContext } from '../../packages/platform/src/nest/context.js';
import * as tokens from '../../packages/platform/src/nest/tokens.js';

export async function openCommandBus(
  module: Type,
  { settings, stores, models }: Readonly<{ settings: Settings; stores: Stores; models: LiveReadModels }>,
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
