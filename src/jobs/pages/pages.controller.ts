import { Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation } from '../../access/gate/api-operation.js';
import { CurrentCaller } from '../../access/gate/caller-of.js';
import { Answer, ok } from '../../platform/http/answer.js';
import { Pieces } from '../../platform/http/pieces.js';
import { refuseManyParameters } from '../../platform/http/query/query-string.js';
import { queryOf } from '../../platform/http/request-target.js';
import { plainBytes, plainOf } from '../../shared/deflated.js';
import { refusePage } from '../status/job-refusals.js';
import { gathered, pagePieces } from './page-body.js';
import { pageParameters } from './page-parameters.js';
import type { PageTarget } from './page-reader.js';
import { PageReader } from './page-reader.js';

/** Pages of more rows are sent as they are read. */
const STREAM_FROM_ROWS = 250;

const targetOf = (caller: Caller, jobId: string, request: FastifyRequest): PageTarget => ({
  account: caller.account_id,
  jobId,
  parameters: pageParameters(queryOf(request.url)),
});

@Controller('v1/enrich/jobs')
export class PagesController {
  constructor(private readonly pages: PageReader) {}

  @Get(':job_id/results')
  @PublishedOperation({
    id: 'getResults',
    scope: 'read',
    allowances: ['default'],
    body: 'none',
  })
  async results(
    @CurrentCaller() caller: Caller,
    @Param('job_id') jobId: string,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const refusal = refuseManyParameters(queryOf(request.url));
    if (refusal !== null) return refusal;
    const page = await this.pages.results(targetOf(caller, jobId, request));
    if ('outcome' in page) return refusePage(page);
    const pieces = pagePieces('results', page.rowsJson(), page.tail);
    return new Answer({
      status: 200,
      body: new Pieces(page.rows > STREAM_FROM_ROWS ? pieces : await gathered(pieces)),
      // Of what the page says, not of its bytes: nothing has to be read to answer 304.
      etag: JSON.stringify([page.job_id, page.state, page.tail]),
      notes: { job_id: page.job_id },
    });
  }

  @Get(':job_id/errors')
  @PublishedOperation({
    id: 'getErrors',
    scope: 'read',
    allowances: ['default'],
    body: 'none',
  })
  async errors(
    @CurrentCaller() caller: Caller,
    @Param('job_id') jobId: string,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const refusal = refuseManyParameters(queryOf(request.url));
    if (refusal !== null) return refusal;
    const page = await this.pages.errors(targetOf(caller, jobId, request));
    if ('outcome' in page) return refusePage(page);
    const pieces = await gathered(pagePieces('errors', page.entries.map(plainBytes), page.tail));
    return ok(Buffer.concat(pieces.map(plainOf)), { notes: { job_id: page.job_id } });
  }
}
