/**
 * A log in memory in which random months happen, each on a log of its own. Prices, adjustments, reversals and statements
 * are the product's own commands, at the time that the test's clock shows; the records of jobs and late blocks are written
 * as the handlers write them.
 */
import { readFileSync } from 'node:fs';
import { driveLanes } from '../../projections/read-side.js';
import { AccessModule } from '../../src/access/access.module.js';
import { AgreePrices } from '../../src/access/commands.js';
import { UsageReader, type UsageOutcome } from '../../src/billing/usage/usage-reader.js';
import type { UsageRange } from '../../src/billing/usage/usage-range.js';
import { writeEvidence } from '../../src/investigate/disputes/write-evidence.js';
import { explainBilling } from '../../src/investigate/explain/explain-billing.js';
import { findJob } from '../../src/investigate/job-facts.js';
import { findAccount } from '../../src/operator/accounts/find-account.js';
import { AdjustmentsModule } from '../../src/operator/adjustments/adjustments.module.js';
import {
  AdjustCharges,
  ReverseAdjustment,
  type AdjustmentOutcome,
  type ChargeSelection,
} from '../../src/operator/adjustments/commands.js';
import type { Operator, OperatorContext } from '../../src/operator/operator.js';
import { StandingOperator } from '../../src/operator/standing-operator.js';
import { WrongRequest } from '../../src/operator/refusal.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import { LOG_START, type Position } from '../../src/platform/event-store/event-store.js';
import type { ReadingStore } from '../../src/platform/readings/reading-store.js';
import { loadSettings, type Settings } from '../../src/settings/settings.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { AccountId, AdjustmentId, JobId, KeyId } from '../../src/shared/ids.js';
import type { Submission } from '../../src/streams/job/job.events.js';
import type { BlockOutcomes } from '../../src/streams/rows/rows.events.js';
import { exportLog } from '../../src/transfer/export-log.js';
import { verifyLog } from '../../src/verify/verify-log.js';
import { aSubmission } from '../support/logs/job-builders.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { countsOf, type RowStory } from '../support/logs/row-stories.js';
import { MemoryCoordination } from '../support/stores/memory-coordination.js';
import { MemoryEventStore } from '../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../support/stores/memory-read-models.js';
import type { TemporaryFolder } from '../support/system/temporary-folder.js';
import { hundredMillionths, type Sums } from './exported-bill.js';
import { BLOCKS, type Act, type Months, type RowPlan, type Step, type Wait } from './random-months.js';

export const CUSTOMERS = [1001 as AccountId, 1002 as AccountId] as const;
const WORDS = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LANES = ['access', 'work', 'billing', 'pages', 'support'] as const;

/** Nothing that is billed is read from sources. */
const NO_READINGS: ReadingStore = {
  find: async () => [],
  keep: async () => undefined,
  sweep: async () => 0,
  close: async () => undefined,
};

interface OpenJob {
  readonly submission: Submission;
  readonly rows: RowStory[];
  /** Of its last event: those of a stream never go back. */
  time: string;
}

/** What one of the doors said, when the log stood at a position. */
export type Said = {
  readonly by: string;
  readonly account: AccountId;
  readonly at: Position;
} & (
  | { readonly range: UsageRange; readonly sums: Sums }
  /** Evidence tells of billed rows alone. */
  | { readonly job: JobId; readonly sums: Omit<Sums, 'rows'> }
);

/** A statement as its file says it. */
export interface Stated extends Sums {
  readonly account: AccountId;
  readonly month: string;
  readonly partial: boolean;
  readonly late: number;
  readonly text: string;
}

export class MonthsWorld {
  readonly said: Said[] = [];
  /** In the order of their issue. */
  readonly stated: Stated[] = [];
  readonly happened = new Map<string, number>();
  private readonly begun: string;
  private readonly first: string;
  private readonly open: OpenJob[] = [];
  /** Accounts with the days on which they were charged. */
  private readonly charged = new Set<string>();
  private readonly jobs: Submission[] = [];
  private readonly ended: (Submission & { readonly at: number })[] = [];
  private readonly adjustments: { readonly account: AccountId; readonly id: AdjustmentId }[] = [];
  private readonly log: LogBuilder;
  private requests = 0;

