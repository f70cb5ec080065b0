/** Serves the operations on a job: its status, its pages of results and errors, its cancellation. */
import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation, CurrentCaller } from '../../access/gate/api-operation.js';
import { Answer, ok, refuse, unavailable } from '../../../packages/platform/src/http/answer.js';
import { refuseField } from '../../../packages/platform/src/http/field-errors.js';
import { Pieces } from '../../../packages/platform/src/http/pieces.js';
import { refuseManyParameters } from '../../../packages/platform/src/http/query/query-string.js';
import { requestIdOf } from '../../../packages/platform/src/http/request-state.js';
import { queryOf } from '../../../packages/platform/src/http/request-target.js';
import { plainBytes, plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import { parseJobId } from '../../../packages/contract/src/ids.js';
import { Receipts } from '../../receipts/receipts.js';
import { requestDigest } from '../idempotency/fingerprint.js';
import { CancelJob } from '../commands.js';
import { pageParameters, type PageParameters } from '../pages/page-parameters.js';
import { collectPieces, pagePieces } from '../pages/page-pieces.js';
import { PageReader, type PageRefusal } from '../pages/page-reader.js';
import { jobAnswer } from './job-answer.js';
import { JobReader } from './job-reader.js';

/** A page of more rows than this is sent while it is read. */
const STREAM_FROM_ROWS = 250;

/** A job of another account gets the same answer as an unknown job and a malformed id (Contract 3.4). */
const NOT_FOUND = 'job_not_found';

function refusePage(refusal: PageRefusal): Answer {
  switch (refusal.outcome) {
    case 'job_not_found':
      return refuse(NOT_FOUND);
    case 'rows_expired':
    case 'not_stored':
      return refuse(refusal.outcome, { expires_at: refusal.expires_at });
    case 'malformed_cursor':
      return refuseField(
        'malformed_cursor',
        'cursor',
        'This is not a cursor of this page; leave it out to start.',
      );
    case 'unavailable':
      return unavailable();
  }
}

async function answerPage<Page extends object>(
  { url }: FastifyRequest,
  read: (parameters: PageParameters) => Promise<Page | PageRefusal>,
  answer: (page: Page) => Promise<Answer>,
): Promise<Answer> {
  const refusal = refuseManyParameters(queryOf(url));
  if (refusal !== null) return refusal;
  const page = await read(pageParameters(queryOf(url)));
  return 'outcome' in page ? refusePage(page) : answer(page);
}

@Controller('v1/enrich/jobs')
export class JobController {
  constructor(
    private readonly commands: CommandBus,
    private readonly jobs: JobReader,
    private readonly pages: PageReader,
    private readonly receipts: Receipts,
  ) {}

  @Get(':job_id')
  @PublishedOperation({ id: 'getJob', scope: 'read', rateLimits: ['default'], body: 'none' })
  async status(@CurrentCaller() caller: Caller, @Param('job_id') jobId: string): Promise<Answer> {
    const shownJob = await this.jobs.find(caller.account_id, jobId);
    return shownJob === null ? refuse(NOT_FOUND) : jobAnswer(shownJob, { status: 200, etag: 'content' });
  }

  @Get(':job_id/results')
  @PublishedOperation({ id: 'getResults', scope: 'read', rateLimits: ['default'], body: 'none' })
  results(
    @CurrentCaller() { account_id: account }: Caller,
    @Param('job_id') jobId: string,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    return answerPage(
      request,
      (parameters) => this.pages.readResults({ account, jobId, parameters }),
      async (page) => {
        const pieces = pagePieces('results', page.rowsJson(), page.tail);
        return new Answer({
          status: 200,
          body: new Pieces(page.rows > STREAM_FROM_ROWS ? pieces : await collectPieces(pieces)),
          // The tag comes from the state of the page, not from its bytes, so a 304 reads no rows.
          etag: JSON.stringify([page.job_id, page.state, page.tail]),
          notes: { job_id: page.job_id },
        });
      },
    );
  }

  @Get(':job_id/errors')
  @PublishedOperation({ id: 'getErrors', scope: 'read', rateLimits: ['default'], body: 'none' })
  errors(
    @CurrentCaller() { account_id: account }: Caller,
    @Param('job_id') jobId: string,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    return answerPage(
      request,
      (parameters) => this.pages.readErrors({ account, jobId, parameters }),
      async (page) => {
        const pieces = await collectPieces(pagePieces('errors', page.entries.map(plainBytes), page.tail));
        return ok(Buffer.concat(pieces.map(plainOf)), { notes: { job_id: page.job_id } });
      },
    );
  }

  @Post(':job_id/cancel')
  @PublishedOperation({ id: 'cancelJob', scope: 'enrich', rateLimits: ['default'], body: 'none' })
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('job_id') idText: string,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const request_sha256 = await requestDigest(`POST /v1/enrich/jobs/${idText}/cancel\n{}`);
    const notFound = (): Promise<Answer> => this.receipts.withReceipt(refuse(NOT_FOUND), { request_sha256 });
    const jobId = parseJobId(idText);
    if (jobId === null) return notFound();
    const outcome = await this.commands.execute(new CancelJob(caller, requestIdOf(request), jobId));
    if (outcome.outcome === 'job_not_found') return notFound();
    const shownJob = await this.jobs.find(caller.account_id, jobId, outcome.position);
    if (shownJob === null) return notFound();
    const units = (): Promise<number> => this.jobs.readUnitsSoFar(caller.account_id, jobId);
    const facts = { job_id: jobId, request_sha256, units, event: outcome.receipt_event };
    return this.receipts.withReceipt(jobAnswer(shownJob, { status: 200 }), facts);
  }
}
