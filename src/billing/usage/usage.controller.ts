/** Serves GET /v1/usage (Spec 5.10). */
import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation, CurrentCaller } from '../../access/gate/api-operation.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { ok, refuse, unavailable, type Answer } from '../../../packages/platform/src/http/answer.js';
import { refuseFields } from '../../../packages/platform/src/http/field-errors.js';
import { queryOf } from '../../../packages/platform/src/http/request-target.js';
import { CLOCK } from '../../../packages/platform/src/nest/tokens.js';
import { UsageReader } from './usage-reader.js';
import { parseUsage } from './usage.request.js';

@Controller('v1/usage')
export class UsageController {
  constructor(
    private readonly reader: UsageReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @PublishedOperation({ id: 'getUsage', scope: 'read', rateLimits: ['default'], body: 'none' })
  async usage(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<Answer> {
    const parsed = parseUsage(queryOf(request.url), this.clock.now());
    if (parsed.outcome === 'refused') return refuseFields('invalid_request', parsed.problems);
    const { range, granularity, jobId } = parsed;
    const usage = await this.reader.readUsage({ account: caller.account_id, range, granularity, jobId });
    switch (usage.outcome) {
      case 'usage':
        return ok(usage.body);
      case 'job_not_found':
        return refuse('job_not_found');
      case 'unavailable':
        return unavailable();
    }
  }
}
