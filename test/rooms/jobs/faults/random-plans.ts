/** Random plans of what clients ask and of what becomes of processes. */
import * as fc from 'fast-check';
import type { ClientPlan, LifePlan } from './fault-world.js';
import type { HostPlan } from './host.js';

const client: fc.Arbitrary<ClientPlan> = fc.record({
  account: fc.constantFrom(0, 1),
  key: fc.constantFrom(0, 1),
  rows: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: 450, max: 1_600 }) },
  ),
  seed: fc.nat(99_999_999),
  live: fc.boolean(),
  idempotent: fc.boolean(),
  duplicates: fc.nat(4),
  cancelAfter: fc.option(fc.nat(25)),
  erase: fc.boolean(),
});

const host: fc.Arbitrary<HostPlan> = fc.record({
  death: fc.option(fc.record({ write: fc.nat(30), written: fc.boolean() }), { freq: 4 }),
  untold: fc.constantFrom(0, 0, 2, 3, 7),
  clock: fc.integer({ min: -900, max: 900 }),
  frozen: fc.boolean(),
});

/** A few clients, and the processes that the first ones are. */
export const life: fc.Arbitrary<LifePlan> = fc.record({
  clients: fc.array(client, { minLength: 1, maxLength: 4 }),
  hosts: fc.array(host, { maxLength: 6 }),
  alive: fc.integer({ min: 1, max: 3 }),
});

/** Page sizes, used over and over. */
export const limits = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1_000)), {
  minLength: 1,
  maxLength: 5,
});