  private constructor(
    private readonly store: MemoryEventStore,
    private readonly standing: StandingOperator,
    private readonly folder: TemporaryFolder,
    private now: number,
    private readonly tell: (time: number) => void,
  ) {
    this.log = new LogBuilder(store);
    this.begun = this.iso();
    this.first = this.month(0);
  }

  /** @param tell sets the clock of the program */
  static async begin(
    folder: TemporaryFolder,
    day: number,
    tell: (time: number) => void,
  ): Promise<MonthsWorld> {
    const settings = settingsOf(folder);
    const now = Date.UTC(2026, 8, day, 9);
    tell(now);
    const store = new MemoryEventStore();
    const stores = {
      eventStore: store,
      readModels: new MemoryReadModels(),
      coordination: new MemoryCoordination(),
      readings: NO_READINGS,
      close: async () => undefined,
    };
    const world = new MonthsWorld(store, await StandingOperator.open(settings, stores), folder, now, tell);
    world.log.time = world.iso();
    for (const account of CUSTOMERS) await world.log.openAccount(account, keyOf(account));
    return world;
  }

  async live({ steps }: Months): Promise<void> {
    for (const step of steps) {
      this.pass(step.wait);
      await this.act(step);
    }
    this.pass({ to: 'month', minutesAfter: 10 });
    for (const account of CUSTOMERS) {
      for (const month of this.monthsUpTo(1)) await this.statement(account, month);
      await this.look(account, { from: `${this.first}-01`, to: `${this.month(0)}-31` });
    }
  }

  /** The months from the first one to the one so many months ago. */
  private monthsUpTo(monthsAgo: number): readonly string[] {
    const months: string[] = [];
    for (let ago = monthsAgo; this.month(ago) >= this.first; ago++) months.unshift(this.month(ago));
    return months;
  }

