/** `investigate …`: what the log says of a key, a job, a row or a request. */
import type { Command } from 'commander';
import { investigateJob } from '../investigate/investigate-job.js';
import { investigateKey } from '../investigate/investigate-key.js';
import { investigateRequest } from '../investigate/investigate-request.js';
import { investigateRow } from '../investigate/investigate-row.js';
import { renderJob, renderNoJob } from '../investigate/render/job.js';
import { renderKey } from '../investigate/render/key.js';
import { renderRequest } from '../investigate/render/request.js';
import { renderRow } from '../investigate/render/row.js';
import type { JobId, KeyId } from '../shared/ids.js';
import * as words from './arguments.js';
import type { Run } from './command-line.js';
import { UsageFailure } from './failure.js';
import { openServices } from './services.js';

export function investigateCommands(program: Command, run: Run): void {
  const investigate = program
    .command('investigate')
    .description('the story from the log: who, when, what was asked, delivered, billed or not and why');
  job(investigate, run);
  row(investigate, run);
  key(investigate, run);
  request(investigate, run);
}

const noJob = (jobId: JobId): UsageFailure => new UsageFailure('unknown_job', `There is no job ${jobId}.`);

function job(investigate: Command, run: Run): void {
  investigate
    .command('job')
    .description('a job: how it was worked on, what it came to and what it cost')
    .argument('<job>', 'job id', words.jobId)
    .action(
      run(async (cli, jobId: JobId) => {
        const { stores } = await openServices(cli);
        const found = await investigateJob(stores.eventStore, jobId);
        if (found.outcome === 'job_not_found') throw noJob(jobId);
        if (found.outcome === 'found') return cli.out.document(found.job, () => renderJob(found.job));
        cli.out.document({ job_id: jobId, status: 'abandoned', events: found.events }, () =>
          renderNoJob(found),
        );
      }),
    );
}

const MAX_ROW = 249_999;

function row(investigate: Command, run: Run): void {
  investigate
    .command('row')
    .description('one row of a job: why each of its blocks was billed, or not')
    .argument('<job>', 'job id', words.jobId)
    .argument('<row>', 'place in the submission, from 0', words.wholeNumber(0, MAX_ROW))
    .action(
      run(async (cli, jobId: JobId, index: number) => {
        const { stores } = await openServices(cli);
        const found = await investigateRow(stores.eventStore, jobId, index);
        switch (found.outcome) {
          case 'found':
            return cli.out.document(found.row, () => renderRow(found.row));
          case 'job_not_found':
            throw noJob(jobId);
          case 'row_not_found':
            throw new UsageFailure('unknown_row', `Job ${jobId} has rows 0 to ${found.rows - 1}.`);
        }
      }),
    );
}

function key(investigate: Command, run: Run): void {
  investigate
    .command('key')
    .description('a key: its life and all its requests, replays and refusals included')
    .argument('<key>', 'key id', words.keyId)
    .action(
      run(async (cli, keyId: KeyId) => {
        const { stores, models } = await openServices(cli);
        const { eventStore, coordination } = stores;
        const found = await investigateKey({ eventStore, coordination, readModels: models }, keyId);
        if (found.outcome === 'key_not_found')
          throw new UsageFailure('unknown_key', `There is no key ${keyId}.`);
        cli.out.document(found.key, () => renderKey(found.key));
      }),
    );
}

function request(investigate: Command, run: Run): void {
  investigate
    .command('request')
    .description('a request, by the id that its answer carried')
    .argument('<request>', 'X-Request-ID', requestId)
    .action(
      run(async (cli, id: string) => {
        const { stores } = await openServices(cli);
        const found = await investigateRequest(stores, id);
        if (found.outcome === 'request_not_found')
          throw new UsageFailure(
            'unknown_request',
            `Nothing is known of request ${id}: it changed nothing, and the request log (30 days) does not have it.`,
          );
        cli.out.document(found.request, () => renderRequest(found.request));
      }),
    );
}

const requestId = (text: string): string =>
  /^[\w-]{1,100}$/.test(text.trim()) ? text.trim() : words.wrong('that is no request id.');
