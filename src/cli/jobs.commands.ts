/** `jobs …`: the jobs of an account, as the API shows them, and the early end of their retention. */
import type { Command } from 'commander';
import type { JobStatusDocument } from '../../projections/job-status/job-status.document.js';
import { JOB_STATUS, jobStatusKey } from '../../projections/job-status/job-status.document.js';
import { EraseJobRows } from '../jobs/commands.js';
import { JobsModule } from '../jobs/jobs.module.js';
import type { JobView } from '../jobs/status/job-view.js';
import { isShownEnded, jobView } from '../jobs/status/job-view.js';
import { LaneMarks } from '../jobs/status/lane-marks.js';
import { LaneStoppedError } from '../platform/projector/applier.js';
import type { AccountId, JobId, KeyId } from '../shared/ids.js';
import { findAccount } from './account-shown.js';
import * as words from './arguments.js';
import type { Run } from './command-line.js';
import { UsageFailure } from './failure.js';
import { facts } from './output.js';
import type { Services } from './services.js';
import { openServices, perform } from './services.js';

export function jobsCommands(program: Command, run: Run): void {
  const jobs = program.command('jobs').description('jobs and their rows');
  list(jobs, run);
  show(jobs, run);
  erase(jobs, run);
}

/** The Job of the API, and whose it is. */
interface JobShown extends JobView {
  readonly account_id: AccountId;
  readonly key_id: KeyId;
  readonly request_id: string;
  readonly operation: JobStatusDocument['operation'];
  readonly environment: JobStatusDocument['environment'];
}

/** A job is shown as ended when its pages and its usage are there to read. */
class Jobs {
  private readonly marks: LaneMarks;

  constructor(private readonly services: Services) {
    this.marks = new LaneMarks(services.models);
  }

  async shown(job: JobStatusDocument): Promise<JobShown> {
    const { ended_position, account_id, key_id, request_id, operation, environment } = job;
    const ended = ended_position !== null && isShownEnded(job, await this.marks.marksFor(ended_position));
    return { ...jobView(job, ended), account_id, key_id, request_id, operation, environment };
  }

  async find(jobId: JobId): Promise<JobShown> {
    const job = await this.services.models.find(JOB_STATUS, jobStatusKey(jobId));
    if (job === undefined) throw new UsageFailure('unknown_job', `There is no job ${jobId}.`);
    return this.shown(job);
  }

  /** The newest first. */
  async *of(account: AccountId): AsyncGenerator<JobShown> {
    const query = { index: 'by_account', equals: [account], order: 'descending' } as const;
    for await (const document of this.services.every(JOB_STATUS.name, query))
      yield this.shown(JOB_STATUS.fields(document));
  }
}

async function openJobs(services: Services): Promise<Jobs> {
  await services.upToDate('access', 'work', 'pages');
  // A billing lane that stands still holds no job back.
  await services.upToDate('billing').catch((error: unknown) => {
    if (!(error instanceof LaneStoppedError)) throw error;
  });
  return new Jobs(services);
}

function list(jobs: Command, run: Run): void {
  jobs
    .command('list')
    .description('the jobs of an account, the newest first')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .action(
      run(async (cli, { account }: { account: AccountId }) => {
        const services = await openServices(cli);
        const all = await openJobs(services);
        await findAccount(services, account);
        await cli.out.list(
          all.of(account),
          {
            job: (job) => job.job_id,
            status: (job) => job.status,
            rows: (job) => job.counts.total,
            delivered: (job) => job.counts.succeeded,
            'not found': (job) => job.counts.not_found,
            failed: (job) => job.counts.failed,
            key: (job) => job.key_id,
            created: (job) => job.created_at,
          },
          `Account ${account} has no job yet.`,
        );
      }),
    );
}

function show(jobs: Command, run: Run): void {
  jobs
    .command('show')
    .description('a job as the API shows it')
    .argument('<job>', 'job id', words.jobId)
    .action(
      run(async (cli, jobId: JobId) => {
        const services = await openServices(cli);
        const job = await (await openJobs(services)).find(jobId);
        cli.out.document(job, () => jobTable(job));
      }),
    );
}

function erase(jobs: Command, run: Run): void {
  jobs
    .command('erase')
    .description("ends the retention of a finished job's rows now; facts and charges stay")
    .argument('<job>', 'job id', words.jobId)
    .requiredOption('--reason <reason>', 'stays in the log', words.sentence)
    .action(
      run(async (cli, jobId: JobId, { reason }: { reason: string }) => {
        const services = await openServices(cli);
        const { actor, requestId } = services.operator;
        const outcome = await perform(
          services,
          JobsModule,
          new EraseJobRows(jobId, reason, actor, requestId),
        );
        if (outcome.outcome === 'job_not_found')
          throw new UsageFailure('unknown_job', `There is no job ${jobId}.`);
        if (outcome.outcome === 'job_not_ended')
          throw new UsageFailure('job_not_ended', `Job ${jobId} is not over yet: cancel it first, or wait.`);
        const job = await (await openJobs(services)).find(jobId);
        const shown = { ...job, changed: outcome.outcome === 'erased' };
        cli.out.document(shown, () => `The rows of job ${jobId} are erased; facts and charges stay.`);
      }),
    );
}

const jobTable = (job: JobShown): string =>
  facts({
    job: job.job_id,
    status: job.status,
    account: job.account_id,
    key: `${job.key_id} (${job.environment})`,
    request: job.request_id,
    operation: job.operation,
    blocks: job.blocks.join(', '),
    rows: job.counts.total,
    delivered: job.counts.succeeded,
    'not found': job.counts.not_found,
    failed: job.counts.failed,
    created: job.created_at,
    finished: job.finished_at,
    'rows kept until': job.expires_at,
  });
