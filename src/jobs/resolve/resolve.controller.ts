/** Serves GET /v1/resolve, within the request or as a job. */
import { Controller, Get, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { PublishedOperation, CurrentCaller } from '../../access/gate/api-operation.js';
import { ClockCheck } from '../../../packages/platform/src/coordination/clock-check.js';
import { refuse, unavailable, type Answer } from '../../../packages/platform/src/http/answer.js';
import { ProblemList, refuseFields } from '../../../packages/platform/src/http/field-errors.js';
import { PublicAddress } from '../../../packages/platform/src/http/public-address.js';
import { requestIdOf } from '../../../packages/platform/src/http/request-state.js';
import { queryOf } from '../../../packages/platform/src/http/request-target.js';
import type { Enricher } from '../../../packages/enrichment/src/index.js';
import { companyNumberProblem } from '../../../packages/words/src/company-number.js';
import { sortBlockKeys } from '../../../packages/contract/src/block-key.js';
import type { AcceptanceRefusal, EnrichRequest, RequestIdentity } from '../commands.js';
import { ResolveCompany, SubmitJob } from '../commands.js';
import { BudgetReport } from '../caps/budget-report.js';
import { OpenResolveLimit } from '../caps/open-resolves.js';
import { ENRICHER } from '../job-ports.js';
import { Receipts } from '../../receipts/receipts.js';
import { requestDigest } from '../idempotency/fingerprint.js';
import { refuseCommand } from '../request/command-refusals.js';
import { idempotencyKeyIn } from '../idempotency/idempotency-key.js';
import { AcceptedJobAnswers, REPLAYED, jobLinks } from '../status/job-answer.js';
import { resolveAnswer } from './resolve-answer.js';
import { parseResolve, numberToConfirm } from './resolve.request.js';

const NOTHING_BILLED = { 'X-Billed-Units': '0' };

/** Returns the answer of a refusal. A 409 also states that it billed nothing (Contract 3.12). */
const refusedAnswer = (refusal: AcceptanceRefusal): Answer =>
  refusal.outcome === 'idempotency_key_reused'
    ? refuseCommand(refusal).with(NOTHING_BILLED)
    : refuseCommand(refusal);

@Controller('v1/resolve')
export class ResolveController {
  constructor(
    private readonly commands: CommandBus,
    private readonly acceptedJobAnswers: AcceptedJobAnswers,
    private readonly address: PublicAddress,
    private readonly clockCheck: ClockCheck,
    private readonly resolveLimit: OpenResolveLimit,
    private readonly budgetReport: BudgetReport,
    private readonly receipts: Receipts,
    @Inject(ENRICHER) private readonly enricher: Enricher,
  ) {}

  @Get()
  @PublishedOperation({
    id: 'resolve',
    scope: 'enrich',
    rateLimits: ['default', 'resolve'],
    body: 'none',
    head: false,
  })
  resolve(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<Answer> {
    return this.resolveLimit.run(caller.key_id, () => this.answer(caller, request));
  }

  private async answer(caller: Caller, request: FastifyRequest): Promise<Answer> {
    const problems = new ProblemList();
    const { key: idempotencyKey, faults } = idempotencyKeyIn(request);
    for (const [path, sentence] of faults) problems.add(path, sentence);
    const parsed = parseResolve(queryOf(request.url), problems);
    if (parsed.outcome === 'refused') return refuseFields(parsed.code, parsed.problems);
    // This process dates the charge. A wrong clock could give the charge another day and another price.
    if (this.clockCheck.isOff) return unavailable();
    const { row, options, canonical, wait, deferLive, store } = parsed;
    const unknownNumber = numberToConfirm(row);
    if (unknownNumber !== null && (await this.enricher.mayBeOnFile?.(unknownNumber)) !== true) {
      problems.add('company_number', companyNumberProblem(unknownNumber));
      return refuseFields('invalid_company_number', problems.problems());
    }
    const identity = { caller, requestId: requestIdOf(request), idempotencyKey, canonical };
    const blocks = parsed.blocks ?? sortBlockKeys(caller.blocks);
    const enrichRequest = { rows: [row], blocks, options };
    const answer = await (wait
      ? this.answerInRequest(identity, enrichRequest, { deferLive, store })
      : this.submitAsJob(identity, enrichRequest));
    return this.budgetReport.addHeader(answer, caller);
  }

  private async submitAsJob(identity: RequestIdentity, request: EnrichRequest): Promise<Answer> {
    const outcome = await this.commands.execute(new SubmitJob(identity, request, 'resolve'));
    const request_sha256 = await requestDigest(identity.canonical);
    if (!('job_id' in outcome)) return this.receipts.withReceipt(refusedAnswer(outcome), { request_sha256 });
    const { account_id } = identity.caller;
    const answer = await this.acceptedJobAnswers.answer(account_id, outcome, request_sha256, 'with links');
    return answer.with(NOTHING_BILLED);
  }

  private async answerInRequest(
    identity: RequestIdentity,
    request: EnrichRequest,
    mode: ResolveCompany['mode'],
  ): Promise<Answer> {
    const outcome = await this.commands.execute(new ResolveCompany(identity, request, mode));
    const request_sha256 = await requestDigest(identity.canonical);
    switch (outcome.outcome) {
      case 'resolved':
      case 'replayed': {
        const { job_id, units_so_far: units, receipt_event: event } = outcome;
        const answer = resolveAnswer(outcome, jobLinks(this.address, job_id));
        return this.receipts.withReceipt(answer, { job_id, request_sha256, units, event });
      }
      case 'gone':
        return refuse(outcome.detail, { expires_at: outcome.expires_at })
          .with({ ...NOTHING_BILLED, ...REPLAYED })
          .noting({ replayed: true });
      case 'idempotency_key_reused':
      case 'not_enabled':
      case 'option_not_enabled':
      case 'budget_reached':
      case 'too_many_open_rows':
        return this.receipts.withReceipt(refusedAnswer(outcome), { request_sha256 });
    }
  }
}
