/** Accounts and keys on an event store in memory, driven through the module's own handlers and command bus. */
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { randomFillSync } from 'node:crypto';
import { AccessModule } from '../../../src/access/access.module.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { openContext } from '../../../packages/platform/src/nest/context.js';
import type { ProviderSettings } from '../../../src/settings/source-settings.js';
import {
  CLOCK,
  ENTROPY,
  EVENT_STORE,
  LIVE_READ_MODELS,
  SETTINGS,
} from '../../../packages/platform/src/nest/tokens.js';
import { AccessLane } from '../access-lane.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';

export const KEY_HASH_SECRET = 'a-secret-of-the-tests';
export const OPERATOR = { requestId: 'cli-test', actor: 'operator' } as const;

export interface AccessWorld {
  readonly events: MemoryEventStore;
  readonly lane: AccessLane;
  readonly bus: CommandBus;
  readonly context: INestApplicationContext;
}

/** Everything happens on this day. */
export const TODAY = '2026-11-21';

/** Settings under which no provider is on. */
export const NO_PROVIDERS: ProviderSettings = {
  search: { key: null, url: 'https://search.example', callsPerDay: 1_000 },
  places: { key: null, url: 'https://places.example', callsPerDay: 1_000 },
  ai: { server: null, callsPerDay: 1_000 },
  news: { url: null, secondsBetweenCalls: 5 },
};

export async function accessWorld(providers = NO_PROVIDERS): Promise<AccessWorld> {
  const events = new MemoryEventStore();
  const lane = new AccessLane(events);
  const entropy = { ...systemEntropy(), bytes: (count: number) => randomFillSync(new Uint8Array(count)) };
  const context = await openContext(
    [AccessModule],
    new Map<symbol, unknown>([
      [EVENT_STORE, events],
      [LIVE_READ_MODELS, lane],
      [CLOCK, { now: () => new Date(`${TODAY}T12:00:00.000Z`) }],
      [ENTROPY, entropy],
      [SETTINGS, { keyHashSecret: KEY_HASH_SECRET, providers }],
    ]),
  );
  return { events, lane, context, bus: context.get(CommandBus, { strict: false }) };
}
