/**
 * Clients of a life: they submit, resolve, repeat, look, read pages, cancel and order erasures, and note what
 * they were told.
 */
import type { Caller } from '../../src/access/caller.js';
import { CancelJob, EraseJobRows, ResolveCompany, SubmitJob } from '../../src/jobs/commands.js';
import type { EnrichRequest, ResolveOutcome, SubmitOutcome } from '../../src/jobs/commands.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { plainOf } from '../../packages/platform/src/bytes/deflated.js';
import { NotNowError } from '../../packages/platform/src/errors/not-now-error.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../packages/platform/src/event-store/event-store.js';
import { ReadModelNotReadyError } from '../../packages/platform/src/projector/generation-reader.js';
import { aCaller, aRequest, anIdentity } from '../support/worlds/job-world.js';
import { OddError } from './calls.js';
import type { Host } from './host.js';
import type { ClientPlan } from './plan.js';
import { BLOCKS_ASKED, rowsAsked, unitsOf } from './rows.js';
import { Random } from './random.js';
import { NoAnswerError, type World } from './world.js';

export const ACCOUNTS = [1001, 1002] as readonly number[] as readonly AccountId[];
export const KEYS = [
  ['aaaaaaaaaaa1', 'aaaaaaaaaaa2'],
  ['bbbbbbbbbbb1', 'bbbbbbbbbbb2'],
] as readonly (readonly string[])[] as readonly (readonly KeyId[])[];

const ENABLED = new Set<BlockKey>(BLOCK_KEYS.filter((block) => block !== 'news_signals'));

/** What a client answers by asking again. */
export const TRANSIENT = [
  NoAnswerError,
  StoreUnavailableError,
  OutcomeUnknownError,
  NotNowError,
  ReadModelNotReadyError,
  OddError,
];

type Answer = SubmitOutcome | ResolveOutcome;

export class Client {
  /** Answers that reached it. */
  readonly answers: Answer[] = [];
  job: JobId | null = null;
  /** True once its rows must be gone. */
  isErased = false;
  readonly request: EnrichRequest;
  private readonly random: Random;
  private requests = 0;

  constructor(
    private readonly world: World,
    readonly plan: ClientPlan,
    readonly number: number,
  ) {
    this.random = new Random(world.settings.seed, 2, number);
    this.request = aRequest(rowsAsked(plan.rows, plan.seed), { blocks: BLOCKS_ASKED(plan.live) });
  }

  get account(): AccountId {
    return ACCOUNTS[this.plan.account] ?? (0 as AccountId);
  }

  /** Whether its rows are kept for a while. */
  get isStored(): boolean {
    return this.plan.kind === 'job' || this.plan.store;
  }

  async live(): Promise<void> {
    const { plan, world } = this;
    await world.timeline.sleep(plan.at);
    const equal = plan.idempotent ? Array.from({ length: plan.duplicates }, (_, i) => i % 2) : [];
    await Promise.all([plan.key, ...equal].map((key, index) => this.send(key, index)));
    const named = this.answers.flatMap((answer) => ('job_id' in answer ? [answer.job_id] : []));
    this.job = named[0] ?? null;
    for (const answer of this.answers) this.judgeAnswer(answer);
    if (new Set(named).size > 1 && plan.idempotent)
      this.surprise(`equal requests got ${new Set(named).size} jobs`);
    const accepted = this.answers.filter(({ outcome }) => outcome === 'accepted' || outcome === 'resolved');
    if (accepted.length > 1 && plan.idempotent && plan.kind === 'job') this.surprise('accepted twice');
    if (this.job !== null && plan.kind === 'job') await this.afterwards(this.job);
  }

  private async send(key: number, index: number): Promise<void> {
    const { plan, world, request } = this;
    if (index > 0) await world.timeline.sleep(this.random.wait(200));
    const idempotencyKey = plan.idempotent ? `order ${this.number}` : null;
    const act = (host: Host): Promise<Answer> => {
      const identity = anIdentity(request, idempotencyKey, {
        caller: this.caller(key),
        requestId: this.requestId(),
      });
      if (plan.kind === 'job') return host.execute(new SubmitJob(identity, request));
      return host.execute(
        new ResolveCompany(identity, request, { deferLive: plan.deferLive, store: plan.store }),
      );
    };
    const words =
      plan.kind === 'job'
        ? `submit ${plan.rows} rows for client ${this.number}`
        : `resolve for client ${this.number}`;
    const answer = await this.ask(words, act, !plan.idempotent);
    if (answer !== undefined) this.answers.push(answer);
  }

  private judgeAnswer(answer: Answer): void {
    if (answer.outcome === 'resolved' || answer.outcome === 'replayed') {
      if (!('row' in answer)) return;
      const units = unitsOf(this.request.rows[0] ?? {}, 0, this.request.blocks);
      if ((units === null) !== (answer.row.status === 'failed') && !isOurs(answer))
        this.surprise('another kind of row was answered');
      return;
    }
    if (answer.outcome !== 'accepted' && !(answer.outcome === 'gone' && !this.plan.store))
      this.surprise(`was answered ${answer.outcome}`);
  }

