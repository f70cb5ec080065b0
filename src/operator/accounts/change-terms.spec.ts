/** A contract and a withdrawal from the operator's side: previewed, then written, and seen in the account. */
import 'reflect-metadata';
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { agreeAccountContract, agreePricesOfAccount, withdrawAccountPrices } from './change-terms.js';
import { findAccount } from './find-account.js';

const world = forEachTest(operatorWorld);
beforeEach(() => world.log.openAccount());

const year = new Date().getUTCFullYear() + 1;
const from = `${year}-01-01`;

it('previews both sides, writes nothing, and then agrees the contract once', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await agreePricesOfAccount(world.operator, ACCOUNT, {
    dryRun: false,
    currency: 'GBP',
    from: today,
    prices: { industry: '0.02' },
  });
  const terms = {
    currency: 'EUR',
    from,
    to: null,
    number: 'C-1',
    purchase_order: 'PO 4711',
    reason: 'signed',
  };
  const agree = (dryRun: boolean) => agreeAccountContract(world.operator, ACCOUNT, { ...terms, dryRun });
  expect(await agree(true)).toEqual({
    account_id: ACCOUNT,
    ...terms,
    ...{ changed: false, dry_run: true },
    sides: [{ block: 'industry', before: '0.02 GBP', after: null }],
  });
  expect((await findAccount(world.operator, ACCOUNT)).prices).toHaveLength(1);
  expect([(await agree(false)).changed, (await agree(false)).changed]).toEqual([true, false]);
  expect((await findAccount(world.operator, ACCOUNT)).prices.at(-1)).toMatchObject({
    ...{ currency: 'EUR', from },
    contract: { number: 'C-1', purchase_order: 'PO 4711', to: null },
  });
});

it('withdraws prices to come', async () => {
  await agreePricesOfAccount(world.operator, ACCOUNT, {
    dryRun: false,
    currency: 'GBP',
    from,
    prices: { industry: '0.02' },
  });
  const withdraw = (dryRun: boolean) =>
    withdrawAccountPrices(world.operator, ACCOUNT, { from, reason: 'wrong', dryRun });
  expect((await withdraw(true)).sides).toEqual([{ block: 'industry', before: '0.02 GBP', after: null }]);
  expect([(await withdraw(false)).changed, (await withdraw(false)).changed]).toEqual([true, false]);
});
