/** The commands `investigate …`: show what the log says about a job, a row, a key or a request. */
import { jobHistorySheet, noJobSheet } from '../investigate/sheets/job-history.sheet.js';
import { keyJobsPart, keySheet, keyRequestsPart } from '../investigate/sheets/key.sheet.js';
import { requestSheet } from '../investigate/sheets/request.sheet.js';
import { rowSheet } from '../investigate/sheets/row.sheet.js';
import { REQUEST_KINDS, type RequestKind } from '../investigate/request-line.js';
import { reportJob, reportKey, reportRequest, reportRow } from '../operator/investigate/investigate.js';
import type { JobId, KeyId } from '../../packages/contract/src/ids.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function investigateCommands(program: ProgramCommand): void {
  const investigate = program
    .command('investigate')
    .description('shows from the log who requested what and when, what was delivered and charged, and why');
  addJobCommand(investigate);
  addRowCommand(investigate);
  addKeyCommand(investigate);
  addRequestCommand(investigate);
}

interface ReasonOption {
  reason?: string;
}

function addJobCommand(investigate: ProgramCommand): void {
  investigate
    .command('job')
    .description('shows a job: how it was processed, its results and its cost')
    .argument('<job>', 'job id', args.asJobId)
    .option(...args.REASON_OPTION)
    .does(async (cli, jobId: JobId, { reason }: ReasonOption) => {
      const report = await reportJob(await cli.operator(), jobId, reason ?? null);
      if (report.outcome === 'found') return cli.out.sheet(report.job, () => jobHistorySheet(report.job));
      cli.out.sheet({ job_id: jobId, status: 'abandoned', events: report.events }, () => noJobSheet(report));
    });
}

function addRowCommand(investigate: ProgramCommand): void {
  investigate
    .command('row')
    .description('shows a row of a job: why each of its blocks was charged, or not')
    .argument('<job>', 'job id', args.asJobId)
    .argument('<row>', 'row number in the job, from 0', args.asRow)
    .option(...args.REASON_OPTION)
    .does(async (cli, jobId: JobId, row: number, { reason }: ReasonOption) => {
      const report = await reportRow(await cli.operator(), { jobId, row }, reason ?? null);
      cli.out.sheet(report, () => rowSheet(report));
    });
}

interface KeyOptions extends ReasonOption {
  from?: string;
  to?: string;
  only?: RequestKind;
}

/** The maximum lines of requests. Text for people shows only the last ones. */
const MAX_REQUEST_LINES = 1_000;

function addKeyCommand(investigate: ProgramCommand): void {
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
    .does(async (cli, keyId: KeyId, { from, to, only, reason }: KeyOptions) => {
      // A last day includes its end: `~` sorts after every time of the day.
      const before = to === undefined ? null : `${to}~`;
      if (from !== undefined && before !== null && from > before)
        return args.refuseUsage('--from must not be later than --to.');
      const question = { keyId, from: from ?? null, before, only: only ?? null, limit: MAX_REQUEST_LINES };
      const report = await reportKey(await cli.operator(), question, reason ?? null);
      cli.out.sheet(report, () => {
        const { parts, ...sheet } = keySheet(report);
        return { ...sheet, parts: [keyRequestsPart(report), keyJobsPart(report), ...parts] };
      });
    });
}

function addRequestCommand(investigate: ProgramCommand): void {
  investigate
    .command('request')
    .description('shows a request, by the id in its answer')
    .argument('<request>', 'X-Request-ID', asRequestId)
    .option(...args.REASON_OPTION)
    .does(async (cli, id: string, { reason }: ReasonOption) => {
      const { request: report } = await reportRequest(await cli.operator(), { id }, reason ?? null);
      cli.out.sheet(report, () => requestSheet(report));
    });
}

const asRequestId = (text: string): string =>
  /^[\w-]{1,100}$/.test(text.trim()) ? text.trim() : args.refuseArgument('that is not a request id.');
