/** Reports the used share of a budget in a header of answers and as a metric (Contract 3.18). */
import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Caller } from '../../access/caller.js';
import type { Answer } from '../../../packages/platform/src/http/answer.js';
import { ROLE_METRICS } from '../../../packages/platform/src/nest/tokens.js';
import { inTime } from '../../../packages/platform/src/time/in-time.js';
import type { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import { Budgets } from './budgets.js';

const SHARE_WAIT_MS = 1_000;

@Injectable()
export class BudgetReport {
  private readonly usedShareGauge: Gauge<'account'>;

  constructor(
    private readonly budgets: Budgets,
    @Inject(ROLE_METRICS) metrics: RoleMetrics,
  ) {
    this.usedShareGauge = new Gauge({
      name: 'account_budget_used_ratio',
      help: "Share of the month's budget that an account has used, as read for its last call.",
      labelNames: ['account'],
      registers: [metrics.registry],
    });
  }

  /** Adds the header, except to a 403. If a store fails or hangs, the answer goes out without it. */
  async addHeader(answer: Answer, caller: Pick<Caller, 'account_id' | 'budget'>): Promise<Answer> {
    if (answer.status === 403) return answer;
    const share = await inTime(this.budgets.readShare(caller), SHARE_WAIT_MS, () => null).catch(() => null);
    if (share === null) return answer;
    this.usedShareGauge.set({ account: String(caller.account_id) }, Number(share));
    return answer.with({ 'X-Budget-Used': share });
  }
}
