/** Serves POST /v1/enrich/jobs: receives the body, then submits the job. */
import { Controller, Inject, Post, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation, CurrentCaller } from '../../access/gate/api-operation.js';
import { KeyGate } from '../../access/gate/key-gate.js';
import { Answer } from '../../../packages/platform/src/http/answer.js';
import { BodyMemory } from '../../../packages/platform/src/http/body-memory.js';
import { announcedLength, onceGone, readBody } from '../../../packages/platform/src/http/body.js';
import { refuseFields } from '../../../packages/platform/src/http/field-errors.js';
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';
import { requestIdOf } from '../../../packages/platform/src/http/request-state.js';
import type { Settings } from '../../settings/settings.js';
import { SETTINGS } from '../../../packages/platform/src/nest/tokens.js';
import { Receipts } from '../../receipts/receipts.js';
import { refuseCommand } from '../request/command-refusals.js';
import { idempotencyKeyIn } from '../idempotency/idempotency-key.js';
import { BudgetReport } from '../caps/budget-report.js';
import { AcceptedJobAnswers } from '../status/job-answer.js';
import { IncomingSubmission } from './incoming-submission.js';
import { IntakeHost } from './intake-host.js';
import type { ScannedBody } from './submission-scan.js';
import { takeInSubmission } from './take-in.js';

@Controller('v1/enrich/jobs')
export class SubmitController implements OnApplicationShutdown {
  private readonly intakeHost: IntakeHost;
  private readonly memory: BodyMemory;

  constructor(
    private readonly commands: CommandBus,
    private readonly gate: KeyGate,
    private readonly acceptedJobAnswers: AcceptedJobAnswers,
    private readonly budgetReport: BudgetReport,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly receipts: Receipts,
  ) {
    this.intakeHost = new IntakeHost(settings);
    const { maxBodiesBytes: total, maxAccountBodiesBytes: perOwner, intakeWaitSeconds } = settings;
    this.memory = new BodyMemory({ total, perOwner, waitMs: intakeWaitSeconds * 1_000 });
  }

  /** Stops the intake thread. No request is under way any more. */
  onApplicationShutdown(): Promise<void> {
    return this.intakeHost.stop();
  }

  @Post()
  @PublishedOperation({
    id: 'submitJob',
    scope: 'enrich',
    rateLimits: ['default'],
    body: 'json',
  })
  async submit(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer> {
    const { maxBodyBytes } = this.settings;
    const incomingSubmission = new IncomingSubmission(this.memory, {
      owner: String(caller.account_id),
      maxBytes: announcedLength(request.raw, maxBodyBytes),
      maxRows: caller.max_rows ?? DEFAULT_MAX_ROWS,
    });
    const stopListening = onceGone(request.raw, () => incomingSubmission.stopWaiting());
    try {
      const refusal = await readBody(request, maxBodyBytes, (chunk) => incomingSubmission.receive(chunk));
      if (refusal !== null) return refusal;
      const callerNow = await this.gate.callerNow(request, reply);
      if (callerNow instanceof Answer) return callerNow;
      return await this.accept(incomingSubmission.finish(), callerNow, request);
    } finally {
      stopListening();
      incomingSubmission.release();
    }
  }

  private async accept(
    received: Uint8Array | ScannedBody | Answer,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<Answer> {
    if (received instanceof Answer) return received;
    const { key, faults } = idempotencyKeyIn(request);
    const requestId = requestIdOf(request);
    const intakeRequest = { caller, requestId, idempotencyKey: key, headerFaults: faults };
    const outcome = await (received instanceof Uint8Array
      ? takeInSubmission(received, intakeRequest, (command) => this.commands.execute(command))
      : this.intakeHost.submit(received, intakeRequest));
    if (outcome.outcome === 'refused') return refuseFields(outcome.code, outcome.problems);
    const { submitOutcome, request_sha256 } = outcome;
    const answer =
      'job_id' in submitOutcome
        ? await this.acceptedJobAnswers.answer(caller.account_id, submitOutcome, request_sha256)
        : await this.receipts.withReceipt(refuseCommand(submitOutcome), { request_sha256 });
    return this.budgetReport.addHeader(answer, caller);
  }
}
