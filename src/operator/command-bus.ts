/** A Nest context of one module, for one command: the handlers that the API uses, over the command's own stores. */
import type { DynamicModule, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { systemClock } from '../platform/time/clock.js';
import { systemEntropy } from '../platform/secrets/entropy.js';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../platform/stores/stores.js';
import { createLogger } from '../platform/telemetry/logger.js';
import * as tokens from '../platform/nest/tokens.js';

export interface CommandParts {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly models: LiveReadModels;
}

export async function openCommandBus(
  module: Type,
  parts: CommandParts,
): Promise<{ readonly bus: CommandBus; readonly close: () => Promise<void> }> {
  class CommandContext {}
  Module({ imports: [storesModule(parts), module] })(CommandContext);
  const quiet = { logger: false, abortOnError: false } as const;
  const context = await NestFactory.createApplicationContext(CommandContext, quiet);
  await context.init();
  return { bus: context.get(CommandBus), close: () => context.close() };
}

/** The tokens of `platform/tokens.ts`, for every module. */
function storesModule({ settings, stores, models }: CommandParts): DynamicModule {
  class CommandStores {}
  Module({})(CommandStores);
  const values = new Map<symbol, unknown>([
    [tokens.EVENT_STORE, stores.eventStore],
    [tokens.READ_MODELS, stores.readModels],
    [tokens.COORDINATION, stores.coordination],
    [tokens.LIVE_READ_MODELS, models],
    [tokens.CLOCK, systemClock],
    [tokens.ENTROPY, systemEntropy()],
    [tokens.SETTINGS, settings],
    [tokens.LOGGER, createLogger({ logLevel: 'silent' })],
  ]);
  const providers = [...values].map(([provide, useValue]) => ({ provide, useValue }));
  return { module: CommandStores, global: true, providers, exports: [...values.keys()] };
}
