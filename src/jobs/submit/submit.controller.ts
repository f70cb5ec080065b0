import { Controller, Inject, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { DEFAULT_MAX_ROWS } from '../../access/caller.js';
import { CurrentCaller } from '../../access/gate/caller-of.js';
import { Answer } from '../../platform/http/answer.js';
import { readBody } from '../../platform/http/body.js';
import { ProblemList, refuseFields } from '../../platform/http/field-errors.js';
import { PublishedOperation } from '../../platform/http/operation.js';
import { requestIdOf } from '../../platform/http/request-state.js';
import type { Settings } from '../../platform/settings.js';
import { SETTINGS } from '../../platform/tokens.js';
import { SubmitJob } from '../commands.js';
import { refuseCommand } from '../request/command-refusals.js';
import { idempotencyKeyOf } from '../request/idempotency-key.js';
import { AcceptedJob } from '../status/accepted-job.js';
import { parseSubmission } from './parse-submission.js';

@Controller('v1/enrich/jobs')
export class SubmitController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accepted: AcceptedJob,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'maxBodyBytes'>,
  ) {}

  @Post()
  @PublishedOperation({
    id: 'submitJob',
    scope: 'enrich',
    billed: true,
    allowances: ['default'],
    body: 'json',
  })
  async submit(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<Answer> {
    const body = await readBody(request, this.settings.maxBodyBytes);
    if (body instanceof Answer) return body;
    const problems = new ProblemList();
    const idempotencyKey = idempotencyKeyOf(request, problems);
    const parsed = parseSubmission(body, caller.max_rows ?? DEFAULT_MAX_ROWS, problems);
    if (parsed.outcome === 'refused') return refuseFields(parsed.code, parsed.problems);
    const identity = { caller, requestId: requestIdOf(request), idempotencyKey, canonical: parsed.canonical };
    const outcome = await this.commands.execute(new SubmitJob(identity, parsed.request));
    return 'job_id' in outcome ? this.accepted.answer(caller.account_id, outcome) : refuseCommand(outcome);
  }
}
