/** Accounts and keys on an event store in memory, driven through the module's own handlers and command bus. */
import type { INestApplicationContext } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { randomFillSync } from 'node:crypto';
import { AccessModule } from '../../../src/access/access.module.js';
import { systemEntropy } from '../../../src/platform/secrets/entropy.js';
import {
  CLOCK,
  ENTROPY,
  EVENT_STORE,
  LIVE_READ_MODELS,
  SETTINGS,
} from '../../../src/platform/nest/tokens.js';
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

export async function accessWorld(): Promise<AccessWorld> {
  const events = new MemoryEventStore();
  const lane = new AccessLane(events);
  const entropy = { ...systemEntropy(), bytes: (count: number) => randomFillSync(new Uint8Array(count)) };
  const provided = [
    { provide: EVENT_STORE, useValue: events },
    { provide: LIVE_READ_MODELS, useValue: lane },
    { provide: CLOCK, useValue: { now: () => new Date(`${TODAY}T12:00:00.000Z`) } },
    { provide: ENTROPY, useValue: entropy },
    { provide: SETTINGS, useValue: { keyHashSecret: KEY_HASH_SECRET } },
  ];
  @Global()
  @Module({ providers: provided, exports: provided.map(({ provide }) => provide) })
  class Stores {}
  @Module({ imports: [Stores, AccessModule] })
  class World {}
  const context = await NestFactory.createApplicationContext(World, { logger: false, abortOnError: false });
  await context.init();
  return { events, lane, context, bus: context.get(CommandBus) };
}
