import { Controller, Get } from '@nestjs/common';
import type { Answer } from '../../platform/http/answer.js';
import { ok } from '../../platform/http/answer.js';
import { PublishedOperation } from '../../platform/http/operation.js';
import { PublicAddress } from '../../platform/http/public-address.js';
import type { Caller } from '../caller.js';
import { CurrentCaller } from '../gate/caller-of.js';
import { whoami } from './whoami.js';

@Controller('v1/whoami')
export class WhoamiController {
  constructor(private readonly address: PublicAddress) {}

  @Get()
  @PublishedOperation({ id: 'whoami', scope: 'read', billed: false, allowances: ['default'], body: 'none' })
  whoami(@CurrentCaller() caller: Caller): Answer {
    return ok(whoami(caller, this.address));
  }
}
