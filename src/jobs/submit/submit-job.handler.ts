/** Handles POST /v1/enrich/jobs, and GET /v1/resolve with `wait=false`: a job that runs in the background. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SubmitJob, type SubmitOutcome } from '../commands.js';
import { Acceptance, type SubmissionRunner } from './acceptance.js';
import { SubmissionWriter } from './submission-writer.js';

type AcceptedOutcome = Extract<SubmitOutcome, { outcome: 'accepted' | 'replayed' }>;

@CommandHandler(SubmitJob)
export class SubmitJobHandler implements ICommandHandler<SubmitJob> {
  constructor(
    private readonly acceptance: Acceptance,
    private readonly writer: SubmissionWriter,
  ) {}

  execute(command: SubmitJob): Promise<SubmitOutcome> {
    return this.acceptance.accept(command, this.backgroundRunner(command.operation));
  }

  /** Writes the rows, then JobSubmitted: from then on workers run the job. */
  private backgroundRunner(operation: SubmitJob['operation']): SubmissionRunner<AcceptedOutcome> {
    return {
      terms: { operation, collection: 'pages', stored: true, inlineMs: null },
      run: async ({ origin, chunks, salt, by }) => {
        const writtenSubmission = await this.writer.write(origin, chunks, salt);
        if (writtenSubmission.outcome === 'abandoned') return 'again';
        const { id: job_id, position } = writtenSubmission.job;
        return { outcome: by === 'taken_over' ? 'replayed' : 'accepted', job_id, position };
      },
      replay: (_submission, { id: job_id, position }) => ({ outcome: 'replayed', job_id, position }),
    };
  }
}
