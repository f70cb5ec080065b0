import { Controller, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation } from '../../access/gate/api-operation.js';
import { CurrentCaller } from '../../access/gate/caller-of.js';
import type { Answer } from '../../platform/http/answer.js';
import { requestIdOf } from '../../platform/http/request-state.js';
import { parseJobId } from '../../shared/ids.js';
import { CancelJob } from '../commands.js';
import { jobAnswer } from '../status/job-answer.js';
import { JobReader } from '../status/job-reader.js';
import { jobNotFound } from '../status/job-refusals.js';

@Controller('v1/enrich/jobs')
export class CancelController {
  constructor(
    private readonly commands: CommandBus,
    private readonly jobs: JobReader,
  ) {}

  @Post(':job_id/cancel')
  @PublishedOperation({
    id: 'cancelJob',
    scope: 'enrich',
    allowances: ['default'],
    body: 'none',
  })
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('job_id') text: string,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const jobId = parseJobId(text);
    if (jobId === null) return jobNotFound();
    const outcome = await this.commands.execute(new CancelJob(caller, requestIdOf(request), jobId));
    if (outcome.outcome === 'job_not_found') return jobNotFound();
    const shown = await this.jobs.find(caller.account_id, jobId, outcome.position);
    return shown === null ? jobNotFound() : jobAnswer(shown, { status: 200 });
  }
}
