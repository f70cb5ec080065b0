/**
 * The commands `jobs …`: list and show jobs, erase their rows early, hold them for a dispute, and let rows
 * expire again.
 */
import { confirmClock, endJobHold, eraseJob, holdJob } from '../operator/jobs/job-acts.js';
import { jobBillOrNull } from '../operator/jobs/job-bill.js';
import { holdText, jobProgressFacts, JOB_COLUMNS, jobSheet } from '../operator/jobs/job-details.sheet.js';
import type { JobFilter, JobSort } from '../operator/jobs/list-jobs.js';
import {
  showJob,
  everyJob,
  EVERY_JOB,
  JOB_KINDS,
  JOB_SORTS,
  JOB_STATES,
} from '../operator/jobs/list-jobs.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import { moment } from '../../packages/words/src/text/formats.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function jobsCommands(program: ProgramCommand): void {
  const jobsCommand = program.command('jobs').description('jobs and their rows');
  addListCommand(jobsCommand);
  addShowCommand(jobsCommand);
  addEraseCommand(jobsCommand);
  addHoldCommand(jobsCommand);
  addExpireCommand(jobsCommand);
}

const ONLY_WORDS = [...JOB_STATES, ...JOB_KINDS, 'failures'] as const;

interface ListOptions {
  account?: AccountId;
  key?: KeyId;
  from?: string;
  to?: string;
  only?: readonly (typeof ONLY_WORDS)[number][];
  sort?: JobSort;
}

function addListCommand(jobsCommand: ProgramCommand): void {
  jobsCommand
    .command('list')
    .description('lists jobs, the newest first')
    .option('--account <id>', 'jobs of this account', args.asAccountId)
    .option('--key <id>', 'jobs of this key', args.asKeyId)
    .option('--from <date>', 'first day of submission, UTC', args.asDay)
    .option('--to <date>', 'last day of submission, UTC', args.asDay)
    .option('--only <words>', `with commas: ${ONLY_WORDS.join(', ')}`, args.asListOf(ONLY_WORDS, 'a word'))
    .option('--sort <order>', JOB_SORTS.join(', '), args.asOneOf(JOB_SORTS, 'an order'))
    .does(async (cli, options) => {
      const filter = jobFilterOf(options);
      const foundJobs = await everyJob(await cli.operator(), filter);
      await cli.out.list(foundJobs, JOB_COLUMNS, 'There is no such job.');
    });
}

function jobFilterOf({ only = [], ...options }: ListOptions): JobFilter {
  const { account = null, key = null, from = null, to = null, sort = EVERY_JOB.sort } = options;
  if (from !== null && to !== null && from > to)
    return args.refuseUsage('--from must not be later than --to.');
  const [state = null, ...states] = JOB_STATES.filter((word) => only.includes(word));
  const [kind = null, ...kinds] = JOB_KINDS.filter((word) => only.includes(word));
  if (states.length + kinds.length > 0) return args.refuseUsage('--only takes one state and one kind.');
  const onlyWithFailures = only.includes('failures');
  return { account, key, from, to, state, kind, onlyWithFailures, sort };
}

function addShowCommand(jobsCommand: ProgramCommand): void {
  jobsCommand
    .command('show')
    .description('shows a job as the API does')
    .argument('<job>', 'job id', args.asJobId)
    .does(async (cli, jobId) => {
      const operator = await cli.operator();
      const job = await showJob(operator, jobId);
      const bill = await jobBillOrNull(operator, jobId);
      cli.out.sheet({ ...job, bill }, () => {
        const { facts, ...sheet } = jobSheet(job, bill);
        return { ...sheet, facts: { ...jobProgressFacts(job), ...facts } };
      });
    });
}

function addEraseCommand(jobsCommand: ProgramCommand): void {
  jobsCommand
    .command('erase')
    .description("erases a finished job's rows now; facts and charges stay")
    .argument('<job>', 'job id', args.asJobId)
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, jobId, { reason }) => {
      const job = await eraseJob(await cli.operator(), jobId, reason);
      cli.out.document(job, () => `The rows of job ${jobId} are erased; facts and charges stay.`);
    });
}

function addHoldCommand(jobsCommand: ProgramCommand): void {
  jobsCommand
    .command('hold')
    .description("keeps the data of a job's rows past their expiry, for a dispute; --end ends it")
    .argument('<job>', 'job id', args.asJobId)
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .option('--until <date>', 'last day of the hold (UTC); default: until it is ended', args.asDay)
    .option('--end', 'ends the hold; erased rows are deleted at once')
    .does(async (cli, jobId, { reason, until = null, end = false }) => {
      const operator = await cli.operator();
      const job = end
        ? await endJobHold(operator, jobId, reason)
        : await holdJob(operator, jobId, { reason, until });
      cli.out.document(job, () =>
        job.hold === null
          ? `The data of job ${jobId} are not held${end && job.changed ? ' any more' : ''}.`
          : `The data of job ${jobId} are held ${holdText(job.hold)}. Result pages still end with the retention.`,
      );
    });
}

function addExpireCommand(jobsCommand: ProgramCommand): void {
  jobsCommand
    .command('expire')
    .description("lets rows expire again after a jump of the machine's clock, or days without the service")
    .requiredOption('--confirm-clock', "confirms that this machine's clock is right")
    .option('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, { reason }) => {
      const confirmation = await confirmClock(await cli.operator(), { reason });
      const time = moment(confirmation.clock);
      cli.out.document(confirmation, () =>
        confirmation.changed
          ? `Confirmed: it is ${time}. A worker erases expired rows within a minute.`
          : `The clock (${time}) was not in doubt. Nothing was held back.`,
      );
    });
}
