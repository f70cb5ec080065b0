/** Handles GET /v1/resolve, except with `wait=false`: one company, answered within the request. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResolveCompany, type ResolveOutcome } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { Acceptance, type BegunSubmission, type SubmissionRunner } from '../submit/acceptance.js';
import { InlineRunner } from './inline-run.js';
import { Replays } from './replays.js';
import { resolvedOutcome } from './resolved-outcome.js';

/** The time that a resolve may need for its last appends after its time-out. */
const LAST_APPENDS_MS = 5_000;
/** The time that a deferred resolve may run in its request. Then a worker fills its live blocks. */
const DEFERRED_RESOLVE_MS = 2_000;

@CommandHandler(ResolveCompany)
export class ResolveCompanyHandler implements ICommandHandler<ResolveCompany> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'settings'>,
    private readonly acceptance: Acceptance,
    private readonly inlineRunner: InlineRunner,
    private readonly replays: Replays,
  ) {}

  execute(command: ResolveCompany): Promise<ResolveOutcome> {
    return this.acceptance.accept(command, this.inlineSubmission(command));
  }

  /** Returns the runner that works within the request. A worker ends a job that is not done in time. */
  private inlineSubmission({ request, mode }: ResolveCompany): SubmissionRunner<ResolveOutcome> {
    const { deferLive, store: stored } = mode;
    const timeoutMs = this.ports.settings.resolveTimeoutSeconds * 1_000;
    const deadlineMs = performance.now() + timeoutMs;
    const [row = {}] = request.rows;
    return {
      terms: {
        operation: 'resolve',
        collection: deferLive ? 'deferred' : 'inline',
        stored,
        inlineMs: deferLive ? DEFERRED_RESOLVE_MS : timeoutMs + LAST_APPENDS_MS,
      },
      run: (submission) => this.run(submission, row, deadlineMs),
      replay: (submission) => this.replays.replay(submission),
    };
  }

  private async run(
    begunSubmission: BegunSubmission,
    row: SubmittedRow,
    deadlineMs: number,
  ): Promise<ResolveOutcome | 'again'> {
    const { submission } = begunSubmission.origin;
    const inlineRun = await this.inlineRunner.run({ row, deadlineMs, ...begunSubmission });
    switch (inlineRun.outcome) {
      case 'recorded':
        return resolvedOutcome(submission, inlineRun);
      case 'recorded_by_another': {
        const replay = await this.replays.replay(submission);
        // Without an idempotency key this is no repeated request: a worker finished this one, so the answer
        // is `resolved`.
        return begunSubmission.claimedBy === 'nobody' && replay.outcome === 'replayed'
          ? { ...replay, outcome: 'resolved' }
          : replay;
      }
      case 'abandoned':
        return 'again';
    }
  }
}
