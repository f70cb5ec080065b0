/** The charges that an adjustment is decided on, from the log: those of jobs that are over, which gain none any more. */
import { Inject, Injectable } from '@nestjs/common';
import { USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { storedEvents } from '../../platform/event-store/stored-events.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../../platform/nest/tokens.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import { ChargedBlocks } from '../../streams/adjustments/charged-blocks.js';
import { decodeJobEvent, jobStream } from '../../streams/job/job.events.js';
import { NO_JOB, evolve, isEnded, type JobState } from '../../streams/job/job.state.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';
import type { ChargeSelection, SelectionRefusalCode } from './commands.js';

export type FoundCharges =
  | {
      readonly outcome: 'found';
      readonly charged: readonly ChargedBlocks[];
      /** Left out, since they may still be charged. */
      readonly unfinished: readonly JobId[];
    }
  | { readonly outcome: 'refused'; readonly code: SelectionRefusalCode; readonly detail: string };

@Injectable()
export class ChargedJobs {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LIVE_READ_MODELS) private readonly live: LiveReadModels,
  ) {}

  find(account: AccountId, what: ChargeSelection): Promise<FoundCharges> {
    return 'job' in what ? this.ofJob(account, what) : this.ofDays(account, what);
  }

  private async ofJob(
    account: AccountId,
    { job, row }: { readonly job: JobId; readonly row: number | null },
  ): Promise<FoundCharges> {
    const state = await this.job(job);
    const refused = (code: SelectionRefusalCode, detail: string): FoundCharges => ({
      outcome: 'refused',
      code,
      detail,
    });
    if (!('submission' in state) || state.submission.account_id !== account)
      return refused('unknown_job', `Account ${account} has no job ${job}.`);
    if (!isEnded(state))
      return refused('job_not_ended', `Job ${job} is not over yet: what it is charged may still grow.`);
    const { rows } = state.submission;
    if (row !== null && row >= rows)
      return refused('unknown_row', `Job ${job} has rows 0 to ${rows - 1}, no row ${row}.`);
    return { outcome: 'found', charged: [await this.chargesOf(state.submission)], unfinished: [] };
  }

  /** The read model says which jobs were charged in these days; what they were charged is read from the log. */
  private async ofDays(
    account: AccountId,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<FoundCharges> {
    const jobs = new Set<JobId>();
    const inRange = { index: 'by_day', equals: [account], from, to: `${to}~` };
    for await (const document of everyDocument(this.live, USAGE_JOBS.name, inRange))
      jobs.add(USAGE_JOBS.fields(document).job_id);
    const charged: ChargedBlocks[] = [];
    const unfinished: JobId[] = [];
    for (const job of [...jobs].sort()) {
      const state = await this.job(job);
      if (isEnded(state)) charged.push(await this.chargesOf(state.submission));
      else unfinished.push(job);
    }
    return { outcome: 'found', charged, unfinished };
  }

  private async job(job: JobId): Promise<JobState> {
    let state = NO_JOB;
    for await (const recorded of storedEvents(this.store, jobStream(job)))
      state = evolve(state, decodeJobEvent(recorded));
    return state;
  }

  private async chargesOf(submission: {
    readonly job_id: JobId;
    readonly rows: number;
    readonly chunks: readonly number[];
  }): Promise<ChargedBlocks> {
    const charged = new ChargedBlocks(submission.job_id, submission.rows);
    for (const chunk of submission.chunks.keys())
      for await (const recorded of storedEvents(this.store, rowsStream(submission.job_id, chunk)))
        for (const entry of decodeRowsEvents(recorded)) charged.add(entry);
    return charged;
  }
}
