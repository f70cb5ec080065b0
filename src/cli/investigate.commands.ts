/** `investigate …`: what the log says of a key, a job, a row or a request. */
import { jobStorySheet, noJobSheet } from '../investigate/sheets/job-story.sheet.js';
import { keySheet, keyRequestsPart } from '../investigate/sheets/key.sheet.js';
import { requestSheet } from '../investigate/sheets/request.sheet.js';
import { rowSheet } from '../investigate/sheets/row.sheet.js';
import { REQUEST_KINDS, type RequestKind } from '../investigate/request-line.js';
import { reportJob, reportKey, reportRequest, reportRow } from '../operator/investigate/investigate.js';
import { WrongRequest } from '../operator/refusal.js';
import type { JobId, KeyId } from '../shared/ids.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function investigateCommands(program: ProgramCommand): void {
  const investigate = program
    .command('investigate')
    .description('the story from the log: who, when, what was asked, delivered, billed or not and why');
  job(investigate);
  row(investigate);
  key(investigate);
  request(investigate);
}

interface Why {
  reason?: string;
}

const WHY = ['--reason <reason>', 'why you look; stays in the log', words.sentence] as const;

function job(investigate: ProgramCommand): void {
  investigate
    .command('job')
    .description('a job: how it was worked on, what it came to and what it cost')
    .argument('<job>', 'job id', words.jobId)
    .option(...WHY)
    .does(async (cli, jobId: JobId, { reason }: Why) => {
      const found = await reportJob(await cli.operator(), jobId, reason ?? null);
      if (found.outcome === 'found') return cli.out.sheet(found.job, () => jobStorySheet(found.job));
      cli.out.sheet({ job_id: jobId, status: 'abandoned', events: found.events }, () => noJobSheet(found));
    });
}

const MAX_ROW = 249_999;

function row(investigate: ProgramCommand): void {
  investigate
    .command('row')
    .description('one row of a job: why each of its blocks was billed, or not')
    .argument('<job>', 'job id', words.jobId)
    .argument('<row>', 'place in the submission, from 0', words.wholeNumber(0, MAX_ROW))
    .option(...WHY)
    .does(async (cli, jobId: JobId, index: number, { reason }: Why) => {
      const told = await reportRow(await cli.operator(), { jobId, row: index }, reason ?? null);
      cli.out.sheet(told, () => rowSheet(told));
    });
}

interface KeyOptions extends Why {
  from?: string;
  to?: string;
  only?: RequestKind;
}

/** Lines of requests; a person is shown the last of them. */
const MOST_LINES = 1_000;

function key(investigate: ProgramCommand): void {
  investigate
    .command('key')
    .description('a key: its life, all its requests, its jobs, use and adjustments')
    .argument('<key>', 'key id', words.keyId)
    .option('--from <time>', 'first day, or moment, UTC', words.dayOrTime)
    .option('--to <time>', 'last day, or moment, UTC', words.dayOrTime)
    .option(
      '--only <kind>',
      `requests of one kind: ${REQUEST_KINDS.join(', ')}`,
      words.oneOf(REQUEST_KINDS, 'a kind'),
    )
    .option(...WHY)
    .does(async (cli, keyId: KeyId, { from, to, only, reason }: KeyOptions) => {
      // A day counts to its end.
      const before = to === undefined ? null : `${to}~`;
      if (from !== undefined && before !== null && from > before)
        throw new WrongRequest('wrong_use', '--from must not be later than --to.');
      const question = { keyId, from: from ?? null, before, only: only ?? null, most: MOST_LINES };
      const told = await reportKey(await cli.operator(), question, reason ?? null);
      cli.out.sheet(told, () => {
        const { parts, ...sheet } = keySheet(told);
        return { ...sheet, parts: [keyRequestsPart(told), ...parts] };
      });
    });
}

function request(investigate: ProgramCommand): void {
  investigate
    .command('request')
    .description('a request, by the id that its answer carried')
    .argument('<request>', 'X-Request-ID', requestId)
    .option(...WHY)
    .does(async (cli, id: string, { reason }: Why) => {
      const { request: told } = await reportRequest(await cli.operator(), { id }, reason ?? null);
      cli.out.sheet(told, () => requestSheet(told));
    });
}

const requestId = (text: string): string =>
  /^[\w-]{1,100}$/.test(text.trim()) ? text.trim() : words.wrong('that is no request id.');
