/** The commands `investigate …`: show what the log says about a job, a row, a key or a request. */
import { jobHistorySheet, noJobSheet } from '../investigate/sheets/job-history.sheet.js';
import { keyJobsPart, keySheet, keyRequestsPart } from '../investigate/sheets/key.sheet.js';
import { requestSheet } from '../investigate/sheets/request.sheet.js';
import { rowSheet } from '../investigate/sheets/row.sheet.js';
import { REQUEST_KINDS } from '../investigate/request-line.js';
import { reportJob, reportKey, reportRequest, reportRow } from '../operator/investigate/investigate.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function investigateCommands(program: ProgramCommand): void {
  const investigate = program
    .command('investigate')
    .description('shows from the log who requested what and when, what was delivered and charged, and why');
  addJobAndRowCommands(investigate);
  addKeyAndRequestCommands(investigate);
}

function addJobAndRowCommands(investigate: ProgramCommand): void {
  investigate
    .command('job')
    .description('shows a job: how it was processed, its results and its cost')
    .argument('<job>', 'job id', args.asJobId)
    .option(...args.REASON_OPTION)
    .does(async (cli, jobId, { reason = null }) => {
      const report = await reportJob(await cli.operator(), jobId, reason);
      if (report.outcome === 'found') return cli.out.sheet(report.job, jobHistorySheet);
      cli.out.sheet({ job_id: jobId, status: 'abandoned', events: report.events }, () => noJobSheet(report));
    });
  investigate
    .command('row')
    .description('shows a row of a job: why each of its blocks was charged, or not')
    .argument('<job>', 'job id', args.asJobId)
    .argument('<row>', 'row number in the job, from 0', args.asRow)
    .option(...args.REASON_OPTION)
    .does(async (cli, jobId, row, { reason = null }) => {
      cli.out.sheet(await reportRow(await cli.operator(), { jobId, row }, reason), rowSheet);
    });
}

/** The maximum lines of requests. Text for people shows only the last ones. */
const MAX_REQUEST_LINES = 1_000;

function addKeyAndRequestCommands(investigate: ProgramCommand): void {
  investigate
    .command('key')
    .description('shows a key: its life, its requests, jobs, usage and adjustments')
    .argument('<key>', 'key id', args.asKeyId)
    .option('--from <time>', 'first day or time, UTC', args.asDayOrTime)
    .option('--to <time>', 'last day or time, UTC', args.asDayOrTime)
    .option(
      '--only <kind>',
      `requests of one kind: ${REQUEST_KINDS.join(', ')}`,
      args.asOneOf(REQUEST_KINDS, 'a kind'),
    )
    .option(...args.REASON_OPTION)
    .does(async (cli, keyId, { from = null, to, only = null, reason = null }) => {
      // A last day includes its end: `~` sorts after every time of the day.
      const before = to === undefined ? null : `${to}~`;
      if (from !== null && before !== null && from > before)
        return args.refuseUsage('--from must not be later than --to.');
      const query = { keyId, from, before, only, limit: MAX_REQUEST_LINES };
      cli.out.sheet(await reportKey(await cli.operator(), query, reason), (report) => {
        const { parts, ...sheet } = keySheet(report);
        return { ...sheet, parts: [keyRequestsPart(report), keyJobsPart(report), ...parts] };
      });
    });
  investigate
    .command('request')
    .description('shows a request, by the id in its answer')
    .argument('<request>', 'X-Request-ID', asRequestId)
    .option(...args.REASON_OPTION)
    .does(async (cli, id, { reason = null }) => {
      const { request } = await reportRequest(await cli.operator(), { id }, reason);
      cli.out.sheet(request, requestSheet);
    });
}

const asRequestId = (text: string): string =>
  /^[\w-]{1,100}$/.test(text.trim()) ? text.trim() : args.refuseArgument('that is not a request id.');
