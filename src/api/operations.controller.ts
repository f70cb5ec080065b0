/** Serves `/healthz` and `/readyz` to load balancers, outside the published interface and without a key. */
import { Controller, Get, Inject } from '@nestjs/common';
import { Answer } from '../../packages/platform/src/http/answer.js';
import { OpenRoute } from '../../packages/platform/src/http/operation.js';
import { SETTINGS } from '../../packages/platform/src/nest/tokens.js';
import { dataFolderHeader } from '../health/data-folder-mark.js';
import { ReadinessWatch } from '../health/readiness-watch.js';
import { publicReadiness } from '../health/readiness.js';
import type { Settings } from '../settings/settings.js';

const NO_STORE = { 'Cache-Control': 'no-store' };

@Controller()
export class OperationsController {
  constructor(
    private readonly watch: ReadinessWatch,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'dataDir'>,
  ) {}

  @Get('healthz')
  @OpenRoute()
  alive(): Answer {
    const headers = { ...NO_STORE, ...dataFolderHeader('api', this.settings.dataDir) };
    return new Answer({ status: 200, body: { status: 'ok' }, headers });
  }

  @Get('readyz')
  @OpenRoute()
  ready(): Answer {
    const readiness = this.watch.now();
    return new Answer({
      status: readiness.ready ? 200 : 503,
      body: publicReadiness(readiness),
      headers: readiness.ready ? NO_STORE : { ...NO_STORE, 'Retry-After': '2' },
    });
  }
}
