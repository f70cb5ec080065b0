/** Handles POST /v1/enrich/jobs, and GET /v1/resolve with `wait=false`: a job that runs in the background. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SubmitJob, type AcceptedJob, type SubmitOutcome } from '../commands.js';
import type { EventLeaf } from '../../seals/sealed-tree.js';
import { JobRepository, type LoadedJob } from '../job-stream.js';
import { Acceptance, type SubmissionRunner } from './acceptance.js';
import { SubmissionWriter } from './submission-writer.js';

@CommandHandler(SubmitJob)
export class SubmitJobHandler implements ICommandHandler<SubmitJob> {
  constructor(
    private readonly acceptance: Acceptance,
    private readonly writer: SubmissionWriter,
    private readonly jobs: JobRepository,
  ) {}

  execute(command: SubmitJob): Promise<SubmitOutcome> {
    return this.acceptance.accept(command, this.backgroundRunner(command.operation));
  }

  /** Returns the runner that writes the rows, then JobSubmitted. From then on workers run the job. */
  private backgroundRunner(operation: SubmitJob['operation']): SubmissionRunner<AcceptedJob> {
    return {
      terms: { operation, collection: 'pages', stored: true, inlineMs: null },
      run: async ({ origin, chunks, salt, claimedBy }) => {
        const writeResult = await this.writer.write(origin, chunks, salt);
        if (writeResult.outcome === 'abandoned') return 'again';
        const outcome = claimedBy === 'equal_request' ? 'replayed' : 'accepted';
        return this.outcomeOf(outcome, writeResult.job, writeResult.submittedEvent);
      },
      replay: (_submission, job) => this.outcomeOf('replayed', job),
    };
  }

  private async outcomeOf(
    outcome: AcceptedJob['outcome'],
    { id: job_id, position }: LoadedJob,
    submittedEvent: EventLeaf | null = null,
  ): Promise<AcceptedJob> {
    const receipt_event = submittedEvent ?? (await this.jobs.receiptEventOf(job_id, 'JobSubmitted'));
    return { outcome, job_id, position, receipt_event };
  }
}
