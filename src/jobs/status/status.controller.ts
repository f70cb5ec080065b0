import { Controller, Get, Param } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation } from '../../access/gate/api-operation.js';
import { CurrentCaller } from '../../access/gate/caller-of.js';
import type { Answer } from '../../platform/http/answer.js';
import { jobAnswer } from './job-answer.js';
import { JobReader } from './job-reader.js';
import { jobNotFound } from './job-refusals.js';

@Controller('v1/enrich/jobs')
export class StatusController {
  constructor(private readonly jobs: JobReader) {}

  @Get(':job_id')
  @PublishedOperation({ id: 'getJob', scope: 'read', allowances: ['default'], body: 'none' })
  async status(@CurrentCaller() caller: Caller, @Param('job_id') jobId: string): Promise<Answer> {
    const shown = await this.jobs.find(caller.account_id, jobId);
    return shown === null ? jobNotFound() : jobAnswer(shown, { status: 200, etag: 'content' });
  }
}
