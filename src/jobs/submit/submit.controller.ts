import type { OnApplicationShutdown } from '@nestjs/common';
import { Controller, Inject, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation } from '../../access/gate/api-operation.js';
import { CurrentCaller } from '../../access/gate/caller-of.js';
import { Answer } from '../../platform/http/answer.js';
import { readBody } from '../../platform/http/body.js';
import { refuseFields } from '../../platform/http/field-errors.js';
import { requestIdOf } from '../../platform/http/request-state.js';
import type { Settings } from '../../settings/settings.js';
import { SETTINGS } from '../../platform/nest/tokens.js';
import { refuseCommand } from '../request/command-refusals.js';
import { idempotencyKeyIn } from '../request/idempotency-key.js';
import { AcceptedJob } from '../status/accepted-job.js';
import { IntakeHost } from './intake-host.js';
import type { Intake, IntakeOutcome } from './take-in.js';
import { takeIn } from './take-in.js';

/** Larger bodies are read in a thread of their own; up to here it takes some milliseconds. */
const SMALL_BODY_BYTES = 256 * 1024;

@Controller('v1/enrich/jobs')
export class SubmitController implements OnApplicationShutdown {
  private readonly intake: IntakeHost;

  constructor(
    private readonly commands: CommandBus,
    private readonly accepted: AcceptedJob,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.intake = new IntakeHost(settings);
  }

  /** No request is under way any more. */
  onApplicationShutdown(): Promise<void> {
    return this.intake.stop();
  }

  @Post()
  @PublishedOperation({
    id: 'submitJob',
    scope: 'enrich',
    allowances: ['default'],
    body: 'json',
  })
  async submit(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<Answer> {
    const body = await readBody(request, this.settings.maxBodyBytes);
    if (body instanceof Answer) return body;
    const { key, faults } = idempotencyKeyIn(request);
    const intake = { caller, requestId: requestIdOf(request), idempotencyKey: key, headerFaults: faults };
    const outcome = await this.take(body, intake);
    if (outcome.outcome === 'refused') return refuseFields(outcome.code, outcome.problems);
    return 'job_id' in outcome ? this.accepted.answer(caller.account_id, outcome) : refuseCommand(outcome);
  }

  private take(body: Uint8Array, intake: Intake): Promise<IntakeOutcome> {
    if (body.length > SMALL_BODY_BYTES) return this.intake.submit(body, intake);
    return takeIn(body, intake, (command) => this.commands.execute(command));
  }
}
