/** Budgets of a calendar month: told on each answer that may bill, and where they stop, 429 (Contract 3.18). */
import { SetBudget } from '../../../src/access/commands.js';
import type { BudgetTerms } from '../../../src/streams/account/budget.js';
import { SMALL_BODY_BYTES } from '../../../src/jobs/submit/incoming-submission.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { eventually } from '../../support/eventually.js';
import { withoutWords } from '../../support/refusals/words.js';
import { ApiWorld, type IssuedKey, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

/** The jobs of this world wait: the most that they can cost counts. */
const waiting = forAllTests(() => ApiWorld.start());
/** Numbers that end in 9 are not matched; every other row costs a unit a block. */
const working = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher(), judged: false }));

/** Numbers that end in 9 are not matched. */
const rows = (count: number, company_number = '00000006'): object[] =>
  Array.from({ length: count }, () => ({ company_number }));

const setBudget = (world: ApiWorld, { account }: IssuedKey, terms: Partial<BudgetTerms>): Promise<void> =>
  world.change(
    new SetBudget({ requestId: 'cli-test', actor: 'operator' }, account, {
      month_units: null,
      month_amount: null,
      stop: true,
      ...terms,
    }),
  );

const submit = (
  world: ApiWorld,
  key: IssuedKey,
  body: { readonly rows: readonly object[]; readonly blocks?: readonly string[] },
  idempotency?: string,
): Promise<Reply> =>
  world.call(
    '/v1/enrich/jobs',
    {
      method: 'POST',
      body: { blocks: ['charges'], ...body },
      headers: idempotency === undefined ? {} : { 'x-idempotency-key': idempotency },
    },
    key,
  );

it('a request that could pass it is refused with what is left of the month, records nothing and claims no key', async () => {
  const key = await waiting.customer({ blocks: ['charges', 'officers'] });
  await setBudget(waiting, key, { month_units: 10 });
  const first = await submit(
    waiting,
    key,
    { rows: rows(3), blocks: ['charges', 'officers', 'scores'] },
    'held',
  );
  expect([first.status, first.headers.get('x-budget-used')]).toEqual([202, '0']);
  const before = await waiting.events();
  const refused = await submit(waiting, key, { rows: rows(5) }, 'mine');
  expect([refused.status, withoutWords(refused)]).toEqual([
    429,
    {
      detail: 'budget_reached',
      retry_suggested: false,
      month: new Date().toISOString().slice(0, 7),
      month_units: 10,
      used_units: 0,
      request_id: refused.headers.get('x-request-id'),
    },
  ]);
  const now = new Date();
  const left = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1_000;
  const asked = Number(refused.headers.get('retry-after'));
  expect([asked >= Math.floor(left), asked < left + 60]).toEqual([true, true]);
  expect(await waiting.events()).toEqual(before);
  // Replays and graver refusals come before it, the caps on rows after it.
  expect(
    (await submit(waiting, key, { rows: rows(3), blocks: ['charges', 'officers', 'scores'] }, 'held')).status,
  ).toBe(200);
  expect((await submit(waiting, key, { rows: rows(5), blocks: ['scores'] })).body['detail']).toBe(
    'not_enabled',
  );
  expect((await submit(waiting, key, { rows: rows(5) }, 'held')).status).toBe(409);
  // Six of ten are open; four fit, and a resolve after them doesn't.
  expect((await submit(waiting, key, { rows: rows(4) }, 'mine')).status).toBe(202);
  for (const query of ['', '&wait=false', '&store=false']) {
    const path = `/v1/resolve?company_number=00000006&blocks=charges${query}`;
    expect((await waiting.call(path, {}, key)).body['detail']).toBe('budget_reached');
  }
  // What is read costs nothing.
  expect((await waiting.call('/v1/whoami', {}, key)).status).toBe(200);
  expect((await waiting.told('/metrics')).text).toMatch(
    new RegExp(`^account_budget_used_ratio\\{account="${key.account}"\\} 0$`, 'm'),
  );
  await setBudget(waiting, key, { month_units: 11 });
  expect(
    (
      await eventually('the raised budget', async () => {
        const reply = await submit(waiting, key, { rows: rows(1) });
        return reply.status === 202 ? reply : undefined;
      })
    ).status,
  ).toBe(202);
});

it('it holds for large submissions too, which a thread of its own takes in', async () => {
  const key = await waiting.customer();
  await setBudget(waiting, key, { month_units: 5_000 });
  const large = rows(5_001).map((row) => ({ ...row, ref: 'x'.repeat(120) }));
  expect(JSON.stringify(large).length).toBeGreaterThan(SMALL_BODY_BYTES);
  expect((await submit(waiting, key, { rows: large })).body['detail']).toBe('budget_reached');
  expect((await submit(waiting, key, { rows: large.slice(1) })).status).toBe(202);
});

it('money counts at the prices in force, and a request that can cost nothing passes no budget', async () => {
  const key = await waiting.customer();
  const prices = { charges: '0.50', officers: '0' };
  await waiting.agreePrices(key.account, {
    currency: 'GBP',
    from: new Date().toISOString().slice(0, 10),
    prices,
  });
  await setBudget(waiting, key, { month_amount: '1.00' });
  expect((await submit(waiting, key, { rows: rows(2) })).status).toBe(202);
  const refused = await submit(waiting, key, { rows: rows(1) });
  expect(refused.body).toMatchObject({
    detail: 'budget_reached',
    month_amount: '1.00',
    used_amount: '0',
    currency: 'GBP',
  });
  expect((await submit(waiting, key, { rows: rows(9), blocks: ['officers', 'scores'] })).status).toBe(202);
});

it('a budget that does not stop is only told, and none is not', async () => {
  const key = await working.customer();
  const job = async (): Promise<string | null> => {
    const accepted = await submit(working, key, { rows: rows(3) });
    expect(accepted.status).toBe(202);
    await working.ended(key, String(accepted.body['job_id']));
    return accepted.headers.get('x-budget-used');
  };
  expect(await job()).toBeNull();
  await setBudget(working, key, { month_units: 4, stop: false });
  const told = await eventually('the use', async () => {
    const share = await job();
    return Number(share) > 1 ? share : undefined;
  });
  expect(told).toMatch(/^\d+(\.(25|5|75))?$/);
});

it('counts what was charged once rows are done, frees what cost nothing, and never stops a running job', async () => {
  const key = await working.customer();
  await setBudget(working, key, { month_units: 4 });
  // Two of four rows match nobody: two units are free again once the job is over.
  await working.ranJob(key, [...rows(2), ...rows(2, '00000009')], ['charges']);
  const refused = await submit(working, key, { rows: rows(3) });
  expect([refused.body['used_units'], refused.headers.get('x-budget-used')]).toEqual([2, '0.5']);
  const job = String((await submit(working, key, { rows: rows(2) })).body['job_id']);
  // It has taken the rest of the budget, is lowered below what runs, and the job ends all the same.
  await setBudget(working, key, { month_units: 1 });
  const { body } = await working.ended(key, job);
  expect(body['counts']).toMatchObject({ succeeded: 2 });
  const resolved = await eventually('the lower budget', async () => {
    const reply = await working.call('/v1/resolve?company_number=00000006&blocks=charges', {}, key);
    return reply.body['month_units'] === 1 ? reply : undefined;
  });
  expect(resolved.body).toMatchObject({ detail: 'budget_reached', used_units: 4 });
  expect(resolved.headers.get('x-budget-used')).toBe('4');
});
