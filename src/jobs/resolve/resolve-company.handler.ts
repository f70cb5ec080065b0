/** GET /v1/resolve, but `wait=false`: one company, answered in the request that asks for it. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import { ResolveCompany, type ResolveOutcome } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { Acceptance, type Begun, type Runner } from '../submit/acceptance.js';
import { InlineRunner } from './inline-run.js';
import { Replays } from './replays.js';
import { resolvedOutcome } from './resolved-outcome.js';

/** How long after its time-out a resolve may still be at work on its last appends before a worker takes it over. */
const GRACE_MS = 5_000;
/** A deferred resolve only reads the register in its request: its live blocks are a worker's, soon. */
const DEFERRED_MS = 2_000;

@CommandHandler(ResolveCompany)
export class ResolveCompanyHandler implements ICommandHandler<ResolveCompany> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'settings'>,
    private readonly acceptance: Acceptance,
    private readonly inline: InlineRunner,
    private readonly replays: Replays,
  ) {}

  execute(command: ResolveCompany): Promise<ResolveOutcome> {
    return this.acceptance.accept(command, this.inRequest(command));
  }

  /** The row is answered, recorded and charged before the request ends. */
  private inRequest({ request, mode }: ResolveCompany): Runner<ResolveOutcome> {
    const { deferLive, store: stored } = mode;
    const timeout = this.ports.settings.resolveTimeoutSeconds * 1_000;
    const until = performance.now() + timeout;
    const [asked = {}] = request.rows;
    return {
      terms: {
        operation: 'resolve',
        collection: deferLive ? 'deferred' : 'inline',
        stored,
        inlineMs: deferLive ? DEFERRED_MS : timeout + GRACE_MS,
      },
      run: (begun) => this.run(begun, asked, until),
      replay: (submission) => this.replays.of(submission),
    };
  }

  private async run(begun: Begun, asked: AskedRow, until: number): Promise<ResolveOutcome | 'again'> {
    const { submission } = begun.origin;
    const ran = await this.inline.run({ asked, until, ...begun });
    switch (ran.outcome) {
      case 'recorded':
        return resolvedOutcome(submission, ran.job, ran.row);
      case 'beaten': {
        const replay = await this.replays.of(submission);
        // Without a key nothing is a replay: a worker that was first has only finished this very request.
        return begun.by === 'own' && replay.outcome === 'replayed'
          ? { ...replay, outcome: 'resolved' }
          : replay;
      }
      case 'abandoned':
        return 'again';
    }
  }
}
