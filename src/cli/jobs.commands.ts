/** The commands `jobs …`: list and show jobs as the API does, and erase their rows early. */
import { confirmClock } from '../operator/jobs/confirm-clock.js';
import { endJobHold, holdJob } from '../operator/jobs/hold-job.js';
import { eraseJob } from '../operator/jobs/erase-job.js';
import { jobBillOrNull } from '../operator/jobs/job-bill.js';
import { holdText, jobCountFacts, JOB_COLUMNS, jobSheet } from '../operator/jobs/job-details.sheet.js';
import { jobsOfAccount, showJob } from '../operator/jobs/find-jobs.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { moment } from '../../packages/words/src/text/formats.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function jobsCommands(program: ProgramCommand): void {
  const jobs = program.command('jobs').description('jobs and their rows');
  listCommand(jobs);
  showCommand(jobs);
  eraseCommand(jobs);
  holdCommand(jobs);
  expireCommand(jobs);
}

function listCommand(jobs: ProgramCommand): void {
  jobs
    .command('list')
    .description('lists the jobs of an account, the newest first')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .does(async (cli, { account }: { account: AccountId }) => {
      await cli.out.list(
        jobsOfAccount(await cli.operator(), account),
        JOB_COLUMNS,
        `Account ${account} has no job yet.`,
      );
    });
}

function showCommand(jobs: ProgramCommand): void {
  jobs
    .command('show')
    .description('shows a job as the API does')
    .argument('<job>', 'job id', args.asJobId)
    .does(async (cli, jobId: JobId) => {
      const operator = await cli.operator();
      const job = await showJob(operator, jobId);
      const bill = await jobBillOrNull(operator, jobId);
      cli.out.sheet({ ...job, bill }, () => {
        const { facts, ...sheet } = jobSheet(job, bill);
        return { ...sheet, facts: { ...jobCountFacts(job), ...facts } };
      });
    });
}

function eraseCommand(jobs: ProgramCommand): void {
  jobs
    .command('erase')
    .description("erases a finished job's rows now; facts and charges stay")
    .argument('<job>', 'job id', args.asJobId)
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, jobId: JobId, { reason }: { reason: string }) => {
      const result = await eraseJob(await cli.operator(), jobId, reason);
      cli.out.document(result, () => `The rows of job ${jobId} are erased; facts and charges stay.`);
    });
}

interface HoldOptions {
  reason: string;
  until?: string;
  end?: true;
}

function holdCommand(jobs: ProgramCommand): void {
  jobs
    .command('hold')
    .description("keeps the data of a job's rows past their expiry, for a dispute; --end ends it")
    .argument('<job>', 'job id', args.asJobId)
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .option('--until <date>', 'last day of the hold (UTC); default: until it is ended', args.asDay)
    .option('--end', 'ends the hold; erased rows are deleted at once')
    .does(async (cli, jobId: JobId, { reason, until, end }: HoldOptions) => {
      const operator = await cli.operator();
      const job = end
        ? await endJobHold(operator, jobId, reason)
        : await holdJob(operator, jobId, { reason, until: until ?? null });
      cli.out.document(job, () =>
        job.hold === null
          ? `The data of job ${jobId} are not held${end && job.changed ? ' any more' : ''}.`
          : `The data of job ${jobId} are held ${holdText(job.hold)}. Pages end with the retention as ever.`,
      );
    });
}

function expireCommand(jobs: ProgramCommand): void {
  jobs
    .command('expire')
    .description("lets rows expire again after a jump of the machine's clock, or days without the service")
    .requiredOption('--confirm-clock', "confirms that this machine's clock is right")
    .option('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, { reason }: { reason?: string }) => {
      const confirmation = await confirmClock(await cli.operator(), { reason });
      const clock = moment(confirmation.clock);
      cli.out.document(confirmation, () =>
        confirmation.changed
          ? `Confirmed: it is ${clock}. A worker erases expired rows within a minute.`
          : `The clock (${clock}) was not in doubt. Nothing was held back.`,
      );
    });
}
