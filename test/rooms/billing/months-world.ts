/**
 * A log in memory in which random months happen, each on a log of its own. Prices, adjustments, reversals and statements
 * are the product's own commands, at the time that the test's clock shows; the records of jobs and late blocks are written
 * as the handlers write them.
 */
import { readFileSync } from 'node:fs';
import type { Command } from '@nestjs/cqrs';
import { AccessModule } from '../../../src/access/access.module.js';
import type { AccessOutcome } from '../../../src/access/commands.js';
import { AgreeContract, AgreeMonthRules, AgreePrices, WithdrawPrices } from '../../../src/access/commands.js';
import {
  adjustAccountCharges,
  creditAccount,
  repriceAccountCharges,
  reverseAccountAdjustment,
  type AdjustmentResult,
  type RepricingTarget,
  type ChargeSelection,
} from '../../../src/operator/adjustments/adjust-charges.js';
import { type OperatorContext, OperatorServicesFactory } from '../../../src/operator/operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { ReadingStore } from '../../../packages/platform/src/readings/reading-store.js';
import { loadSettings, type Settings } from '../../../src/settings/settings.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import { exportLog } from '../../../src/transfer/export-log.js';
import { verifyLog } from '../../../src/verify/verify-log.js';
import { LogBuilder } from '../../support/logs/log-builder.js';
import { MemoryCoordination } from '../../support/stores/memory-coordination.js';
import { MemoryEventStore } from '../../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../support/stores/memory-read-models.js';
import type { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { BilledJobs, keyOf } from './billed-jobs.js';
import { BillingDoors } from './billing-doors.js';
import { daysAfter, isoDay, MonthsClock } from './months-clock.js';
import { inOneOf, type Act, type Months, type Step } from './random-months.js';
import { Tally } from './tally.js';

export const CUSTOMERS = [1001 as AccountId, 1002 as AccountId] as const;
const WORDS = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;

/** Nothing that is billed is read from sources. */
const NO_READINGS: ReadingStore = {
  find: async () => [],
  keep: async () => undefined,
  sweep: async () => 0,
  close: async () => undefined,
};

export class MonthsWorld {
  readonly doors: BillingDoors;
  readonly tally = new Tally();
  private readonly log: LogBuilder;
  private readonly jobs: BilledJobs;
  private readonly adjustments: AdjustmentId[] = [];
  private readonly agreed: { readonly account: AccountId; readonly from: string }[] = [];
  private requests = 0;

  private constructor(
    private readonly store: MemoryEventStore,
    private readonly standing: OperatorServicesFactory,
    private readonly folder: TemporaryFolder,
    private readonly clock: MonthsClock,
  ) {
    this.log = new LogBuilder(store);
    this.jobs = new BilledJobs(this.log, this.tally);
    this.doors = new BillingDoors(() => standing.servicesFor(this.context), folder, this.tally);
  }

  /** @param tell sets the clock of the program */
  static async begin(
    folder: TemporaryFolder,
    day: number,
    tell: (time: number) => void,
  ): Promise<MonthsWorld> {
    const settings = settingsOf(folder);
    const clock = new MonthsClock(Date.UTC(2026, 8, day, 9), tell);
    const store = new MemoryEventStore();
    const stores = {
      eventStore: store,
      readModels: new MemoryReadModels(),
      coordination: new MemoryCoordination(),
      readings: NO_READINGS,
      close: async () => undefined,
      outdated: async () => [],
    };
    const world = new MonthsWorld(store, await OperatorServicesFactory.open(settings, stores), folder, clock);
    world.log.time = clock.iso();
    for (const account of CUSTOMERS) await world.log.openAccount(account, keyOf(account));
    return world;
  }

  async live({ steps }: Months): Promise<void> {
    for (const step of steps) {
      this.clock.pass(step.wait);
      await this.act(step);
    }
    this.clock.pass({ to: 'month', minutesAfter: 10 });
    for (const account of CUSTOMERS) {
      for (const month of this.clock.monthsUpTo(1)) await this.statement(account, month);
      await this.doors.look(account, this.clock.allMonths);
      for (const month of this.clock.monthsUpTo(0)) await this.doors.lookAtRules(account, month);
    }
  }

  async exported(): Promise<string> {
    const file = this.folder.file('log.ndjson');
    const of = { after: LOG_START, takenAt: new Date(this.clock.now), keyHashFingerprint: '' };
    await exportLog(this.store, { file, ...of });
    return readFileSync(file, 'utf8');
  }

  /** What `verify` finds wrong in the log: what the read models say is held against the exported log. */
  async faults(): Promise<readonly string[]> {
    const { invariants } = await verifyLog({ eventStore: this.store, readModels: null });
    return invariants.flatMap(({ id, offenders }) => offenders.map(({ detail }) => `${id}: ${detail}`));
  }

  close(): Promise<void> {
    return this.standing.close();
  }

  /** Each command is a request of its own. */
  private get context(): OperatorContext {
    return { actor: 'operator', requestId: `req_${this.requests++}` };
  }

  private statement(account: AccountId, month: string): Promise<void> {
    return this.doors.statement(account, month, new Date(this.clock.now));
  }

  private async act({ act, customer, behind }: Step): Promise<void> {
    const account = CUSTOMERS[customer];
    this.log.time = this.clock.dated(behind);
    switch (act.do) {
      case 'job':
        for (let time = 0; time < act.times; time++) await this.jobs.run(account, act);
        return;
      case 'fill':
        return this.jobs.fill(act);
      case 'agree':
        return this.agree(account, act);
      case 'contract':
        return this.agreeContract(account, act);
      case 'withdraw':
        return this.withdraw(account, act.pick);
      case 'rules':
        return this.agreeRules(account, act);
      case 'adjust job': {
        const job = pickOf(this.jobs.ended, act.pick);
        if (job === undefined) return;
        const row = act.row === null ? null : act.row % job.rows;
        return this.adjust(job.account_id, { job: job.job_id, row, block: act.block });
      }
      case 'adjust days': {
        const job = pickOf(this.jobs.ended, act.pick);
        if (job === undefined) return;
        const day = (after: number): string => isoDay(daysAfter(job.at, after));
        return this.adjust(job.account_id, { from: day(-act.days), to: day(act.days), block: act.block });
      }
      case 'reprice': {
        const job = pickOf(this.jobs.ended, act.pick);
        if (job === undefined) return;
        const { block, price, days } = act;
        const day = (after: number): string => isoDay(daysAfter(job.at, after));
        const row = act.row === null ? null : act.row % job.rows;
        const which = days === null ? { job: job.job_id, row } : { from: day(-days), to: day(days) };
        return this.reprice(job.account_id, { ...which, block, price });
      }
      case 'credit':
        return this.credit(account, act);
      case 'reverse':
        return this.reverse(act.pick);
      case 'statement':
        for (const month of act.all
          ? this.clock.monthsUpTo(act.monthsAgo)
          : [this.clock.month(act.monthsAgo)])
          await this.statement(account, month);
        return;
      case 'dispute': {
        const job = pickOf(this.jobs.all, act.pick);
        return job === undefined ? undefined : this.doors.dispute(job);
      }
      case 'look':
        return this.doors.look(account, this.clock.thisMonth);
    }
  }

  private async agree(account: AccountId, act: Act & { do: 'agree' }): Promise<void> {
    const from = isoDay(daysAfter(this.clock.now, act.inDays));
    const { prices } = act;
    const outcome = await inOneOf(act.currency, (currency) =>
      this.told(new AgreePrices(this.context, account, { currency, from, prices })),
    );
    this.tally.count(`prices ${outcome}`);
    if (outcome !== 'recorded') return;
    this.agreed.push({ account, from });
    if (this.jobs.wasCharged(account, from)) this.tally.count('prices changed within a day');
  }

  private async agreeContract(account: AccountId, act: Act & { do: 'contract' }): Promise<void> {
    const { inMonths, currency, days } = act;
    const from = `${this.clock.month(-inMonths)}-01`;
    const to = days === null ? null : isoDay(daysAfter(Date.parse(from), days));
    const words = { number: `C-${this.requests}`, purchase_order: null, reason: 'as signed' };
    const outcome = await this.told(
      new AgreeContract(this.context, account, { currency, from, to, ...words }),
    );
    this.tally.count(`contract ${outcome}`);
  }

  private async withdraw(account: AccountId, pick: number): Promise<void> {
    const today = isoDay(this.clock.now);
    const agreed = pickOf(
      this.agreed.filter((each) => each.account === account && each.from > today),
      pick,
    );
    if (agreed === undefined) return;
    const order = { from: agreed.from, reason: 'by mistake' };
    this.tally.count(`withdrawal ${await this.told(new WithdrawPrices(this.context, account, order))}`);
  }

  private async agreeRules(account: AccountId, act: Act & { do: 'rules' }): Promise<void> {
    const { inMonths, free_units, tiers, minimum } = act;
    const terms = { from: `${this.clock.month(-inMonths)}-01`, free_units, tiers, minimum };
    const outcome = await inOneOf(act.currency, (currency) =>
      this.told(new AgreeMonthRules(this.context, account, { currency, ...terms, reason: 'as agreed' })),
    );
    this.tally.count(`rules ${outcome}`);
  }

  private async told(command: Command<AccessOutcome>): Promise<AccessOutcome['outcome']> {
    const bus = await this.standing.servicesFor(this.context).bus(AccessModule);
    return (await bus.execute(command)).outcome;
  }

  private async adjust(account: AccountId, what: ChargeSelection): Promise<void> {
    await this.doors.driven();
    const made = adjustAccountCharges(this.standing.servicesFor(this.context), account, {
      ...WORDS,
      target: what,
    });
    await this.adjusted('adjustment', made);
  }

  private async reprice(account: AccountId, target: RepricingTarget): Promise<void> {
    await this.doors.driven();
    const made = repriceAccountCharges(this.standing.servicesFor(this.context), account, {
      ...WORDS,
      target,
    });
    await this.adjusted('repricing', made);
  }

  private async credit(account: AccountId, { amount, currency }: Act & { do: 'credit' }): Promise<void> {
    await this.doors.driven();
    await inOneOf(currency, (each) => {
      const order = { ...WORDS, target: { amount, currency: each } };
      return this.adjusted('credit', creditAccount(this.standing.servicesFor(this.context), account, order));
    });
  }

  private async reverse(pick: number): Promise<void> {
    const made = pickOf(this.adjustments, pick);
    if (made === undefined) return;
    await this.doors.driven();
    const reversed = reverseAccountAdjustment(this.standing.servicesFor(this.context), {
      ...WORDS,
      target: made,
    });
    await this.adjusted('reversal', reversed);
  }

  private async adjusted(what: string, made: Promise<AdjustmentResult>): Promise<'refused' | 'done'> {
    const shown = await made.catch((error: unknown) => {
      if (!(error instanceof WrongRequest)) throw error;
      this.tally.count(error.code);
      return null;
    });
    if (shown === null) return 'refused';
    if (!shown.changed) return 'done';
    this.tally.count(what);
    if (what !== 'reversal' && shown.adjustment_id !== null) this.adjustments.push(shown.adjustment_id);
    if (shown.charges.some(({ jobs }) => jobs.length > 1)) this.tally.count(`${what} of equal jobs`);
    return 'done';
  }
}

const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)];

let settings: Settings | null = null;
const settingsOf = (folder: TemporaryFolder): Settings =>
  (settings ??= loadSettings({ DATA_DIR: folder.path }));
