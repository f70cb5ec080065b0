import { Registry } from 'prom-client';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { Answer } from '../../../packages/platform/src/http/answer.js';
import type { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import { BudgetReport } from './budget-report.js';
import type { Budgets } from './budgets.js';

const CALLER = {
  account_id: 1001 as AccountId,
  budget: { month_units: 10, month_amount: null, currency: null, stop: true },
};
const CHARGED = new Answer({ status: 200, body: { units: 2 } });

/** The answer to a charged request, with the share of the budget as it is read. */
const toldWith = (readShare: () => Promise<string | null>): Promise<Answer> =>
  new BudgetReport(
    { readShare } as unknown as Budgets,
    { registry: new Registry() } as RoleMetrics,
  ).addHeader(CHARGED, CALLER);

describe('an answer that is charged already', () => {
  it('tells how much of the budget is used', async () => {
    expect((await toldWith(() => Promise.resolve('0.5'))).headers).toMatchObject({ 'X-Budget-Used': '0.5' });
  });

  it.each<[string, () => Promise<string | null>]>([
    ['fails', () => Promise.reject(new StoreUnavailableError('away'))],
    ['hangs', () => new Promise(() => undefined)],
  ])('is given without the header where the store %s', async (_how, share) => {
    expect(await toldWith(share)).toBe(CHARGED);
  });
});
