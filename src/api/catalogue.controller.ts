import { Controller, Get, Inject } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { PublishedOperation, CurrentCaller } from '../access/gate/api-operation.js';
import { pastCoverage } from '../billing/estimate/past-coverage.js';
import { Catalogue } from '../../packages/enrichment/src/index.js';
import { prepared, type Answer } from '../../packages/platform/src/http/answer.js';
import { CLOCK, LIVE_READ_MODELS } from '../../packages/platform/src/nest/tokens.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { dayOf } from '../../packages/words/src/calendar.js';
import { priceOn } from '../streams/account/price-agreement.js';

/** Serves GET /v1/blocks: the catalogue of blocks with the prices of the caller's account. */
@Controller('v1/blocks')
export class CatalogueController {
  /** Cached answers. A caller object is reused for 250 ms, and its answer with it. */
  private readonly answers = new WeakMap<Caller, Promise<Answer>>();

  constructor(
    @Inject(LIVE_READ_MODELS) private readonly models: LiveReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @PublishedOperation({ id: 'listBlocks', scope: 'read', rateLimits: ['default'], body: 'none' })
  catalogue(@CurrentCaller() caller: Caller): Promise<Answer> {
    let answer = this.answers.get(caller);
    if (answer === undefined) this.answers.set(caller, (answer = this.answerFor(caller)));
    return answer;
  }

  private async answerFor({ blocks: enabled, prices }: Caller): Promise<Answer> {
    const today = dayOf(this.clock.now());
    const coverage = await pastCoverage(this.models, today);
    return prepared(
      Catalogue.catalogueBody(Catalogue.BLOCKS, {
        enabled,
        coverage,
        priceOf: (block) => priceOn(prices, block, today),
      }),
    );
  }
}
