/** Tells how much of a budget is used: in a header of answers, and as a metric (Contract 3.18). */
import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Caller } from '../../access/caller.js';
import type { Answer } from '../../../packages/platform/src/http/answer.js';
import { ROLE_METRICS } from '../../../packages/platform/src/nest/tokens.js';
import type { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import { Budgets } from './budgets.js';

@Injectable()
export class BudgetTold {
  private readonly used: Gauge<'account'>;

  constructor(
    private readonly budgets: Budgets,
    @Inject(ROLE_METRICS) metrics: RoleMetrics,
  ) {
    this.used = new Gauge({
      name: 'account_budget_used_ratio',
      help: "Share of the month's budget that an account has used, as its last call was told.",
      labelNames: ['account'],
      registers: [metrics.registry],
    });
  }

  /** The answer with the header, where the account has a budget and the request was not refused with 403. */
  async tell(answer: Answer, caller: Pick<Caller, 'account_id' | 'budget'>): Promise<Answer> {
    const share = answer.status === 403 ? null : await this.budgets.share(caller);
    if (share === null) return answer;
    this.used.set({ account: String(caller.account_id) }, Number(share));
    return answer.with({ 'X-Budget-Used': share });
  }
}
