import { Controller, Get } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { PublishedOperation } from '../access/gate/api-operation.js';
import { CurrentCaller } from '../access/gate/caller-of.js';
import { BLOCKS } from '../blocks/index.js';
import { catalogueBody } from '../blocks/catalogue/catalogue-body.js';
import { prepared, type Answer } from '../platform/http/answer.js';

@Controller('v1/blocks')
export class CatalogueController {
  /** Keyed by the authenticated caller; dropped with it, after 250 ms. */
  private readonly answers = new WeakMap<Caller, Answer>();

  @Get()
  @PublishedOperation({
    id: 'listBlocks',
    scope: 'read',
    allowances: ['default'],
    body: 'none',
  })
  catalogue(@CurrentCaller() caller: Caller): Answer {
    let answer = this.answers.get(caller);
    if (answer === undefined)
      this.answers.set(caller, (answer = prepared(catalogueBody(BLOCKS, caller.blocks))));
    return answer;
  }
}
