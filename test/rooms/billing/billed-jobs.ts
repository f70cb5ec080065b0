/** The jobs of random months, written into the log as the handlers write them. */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import type { Submission } from '../../../src/streams/job/job.events.js';
import { aSubmission } from '../../support/logs/job-builders.js';
import type { LogBuilder } from '../../support/logs/log-builder.js';
import { countsOf, type RowStory } from '../../support/logs/row-stories.js';
import { BLOCKS, type Act, type RowPlan } from './random-months.js';
import type { Tally } from './tally.js';

interface OpenJob {
  readonly submission: Submission;
  readonly rows: RowStory[];
  /** Of its last event: those of a stream never go back. */
  time: string;
}

export class BilledJobs {
  readonly all: Submission[] = [];
  readonly ended: (Submission & { readonly at: number })[] = [];
  private readonly open: OpenJob[] = [];
  /** Accounts with the days on which they were charged. */
  private readonly charged = new Set<string>();

  constructor(
    private readonly log: LogBuilder,
    private readonly tally: Tally,
  ) {}

  wasCharged(account: AccountId, day: string): boolean {
    return this.charged.has(`${account} ${day}`);
  }

  async run(account: AccountId, { operation, rows }: Act & { do: 'job' }): Promise<void> {
    const stories = rows.map(storyOf);
    const number = String(this.all.length + 1).padStart(3, '0');
    const submission = aSubmission(rows.length, rows.length, {
      job_id: `job_01JDXB8Z5N0000000000000${number}` as JobId,
      account_id: account,
      key_id: keyOf(account),
      operation,
      blocks: BLOCKS,
      // Blocks come late only where data are kept.
      stored: pendingOf(stories).length > 0,
    });
    this.all.push(submission);
    await this.log.submit(submission);
    await this.log.start(submission, 0);
    await this.log.record(submission, 0, stories, await this.log.deliver(submission, 0, stories));
    await this.endOrKeep({ submission, rows: stories, time: this.log.time });
    this.charged.add(`${account} ${this.log.time.slice(0, 10)}`);
    this.tally.count(operation);
  }

  async fill({ pick, answer }: Act & { do: 'fill' }): Promise<void> {
    const [job] = this.open.splice(pick % Math.max(this.open.length, 1), 1);
    const [pending] = job === undefined ? [] : pendingOf(job.rows);
    if (job === undefined || pending === undefined) return;
    const { row, block } = pending;
    if (this.log.time < job.time) this.log.time = job.time;
    job.time = this.log.time;
    await this.log.fill(job.submission, { chunk: 0, row, block }, answer);
    job.rows[row] = { ...(job.rows[row] as BlockOutcomes), [block]: answer };
    await this.endOrKeep(job);
    this.tally.count('late block');
  }

  private async endOrKeep(job: OpenJob): Promise<void> {
    if (pendingOf(job.rows).length > 0) return void this.open.push(job);
    const counts = countsOf(job.rows);
    await this.log.complete(job.submission, 0, counts);
    await this.log.end(job.submission, counts);
    this.ended.push({ ...job.submission, at: Date.parse(this.log.time) });
  }
}

export const keyOf = (account: AccountId): KeyId => `key${account}00000`.slice(0, 12) as KeyId;

const storyOf = (row: RowPlan): RowStory => row ?? 'not_matched';

function pendingOf(rows: readonly RowStory[]): readonly { readonly row: number; readonly block: BlockKey }[] {
  return rows.flatMap((story, row) =>
    typeof story === 'string'
      ? []
      : BLOCKS.filter((block) => story[block]?.status === 'pending').map((block) => ({ row, block })),
  );
}
