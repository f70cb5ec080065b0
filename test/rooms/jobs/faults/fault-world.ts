/**
 * A world in which processes die, sleep and disagree about the time while clients submit, repeat, cancel and erase.
 * A process that dies is replaced by the next of the plan, in the end by sound ones.
 */
import type { Caller } from '../../../../src/access/caller.js';
import { jobStream } from '../../../../src/streams/job/job.events.js';
import { CancelJob, EraseJobRows, SubmitJob } from '../../../../src/jobs/commands.js';
import type { SubmitOutcome } from '../../../../src/jobs/commands.js';
import type { EventStore } from '../../../../packages/platform/src/event-store/event-store.js';
import {
  LOG_START,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../../packages/platform/src/event-store/event-store.js';
import type { AccountId, JobId, KeyId } from '../../../../packages/contract/src/ids.js';
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import { BLOCK_KEYS } from '../../../../packages/contract/src/block-key.js';
import type { SeenWrite } from '../../../support/stores/faulty-event-store.js';
import { ProcessDiedError } from '../../../support/stores/faulty-event-store.js';
import { JobWorld, aCaller, aRequest, anIdentity } from '../../../support/worlds/job-world.js';
import { LogBuilder } from '../../../support/logs/log-builder.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';
import { LEASE_MS, until } from '../../../support/worlds/worker-world.js';
import { Host, LIVE_BLOCK, SOUND } from './host.js';
import type { HostPlan } from './host.js';

export interface ClientPlan {
  readonly account: 0 | 1;
  readonly key: 0 | 1;
  readonly rows: number;
  /** Which rows are what: identifiers are made from it. */
  readonly seed: number;
  /** Some blocks are live, some not enabled. */
  readonly live: boolean;
  readonly idempotent: boolean;
  /** Equal requests sent at the same moment, with either key of the account. */
  readonly duplicates: number;
  /** Events of the log until it cancels; null: it doesn't. */
  readonly cancelAfter: number | null;
  readonly erase: boolean;
}

export interface LifePlan {
  readonly clients: readonly ClientPlan[];
  readonly hosts: readonly HostPlan[];
  /** Processes alive at a time. */
  readonly alive: number;
}

const ACCOUNTS = [1001, 1002] as const;
const KEYS = [
  ['aaaaaaaaaaa1', 'aaaaaaaaaaa2'],
  ['bbbbbbbbbbb1', 'bbbbbbbbbbb2'],
] as const;
/** What a client answers by asking again. */
const TRANSIENT = [ProcessDiedError, StoreUnavailableError, OutcomeUnknownError];
/** Longer than every lease: a submission's lives for ten seconds. */
const LEASES_LAPSE_MS = 10_001 + LEASE_MS;
/** Nothing new in the log for so long: leases of the dead and the sleeping are waited out. */
const STILL_MS = 10;

const ENABLED = new Set<BlockKey>(BLOCK_KEYS.filter((block) => block !== 'news_signals'));

const callerOf = ({ account, key }: Pick<ClientPlan, 'account' | 'key'>): Caller =>
  aCaller({
    account_id: ACCOUNTS[account] as AccountId,
    key_id: KEYS[account][key] as KeyId,
    blocks: ENABLED,
  });

/** What a client was told, and what it did about it. */
export interface ClientStory {
  readonly plan: ClientPlan;
  /** Answers that reached it. */
  readonly answers: readonly SubmitOutcome[];
  readonly job: JobId | null;
}

export class FaultWorld {
  readonly jobs: JobWorld;
  readonly stories: ClientStory[] = [];
  private readonly hosts: Host[] = [];
  /** Every process there ever was, the dead and the sleeping too. */
  private readonly all: Host[] = [];
  private readonly waiting: HostPlan[];
  private over = false;
  private requests = 0;

  constructor(
    private readonly plan: LifePlan,
    log: EventStore = new MemoryEventStore(),
    /** Of the log, beside one in memory: everything is waited for so many times longer. */
    private readonly slowness = 1,
  ) {
    this.jobs = new JobWorld(log);
    this.waiting = [...plan.hosts];
  }

  /** Lives through the plan; resolves when every job has ended and every process has stopped. */
  async live(): Promise<void> {
    await this.openAccounts();
    for (let i = 0; i < this.plan.alive; i++) await this.replace();
    const time = this.passTime();
    try {
      await Promise.all(this.plan.clients.map((client, index) => this.client(client, index)));
      await this.everythingEnded();
    } finally {
      this.over = true;
      await time;
      await Promise.all(this.all.map((host) => host.stop()));
    }
  }

  /** Slow is no fault (a process may not be told the outcome of every other write); a log that stands still is one. */
  private async everythingEnded(): Promise<void> {
    for (let ended = false; !ended;) {
      const head = await this.jobs.log.head();
      await until(
        async () => (ended = await this.allEnded()) || (await this.jobs.log.head()) !== head,
        this.patience,
      );
    }
  }

  /** Seconds. */
  private get patience(): number {
    return 20 * this.slowness;
  }

  private async openAccounts(): Promise<void> {
    const log = new LogBuilder(this.jobs.log);
    log.time = this.jobs.clock.now().toISOString();
    for (const [index, account] of ACCOUNTS.entries()) {
      await log.openAccount(account as AccountId, KEYS[index]?.[0] as KeyId);
      await log.issueKey(account as AccountId, KEYS[index]?.[1] as KeyId);
    }
  }

  private async replace(): Promise<void> {
    const host = new Host(this.jobs, this.waiting.shift() ?? SOUND);
    this.all.push(host);
    this.hosts.push(host);
    await host.start().catch(() => undefined); // it died at once
    void host.store.died.then(async () => {
      this.hosts.splice(this.hosts.indexOf(host), 1);
      if (!this.over) await this.replace();
    });
  }

  /** Lets leases lapse whenever nothing moves, and puts another process beside one that sleeps. */
  private async passTime(): Promise<void> {
    let head = LOG_START;
    while (!this.over) {
      await new Promise((resolve) => setTimeout(resolve, STILL_MS * this.slowness));
      const now = await this.jobs.log.head();
      if (now === head) this.jobs.pass(LEASES_LAPSE_MS);
      head = now;
      for (const host of this.hosts.filter(({ isAsleep }) => isAsleep)) {
        this.hosts.splice(this.hosts.indexOf(host), 1);
        await this.replace();
      }
    }
  }

  /** Tries on one living process after the other until one answers; undefined where `once` and none did. */
  private async ask<T>(act: (host: Host) => Promise<T>, once = false): Promise<T | undefined> {
    for (;;) {
      await until(() => this.hosts.length > 0);
      const host = this.hosts[this.requests++ % this.hosts.length];
      if (host === undefined) continue;
      try {
        return await act(host);
      } catch (error) {
        if (!TRANSIENT.some((transient) => error instanceof transient)) throw error;
        if (once) return undefined;
      }
    }
  }

  private async client(plan: ClientPlan, index: number): Promise<void> {
    const request = aRequest(rowsOf(plan), { blocks: blocksOf(plan) });
    const idempotencyKey = plan.idempotent ? `order ${index}` : null;
    const send = (key: 0 | 1): Promise<SubmitOutcome | undefined> => {
      const identity = anIdentity(request, idempotencyKey, { caller: callerOf({ ...plan, key }) });
      return this.ask((host) => host.commands.execute(new SubmitJob(identity, request)), !plan.idempotent);
    };
    const equal = plan.idempotent ? Array.from({ length: plan.duplicates }, (_, i) => (i % 2) as 0 | 1) : [];
    const answers = await Promise.all([plan.key, ...equal].map(send));
    const heard = answers.filter((answer) => answer !== undefined);
    const job =
      heard.map((answer) => ('job_id' in answer ? answer.job_id : null)).find((id) => id !== null) ?? null;
    this.stories.push({ plan, answers: heard, job });
    if (job !== null) await this.afterwards(plan, job);
  }

  private async afterwards(plan: ClientPlan, job: JobId): Promise<void> {
    const caller = callerOf(plan);
    if (plan.cancelAfter !== null) {
      const events = (await this.storedEvents()) + plan.cancelAfter;
      const ended = this.hasEnded(job);
      await until(async () => (await this.storedEvents()) >= events || (await ended()), this.patience);
      await this.ask((host) => host.commands.execute(new CancelJob(caller, `req_cancel_${job}`, job)));
    }
    if (!plan.erase) return;
    await until(this.hasEnded(job), this.patience);
    await this.ask((host) => host.commands.execute(new EraseJobRows(job, 'asked for', 'operator', 'cli_1')));
  }

  /** Writes of the first process, in order. */
  get firstWrites(): readonly SeenWrite[] {
    return this.all[0]?.store.seen ?? [];
  }

  get firstDied(): boolean {
    return this.all[0]?.store.isDead === true;
  }

  /** Every job that the log has, also one whose client never heard of it. */
  async jobIds(): Promise<JobId[]> {
    const events = await this.jobs.events();
    return events.flatMap(({ event }) => (event.type === 'JobSubmitted' ? [event.data.job_id] : []));
  }

  private async storedEvents(): Promise<number> {
    let count = 0;
    for (let after = LOG_START; ;) {
      const page = await this.jobs.log.readAll({ after });
      count += page.events.length;
      if (page.atHead) return count;
      after = page.position;
    }
  }

  private async allEnded(): Promise<boolean> {
    for (const job of await this.jobIds()) if (!(await this.hasEnded(job)())) return false;
    return true;
  }

  private hasEnded(job: JobId) {
    return async (): Promise<boolean> => {
      const slice = await this.jobs.log.readStream(jobStream(job), { direction: 'backwards', limit: 1 });
      const last = slice.status === 'found' ? slice.events[0]?.type : undefined;
      return last === 'JobCompleted' || last === 'JobCancelled' || last === 'JobRowsErased';
    };
  }
}

const blocksOf = ({ live }: ClientPlan): BlockKey[] =>
  ['company_identity', 'industry', 'news_signals', ...(live ? [LIVE_BLOCK] : [])] as BlockKey[];

/** Numbers of every kind: delivered, without an industry, not matched, none at all. */
const rowsOf = ({
  rows,
  seed,
}: ClientPlan): { ref: string; company_number?: string; company_name?: string }[] =>
  Array.from({ length: rows }, (_, row) => {
    const number = String((seed + row * 7) % 100_000_000).padStart(8, '0');
    return row % 11 === 10
      ? { ref: `r${row}`, company_name: 'NOBODY' }
      : { ref: `r${row}`, company_number: number };
  });
