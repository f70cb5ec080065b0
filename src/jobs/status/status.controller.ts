import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation } from '../../access/gate/api-operation.js';
import { CurrentCaller } from '../../access/gate/caller-of.js';
import type { Answer } from '../../platform/http/answer.js';
import { GetJob } from './get-job.query.js';
import { jobAnswer } from './job-answer.js';
import { jobNotFound } from './job-refusals.js';

@Controller('v1/enrich/jobs')
export class StatusController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':job_id')
  @PublishedOperation({ id: 'getJob', scope: 'read', allowances: ['default'], body: 'none' })
  async status(@CurrentCaller() caller: Caller, @Param('job_id') jobId: string): Promise<Answer> {
    const shown = await this.queries.execute(new GetJob(caller.account_id, jobId));
    return shown === null ? jobNotFound() : jobAnswer(shown, { status: 200, etag: 'content' });
  }
}
