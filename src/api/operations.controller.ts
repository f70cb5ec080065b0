/** What operators and their machines ask, outside the published interface and without a key. */
import { Controller, Get, Head } from '@nestjs/common';
import { Answer } from '../platform/http/answer.js';
import { OpenRoute } from '../platform/http/operation.js';
import { ReadinessCheck } from './readiness.js';
import { ServiceMetrics } from './service-metrics.js';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

@Controller()
export class OperationsController {
  constructor(
    private readonly readiness: ReadinessCheck,
    private readonly metrics: ServiceMetrics,
  ) {}

  @Get('healthz')
  @OpenRoute()
  alive(): Answer {
    return new Answer({ status: 200, body: { status: 'ok' }, headers: NOT_KEPT });
  }

  @Head('healthz')
  @OpenRoute()
  aliveHead(): Answer {
    return new Answer({ status: 200, body: null, headers: NOT_KEPT });
  }

  @Get('readyz')
  @OpenRoute()
  async ready(): Promise<Answer> {
    const readiness = await this.readiness.check();
    return new Answer({
      status: readiness.ready ? 200 : 503,
      body: readiness,
      headers: readiness.ready ? NOT_KEPT : { ...NOT_KEPT, 'Retry-After': '2' },
    });
  }

  @Get('metrics')
  @OpenRoute()
  async measure(): Promise<Answer> {
    const headers = { ...NOT_KEPT, 'Content-Type': this.metrics.registry.contentType };
    return new Answer({ status: 200, body: Buffer.from(await this.metrics.text()), headers });
  }
}