  /** Looks until the job is shown as ended, cancels in between where it was to; then reads the pages. */
  private async afterwards(job: JobId): Promise<void> {
    const { plan, world } = this;
    const cancelAt = plan.cancelAfter === null ? Infinity : world.timeline.now + plan.cancelAfter;
    let isCancelled = false;
    for (;;) {
      if (!isCancelled && world.timeline.now >= cancelAt) {
        isCancelled = true;
        const cancel = (host: Host) =>
          host.execute(new CancelJob(this.caller(plan.key), this.requestId(), job));
        await this.ask(`cancel the job of client ${this.number}`, cancel, false);
      }
      const shown = await this.ask(
        `show the job of client ${this.number}`,
        (host) => host.jobs.find(this.account, job),
        false,
      );
      if (shown === null || shown === undefined) return this.surprise('its job is not found');
      if (shown.isEnded) break;
      await world.timeline.sleep(
        this.random.wait(Math.min(1_500, Math.max(100, cancelAt - world.timeline.now))),
      );
    }
    await this.readPages(job);
    await this.readErrors(job);
    if (!plan.erase) return;
    const erase = (host: Host) => host.execute(new EraseJobRows(job, 'asked for', 'operator', 'cli_1'));
    const erased = await this.ask(`erase the rows of client ${this.number}`, erase, false);
    this.isErased = erased?.outcome !== 'job_held';
  }

  /** The job is shown as ended: its pages have every row once, in order, and none pending. */
  private async readPages(job: JobId): Promise<void> {
    const refs: string[] = [];
    const limit = this.random.oneOf([1_000, this.random.whole(1, 12)]);
    for (let cursor: string | null | undefined; cursor !== null;) {
      const parameters = { cursor, limit };
      const page = await this.ask(
        `give a page of client ${this.number}`,
        (host) => pageOf(host, this.account, job, parameters),
        false,
      );
      if (page === undefined || page === 'unavailable') {
        await this.world.timeline.sleep(500);
        continue;
      }
      if (page === 'gone') return;
      if (typeof page === 'string') return this.surprise(`a page was answered ${page}`);
      for (const { ref, status } of page.rows) {
        refs.push(ref);
        if (status === 'pending') this.surprise(`${ref} is pending in an ended job`);
      }
      cursor = page.next;
    }
    const asked = this.request.rows.map(({ ref }) => ref ?? '');
    if (refs.join() !== asked.join()) this.surprise(`pages gave ${refs.join()} instead of ${asked.join()}`);
  }

  /** The page of errors has every row that failed, in order. */
  private async readErrors(job: JobId): Promise<void> {
    for (;;) {
      const page = await this.ask(
        `give the errors of client ${this.number}`,
        (host) =>
          host.pages.readErrors({
            account: this.account,
            jobId: job,
            parameters: { cursor: undefined, limit: 1_000 },
          }),
        false,
      );
      if (
        page === undefined ||
        ('outcome' in page ? page.outcome === 'unavailable' : !page.tail.results_ready)
      ) {
        await this.world.timeline.sleep(500);
        continue;
      }
      if ('outcome' in page)
        return page.outcome === 'rows_expired'
          ? undefined
          : this.surprise(`errors were answered ${page.outcome}`);
      const rows = page.entries.map(
        (entry) => (JSON.parse(Buffer.from(entry).toString()) as { row: number }).row,
      );
      const failing = this.request.rows.flatMap((asked, row) =>
        unitsOf(asked, row, this.request.blocks) === null ? [row] : [],
      );
      const isOrdered = rows.every((row, index) => index === 0 || row > (rows[index - 1] ?? row));
      if (!isOrdered || failing.some((row) => !rows.includes(row)))
        this.surprise(`errors are of rows ${rows.join()}, not of ${failing.join()}`);
      return;
    }
  }

  /** Asks again until it is answered; undefined where `once` and no answer came. */
  private async ask<T>(what: string, act: (host: Host) => Promise<T>, once: boolean): Promise<T | undefined> {
    for (;;) {
      try {
        return await this.world.ask(this.random, what, act);
      } catch (error) {
        if (!TRANSIENT.some((transient) => error instanceof transient))
          this.surprise(`to "${what}" came ${String(error)}`);
        if (once) return undefined;
        await this.world.timeline.sleep(this.random.wait(500));
      }
    }
  }

  private caller(key: number): Caller {
    const key_id = KEYS[this.plan.account]?.[key];
    return aCaller({
      account_id: this.account,
      ...(key_id !== undefined && { key_id }),
      blocks: ENABLED,
    });
  }

  private requestId(): string {
    return `req_${this.number}_${++this.requests}`;
  }

  /** What a restored log lost may surprise anybody. */
  private surprise(what: string): void {
    if (this.world.isLogRestored) return;
    this.world.surprises.push(`client ${this.number}: ${what}`);
  }
}

/** A resolve whose process died may end so: nobody could come back for its row. */
const isOurs = (answer: Answer): boolean =>
  'row' in answer &&
  answer.row.status === 'failed' &&
  ['worker_lost', 'source_unavailable'].includes(answer.row.reason);

interface PageRows {
  readonly rows: readonly { readonly ref: string; readonly status: string }[];
  readonly next: string | null;
}

async function pageOf(
  host: Host,
  account: AccountId,
  jobId: JobId,
  parameters: { readonly cursor: string | undefined; readonly limit: number },
): Promise<PageRows | string> {
  const page = await host.pages.readResults({ account, jobId, parameters });
  if ('outcome' in page) return page.outcome === 'rows_expired' ? 'gone' : page.outcome;
  if (!page.tail.results_ready) return 'unavailable'; // restored read models may have yet to see the end
  const json: string[] = [];
  for await (const bytes of page.rowsJson()) json.push(Buffer.from(plainOf(bytes)).toString());
  return { rows: JSON.parse(`[${json.join()}]`) as PageRows['rows'], next: page.tail.next_cursor };
}
