/**
 * A small world to run the write side of jobs in: one log and one Coordination that outlive processes, and processes
 * that may die.
 */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { Caller } from '../../../src/access/caller.js';
import type { DomainEvent } from '../../../src/streams/index.js';
import { decode } from '../../../src/streams/index.js';
import type { Logged } from '../../../src/streams/envelope.js';
import type { EnrichRequest, RequestIdentity } from '../../../src/jobs/commands.js';
import type { JobPorts, JobSettings } from '../../../src/jobs/job-ports.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { FaultPlan } from '../stores/faulty-event-store.js';
import { FaultyEventStore, noFaults } from '../stores/faulty-event-store.js';
import { ACCOUNT, KEY, NOON } from '../logs/job-builders.js';
import { MemoryCoordination } from '../stores/memory-coordination.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';
import { MortalCoordination } from '../stores/mortal-coordination.js';

export const JOB_SETTINGS: JobSettings = {
  keyHashSecret: 'a secret of the deployment',
  resultRetentionDays: 30,
  resolveTimeoutSeconds: 30,
  liveDeadlineSeconds: 600,
  maxOpenRows: 2_000_000,
  maxUnbilledRowsPerDay: 2_000_000,
};

/** A process of the service: its ports die with it. */
export interface Process {
  readonly ports: JobPorts;
  readonly store: FaultyEventStore;
}

export class JobWorld {
  readonly coordination: MemoryCoordination;
  private milliseconds = Date.parse(NOON);

  constructor(readonly log: EventStore = new MemoryEventStore()) {
    this.coordination = new MemoryCoordination(() => this.milliseconds);
  }

  readonly clock = { now: (): Date => new Date(this.milliseconds) };

  /** Turns the clock on, for leases too. */
  pass(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  process(plan: FaultPlan = noFaults, settings: Partial<JobSettings> = {}): Process {
    const store = new FaultyEventStore(this.log, plan);
    const coordination = new MortalCoordination(this.coordination, store);
    const entropy = systemEntropy(() => this.milliseconds);
    return {
      store,
      ports: { store, coordination, clock: this.clock, entropy, settings: { ...JOB_SETTINGS, ...settings } },
    };
  }

  /** Everything in the log, decoded, in order. */
  async events(): Promise<Logged<DomainEvent>[]> {
    const events: Logged<DomainEvent>[] = [];
    for (let after = LOG_START; ;) {
      const page = await this.log.readAll({ after });
      events.push(...page.events.flatMap(decode));
      if (page.atHead) return events;
      after = page.position;
    }
  }

  async eventTypes(): Promise<string[]> {
    return (await this.events()).map(({ event }) => event.type);
  }
}

export const aCaller = (changes: Partial<Caller> = {}): Caller => ({
  account_id: ACCOUNT,
  email: 'someone@example.com',
  key_id: KEY,
  key_name: 'first',
  environment: 'live',
  scopes: ['read', 'enrich'],
  blocks: new Set<BlockKey>(BLOCK_KEYS),
  options: new Set(),
  prices: [],
  budget: null,
  max_rows: null,
  requests_per_minute: 600,
  resolve_per_minute: 60,
  ...changes,
});

export const rowsAsked = (count: number): SubmittedRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ref: `row ${index}`,
    company_number: String(index).padStart(8, '0'),
  }));

export const aRequest = (
  rows: readonly SubmittedRow[] = rowsAsked(3),
  changes: Partial<EnrichRequest> = {},
): EnrichRequest => ({
  rows,
  blocks: ['company_identity', 'registered_address', 'filing_status', 'industry'],
  options: {},
  ...changes,
});

let requests = 0;

/** Who asks, with the canonical form of what is asked. */
export const anIdentity = (
  request: EnrichRequest,
  idempotencyKey: string | null = null,
  changes: Partial<RequestIdentity> = {},
): RequestIdentity => ({
  caller: aCaller(),
  requestId: `req_${++requests}`,
  idempotencyKey,
  canonical: JSON.stringify(request),
  ...changes,
});
