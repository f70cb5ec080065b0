import { Controller, Get } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { CurrentCaller } from '../access/gate/caller-of.js';
import { BLOCKS } from '../blocks/catalogue.js';
import { catalogueBody } from '../blocks/catalogue/catalogue-body.js';
import type { Answer } from '../platform/http/answer.js';
import { ok } from '../platform/http/answer.js';
import { PublishedOperation } from '../platform/http/operation.js';

@Controller('v1/blocks')
export class CatalogueController {
  @Get()
  @PublishedOperation({
    id: 'listBlocks',
    scope: 'read',
    billed: false,
    allowances: ['default'],
    body: 'none',
  })
  catalogue(@CurrentCaller() caller: Caller): Answer {
    return ok(catalogueBody(BLOCKS, caller.blocks));
  }
}
