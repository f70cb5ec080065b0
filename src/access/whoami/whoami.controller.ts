/** Serves GET /v1/whoami. */
import { Controller, Get } from '@nestjs/common';
import { prepared, type Answer } from '../../../packages/platform/src/http/answer.js';
import { PublicAddress } from '../../../packages/platform/src/http/public-address.js';
import type { Caller } from '../caller.js';
import { PublishedOperation, CurrentCaller } from '../gate/api-operation.js';
import { whoami } from './whoami.js';

@Controller('v1/whoami')
export class WhoamiController {
  /** Cached answers. A caller object is reused for 250 ms, and its answer with it. */
  private readonly answerByCaller = new WeakMap<Caller, Answer>();

  constructor(private readonly address: PublicAddress) {}

  @Get()
  @PublishedOperation({ id: 'whoami', scope: 'read', rateLimits: ['default'], body: 'none' })
  whoami(@CurrentCaller() caller: Caller): Answer {
    let answer = this.answerByCaller.get(caller);
    if (answer === undefined)
      this.answerByCaller.set(caller, (answer = prepared(whoami(caller, this.address))));
    return answer;
  }
}
