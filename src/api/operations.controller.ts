/** `/healthz` and `/readyz` for load balancers, outside the published interface and without a key. */
import { Controller, Get } from '@nestjs/common';
import { Answer } from '../../packages/platform/src/http/answer.js';
import { OpenRoute } from '../../packages/platform/src/http/operation.js';
import { ReadinessWatch } from '../health/readiness-watch.js';
import { forStrangers } from '../health/readiness.js';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

@Controller()
export class OperationsController {
  constructor(private readonly watch: ReadinessWatch) {}

  @Get('healthz')
  @OpenRoute()
  alive(): Answer {
    return new Answer({ status: 200, body: { status: 'ok' }, headers: NOT_KEPT });
  }

  @Get('readyz')
  @OpenRoute()
  ready(): Answer {
    const readiness = this.watch.now();
    return new Answer({
      status: readiness.ready ? 200 : 503,
      body: forStrangers(readiness),
      headers: readiness.ready ? NOT_KEPT : { ...NOT_KEPT, 'Retry-After': '2' },
    });
  }
}