  async exported(): Promise<string> {
    const file = this.folder.file('log.ndjson');
    const of = { after: LOG_START, takenAt: new Date(this.now), keyHashFingerprint: '' };
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

  private get operator(): Operator {
    return this.standing.as(this.context);
  }

  private iso(behind = 0): string {
    return new Date(this.now - behind * MINUTE).toISOString();
  }

  private month(ago: number): string {
    const now = new Date(this.now);
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
  }

  private endOfLastMonth(): string {
    return new Date(Date.parse(`${this.month(0)}-01`) - MINUTE).toISOString();
  }

  private pass(wait: Wait): void {
    if ('minutes' in wait) this.now += wait.minutes * MINUTE;
    else {
      const now = new Date(this.now);
      const next =
        wait.to === 'day'
          ? (Math.floor(this.now / DAY) + 1) * DAY
          : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
      this.now = Math.max(this.now, next + wait.minutesAfter * MINUTE);
    }
    this.tell(this.now);
  }

  private count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  private async driven(): Promise<Position> {
    const head = await this.store.head();
    await driveLanes(this.operator.stores, LANES, head, 0);
    return head;
  }

  private async act({ act, customer, behind }: Step): Promise<void> {
    const account = CUSTOMERS[customer];
    const time = behind === 'last month' ? this.endOfLastMonth() : this.iso(behind);
    this.log.time = time < this.begun ? this.begun : time;
    switch (act.do) {
      case 'job':
        for (let time = 0; time < act.times; time++) await this.job(account, act);
        return;
      case 'fill':
        return this.fill(act);
      case 'agree':
        return this.agree(account, act);
      case 'adjust job': {
        const job = this.ended[act.pick % Math.max(this.ended.length, 1)];
        if (job === undefined) return;
        const row = act.row === null ? null : act.row % job.rows;
        return this.adjust(job.account_id, { job: job.job_id, row, block: act.block });
      }
      case 'adjust days': {
        const job = this.ended[act.pick % Math.max(this.ended.length, 1)];
        if (job === undefined) return;
        const day = (after: number): string => isoDay(job.at + after * DAY);
        return this.adjust(job.account_id, { from: day(-act.days), to: day(act.days), block: act.block });
      }
      case 'reverse':
        return this.reverse(act.pick);
      case 'statement':
        for (const month of act.all ? this.monthsUpTo(act.monthsAgo) : [this.month(act.monthsAgo)])
          await this.statement(account, month);
        return;
      case 'dispute': {
        const job = this.jobs[act.pick % Math.max(this.jobs.length, 1)];
        return job === undefined ? undefined : this.dispute(job);
      }
      case 'look':
        return this.look(account, { from: `${this.month(0)}-01`, to: this.iso().slice(0, 10) });
    }
  }

  private async job(account: AccountId, { operation, rows }: Act & { do: 'job' }): Promise<void> {
    const stories = rows.map(storyOf);
    const number = String(this.jobs.length + 1).padStart(3, '0');
    const submission = aSubmission(rows.length, rows.length, {
      job_id: `job_01JDXB8Z5N0000000000000${number}` as JobId,
      account_id: account,
      key_id: keyOf(account),
      operation,
      blocks: BLOCKS,
      // Blocks come late only where data are kept.
      stored: pendingOf(stories).length > 0,
    });
    this.jobs.push(submission);
    await this.log.submit(submission);
    await this.log.start(submission, 0);
    await this.log.record(submission, 0, stories, await this.log.deliver(submission, 0, stories));
    await this.endOrKeep({ submission, rows: stories, time: this.log.time });
    this.charged.add(`${account} ${this.log.time.slice(0, 10)}`);
    this.count(operation);
  }

  private async endOrKeep(job: OpenJob): Promise<void> {
    if (pendingOf(job.rows).length > 0) return void this.open.push(job);
    const counts = countsOf(job.rows);
    await this.log.complete(job.submission, 0, counts);
    await this.log.end(job.submission, counts);
    this.ended.push({ ...job.submission, at: Date.parse(this.log.time) });
  }

  private async fill({ pick, answer }: Act & { do: 'fill' }): Promise<void> {
    const [job] = this.open.splice(pick % Math.max(this.open.length, 1), 1);
    const [pending] = job === undefined ? [] : pendingOf(job.rows);
    if (job === undefined || pending === undefined) return;
    const { row, block } = pending;
    if (this.log.time < job.time) this.log.time = job.time;
    job.time = this.log.time;
    await this.log.fill(job.submission, { chunk: 0, row, block }, answer);
    job.rows[row] = { ...(job.rows[row] as BlockOutcomes), [block]: answer };
    await this.endOrKeep(job);
    this.count('late block');
  }

  private async agree(account: AccountId, { inDays, prices }: Act & { do: 'agree' }): Promise<void> {
    const from = this.iso(-inDays * 24 * 60).slice(0, 10);
    const order = { currency: 'GBP', from, prices };
    const bus = await this.operator.bus(AccessModule);
    const { outcome } = await bus.execute(new AgreePrices(this.context, account, order));
    this.count(`prices ${outcome}`);
    if (outcome === 'recorded' && this.charged.has(`${account} ${from}`))
      this.count('prices changed within a day');
  }

  private async adjust(account: AccountId, what: ChargeSelection): Promise<void> {
    await this.driven();
    const bus = await this.operator.bus(AdjustmentsModule);
    const { prices } = await findAccount(this.operator, account);
    const outcome = await bus.execute(new AdjustCharges(this.context, account, { ...WORDS, what }, prices));
    this.adjusted('adjustment', account, outcome);
  }

  private async reverse(pick: number): Promise<void> {
    const made = this.adjustments[pick % Math.max(this.adjustments.length, 1)];
    if (made === undefined) return;
    await this.driven();
    const bus = await this.operator.bus(AdjustmentsModule);
    const order = { ...WORDS, what: made.id };
    this.adjusted(
      'reversal',
      made.account,
      await bus.execute(new ReverseAdjustment(this.context, made.account, order)),
    );
  }

  private adjusted(what: string, account: AccountId, outcome: AdjustmentOutcome): void {
    if (outcome.outcome !== 'recorded') return;
    const { adjustment } = outcome;
    this.count(what);
    if (what === 'adjustment') this.adjustments.push({ account, id: adjustment.adjustment_id });
    if (adjustment.charges.some(({ jobs }) => jobs.length > 1)) this.count(`${what} of equal jobs`);
  }

  private async statement(account: AccountId, month: string): Promise<void> {
    await this.driven();
    const file = this.folder.file(`${account}-${month}.ndjson`);
    const wish = { month, account, file, now: new Date(this.now), onProgress: () => undefined };
    try {
      const { outcome, partial } = await issueStatement(this.operator, wish);
      const text = readFileSync(file, 'utf8');
      if (outcome === 'repeated') return this.repeated(account, month, text);
      const stated = { account, month, partial, text, ...statementSums(text) };
      this.stated.push(stated);
      this.count(partial ? 'partial statement' : 'statement');
      if (stated.late > 0) this.count('statement with late lines');
    } catch (error) {
      if (!(error instanceof WrongRequest) || !REFUSED.has(error.code)) throw error;
      this.count(error.code);
    }
  }

  /** Byte for byte, whatever was charged and agreed since. */
  private repeated(account: AccountId, month: string, text: string): void {
    const issued = this.stated.filter((each) => each.account === account && each.month === month);
    if (issued.at(-1)?.text !== text)
      throw new Error(`the statement of ${month} says something else when repeated`);
    this.count('repeated statement');
  }

  private async dispute({ job_id, account_id }: Submission): Promise<void> {
    const at = await this.store.head();
    const found = await findJob(this.store, job_id);
    if (found.outcome !== 'found') throw new Error(`${job_id} is gone`);
    const sums = await writeEvidence(this.store, { job: found.job, rows: null, until: at }, () => undefined);
    const { units, amount, netUnits, netAmount } = sums;
    const told = { units, amount: money(amount), netUnits, netAmount: money(netAmount) };
    this.said.push({ by: 'evidence', account: account_id, at, job: job_id, sums: told });
    this.count('dispute');
  }

  private async look(account: AccountId, range: UsageRange): Promise<void> {
    const at = await this.driven();
    const { models, stores } = this.operator;
    const reader = new UsageReader(models, this.store);
    const say = (by: string, sums: Sums): void => void this.said.push({ by, account, range, at, sums });
    for (const granularity of ['block', 'day'] as const)
      say(
        `usage by ${granularity}`,
        usageSums(await reader.ask({ account, range, granularity, jobId: null })),
      );
    say('usage by job', usageSums(await reader.askByJob(account, range)));
    say('usage by key', usageSums(await reader.askByKey(account, range)));
    const scope = { account, range, block: null, job: null, key: null };
    const { eventStore, coordination } = stores;
    const bill = await models.snapshot((from) =>
      explainBilling({ eventStore, coordination, reader: from }, scope, 5),
    );
    if (!bill.complete || bill.agrees !== true)
      throw new Error('explain does not find the charges of its figure');
    const { rows, units, amount = null, net_units: netUnits, net_amount = null } = bill;
    say('explain', { rows, units, amount: money(amount), netUnits, netAmount: money(net_amount) });
    this.count('look');
  }
}

/** Why there is no statement: none of these is a fault. */
const REFUSED: ReadonlySet<string> = new Set(['earlier_month_open', 'month_closed', 'not_open_yet']);

let settings: Settings | null = null;
const settingsOf = (folder: TemporaryFolder): Settings =>
  (settings ??= loadSettings({ DATA_DIR: folder.path }));

const keyOf = (account: AccountId): KeyId => `key${account}00000`.slice(0, 12) as KeyId;

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const storyOf = (row: RowPlan): RowStory => row ?? 'not_matched';

function pendingOf(rows: readonly RowStory[]): readonly { readonly row: number; readonly block: BlockKey }[] {
  return rows.flatMap((story, row) =>
    typeof story === 'string'
      ? []
      : BLOCKS.filter((block) => story[block]?.status === 'pending').map((block) => ({ row, block })),
  );
}

const money = (text: string | null): bigint | null => (text === null ? null : hundredMillionths(text));

function usageSums(answer: UsageOutcome<object>): Sums {
  if (answer.outcome !== 'usage') throw new Error(`usage answers ${answer.outcome}`);
  const { counts, amount = null, net_units = counts.units, net_amount = amount } = answer.body;
  const net = { netUnits: net_units, netAmount: money(net_amount) };
  return { rows: counts.rows, units: counts.units, amount: money(amount), ...net };
}

interface Totals {
  readonly late: number;
  readonly charges: { readonly rows: number; readonly units: number; readonly amount: string | null };
  readonly net: { readonly units: number; readonly amount: string | null };
}

function statementSums(text: string): Sums & { readonly late: number } {
  const line = text.split('\n').at(-3) ?? '';
  const { late, charges, net } = (JSON.parse(line) as { readonly totals: Totals }).totals;
  const { rows, units, amount } = charges;
  const left = { netUnits: net.units, netAmount: money(net.amount) };
  return { late, rows, units, amount: money(amount), ...left };
}
