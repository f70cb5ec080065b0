/**
 * Publishes the keys that sign or signed statements, so that anybody can check one (`docs/statements.md`).
 */
import { Controller, Get, Inject } from '@nestjs/common';
import { Answer } from '../../../packages/platform/src/http/answer.js';
import { OpenRoute } from '../../../packages/platform/src/http/operation.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { EVENT_STORE } from '../../../packages/platform/src/nest/tokens.js';
import { publishedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import { statementKeys } from './recorded-statements.js';

/** A key changes about once a year, so a copy a minute old does no harm. */
const HEADERS = { 'Cache-Control': 'public, max-age=60' };

@Controller('.well-known/statement-keys.json')
export class StatementKeysController {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  @Get()
  @OpenRoute()
  async keys(): Promise<Answer> {
    const keys = (await statementKeys(this.events)).map(publishedKey);
    return new Answer({ status: 200, body: { keys }, headers: HEADERS });
  }
}
