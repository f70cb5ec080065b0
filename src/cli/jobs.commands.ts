/** `jobs …`: the jobs of an account, as the API shows them, and the early end of their retention. */
import { confirmClock } from '../operator/jobs/confirm-clock.js';
import { eraseJob } from '../operator/jobs/erase-job.js';
import { jobBillOrNull } from '../operator/jobs/job-bill.js';
import { jobCountFacts, JOB_COLUMNS, jobSheet } from '../operator/jobs/job-details.sheet.js';
import { jobsOfAccount, showJob } from '../operator/jobs/find-jobs.js';
import type { AccountId, JobId } from '../shared/ids.js';
import { moment } from '../shared/text/formats.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function jobsCommands(program: ProgramCommand): void {
  const jobs = program.command('jobs').description('jobs and their rows');
  list(jobs);
  show(jobs);
  erase(jobs);
  expire(jobs);
}

function list(jobs: ProgramCommand): void {
  jobs
    .command('list')
    .description('the jobs of an account, the newest first')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .does(async (cli, { account }: { account: AccountId }) => {
      await cli.out.list(
        jobsOfAccount(await cli.operator(), account),
        JOB_COLUMNS,
        `Account ${account} has no job yet.`,
      );
    });
}

function show(jobs: ProgramCommand): void {
  jobs
    .command('show')
    .description('a job as the API shows it')
    .argument('<job>', 'job id', words.jobId)
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

function erase(jobs: ProgramCommand): void {
  jobs
    .command('erase')
    .description("ends the retention of a finished job's rows now; facts and charges stay")
    .argument('<job>', 'job id', words.jobId)
    .requiredOption('--reason <reason>', 'stays in the log', words.sentence)
    .does(async (cli, jobId: JobId, { reason }: { reason: string }) => {
      const shown = await eraseJob(await cli.operator(), jobId, reason);
      cli.out.document(shown, () => `The rows of job ${jobId} are erased; facts and charges stay.`);
    });
}

function expire(jobs: ProgramCommand): void {
  jobs
    .command('expire')
    .description("lets rows expire again after the machine's clock jumped, or the service was off for days")
    .requiredOption('--confirm-clock', 'the clock of this machine is right')
    .option('--reason <reason>', 'stays in the log', words.sentence)
    .does(async (cli, { reason }: { reason?: string }) => {
      const confirmed = await confirmClock(await cli.operator(), { reason });
      const clock = moment(confirmed.clock);
      cli.out.document(confirmed, () =>
        confirmed.changed
          ? `${clock} is right: a worker erases within a minute what is past its time.`
          : `The clock, ${clock}, was not in doubt: nothing is held.`,
      );
    });
}
