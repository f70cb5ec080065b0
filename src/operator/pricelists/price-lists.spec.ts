/** Price lists from the operator's side: published, given in versions, and seen with their accounts. */
import 'reflect-metadata';
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { twoMonths, twoStatements } from '../../../test/support/statements/statement-months.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { statementStream } from '../../streams/statement/statement.events.js';
import { agreeAccountContract, agreePricesOfAccount } from '../accounts/change-terms.js';
import { findAccount } from '../accounts/find-account.js';
import { givePriceList, listPriceLists, publishPriceList, showPriceList } from './price-lists.js';

const world = forEachTest(operatorWorld);
beforeEach(() => world.log.openAccount());

const today = dayOf(new Date());
const later = `${Number(today.slice(0, 4)) + 1}-01-01`;
const publish = (prices: object, dryRun = false) =>
  publishPriceList(world.operator, { name: 'standard', currency: 'GBP', prices, reason: 'yearly', dryRun });
const give = (order: { version?: number; from?: string; name?: string; dryRun?: boolean } = {}) =>
  givePriceList(world.operator, ACCOUNT, {
    ...{ name: 'standard', version: null, from: today, reason: 'asked for it', dryRun: false },
    ...order,
  });

it('previews a new version beside the one before and writes it once', async () => {
  await publish({ industry: '0.02', domain: '0.01' });
  const sides = [
    { block: 'industry', before: '0.02 GBP', after: '0.03 GBP' },
    { block: 'domain', before: '0.01 GBP', after: null },
  ];
  const preview = await publish({ industry: '0.03' }, true);
  expect(preview).toMatchObject({ name: 'standard', version: 2, changed: false, dry_run: true });
  expect(preview.sides).toHaveLength(2);
  expect(preview.sides).toEqual(expect.arrayContaining(sides));
  expect(await listPriceLists(world.operator)).toMatchObject([{ name: 'standard', version: 1 }]);
  expect(await publish({ industry: '0.03' })).toMatchObject({ version: 2, changed: true });
  await expect(publish({ industry: '0.030' })).rejects.toMatchObject({ code: 'unchanged_price_list' });
  expect(await listPriceLists(world.operator)).toMatchObject([{ name: 'standard', version: 2 }]);
});

it('gives a version as ordinary prices that name it, and shows who has which', async () => {
  await publish({ industry: '0.02', domain: '0.01' });
  await publish({ industry: '0.03' });
  await agreePricesOfAccount(world.operator, ACCOUNT, {
    dryRun: false,
    ...{ currency: 'GBP', from: today, prices: { industry: '0.5' } },
  });
  const preview = await give({ version: 1, dryRun: true });
  expect(preview.sides).toHaveLength(2);
  expect(preview.sides).toEqual(
    expect.arrayContaining([
      { block: 'industry', before: '0.5 GBP', after: '0.02 GBP' },
      { block: 'domain', before: null, after: '0.01 GBP' },
    ]),
  );
  expect((await findAccount(world.operator, ACCOUNT)).prices).toHaveLength(1);
  expect(await give({ version: 1 })).toMatchObject({ changed: true, list: { name: 'standard', version: 1 } });
  expect(await give({ version: 1 })).toMatchObject({ changed: false });
  expect(await give({ from: later })).toMatchObject({ changed: true, list: { version: 2 } });

  const { events } = await world.operator.stores.eventStore.readAll({
    after: LOG_START,
    categories: ['account'],
  });
  const agreed = events.flatMap(({ type, data }) =>
    type === 'PricesAgreed' ? [JSON.parse(Buffer.from(data).toString()) as object] : [],
  );
  expect(agreed.slice(1)).toEqual([
    {
      ...{ currency: 'GBP', from: today, prices: { industry: '0.02', domain: '0.01' } },
      ...{ list: { name: 'standard', version: 1 }, reason: 'asked for it' },
    },
    {
      ...{ currency: 'GBP', from: later, prices: { industry: '0.03' } },
      ...{ list: { name: 'standard', version: 2 }, reason: 'asked for it' },
    },
  ]);
  expect(await showPriceList(world.operator, 'standard', 1)).toMatchObject({
    ...{ name: 'standard', version: 1, prices: { industry: '0.02', domain: '0.01' } },
    versions: [{ version: 2 }, { version: 1, reason: 'yearly', published_by: 'operator' }],
    accounts: [
      { account_id: ACCOUNT, version: 1, from: today, state: 'in force' },
      { account_id: ACCOUNT, version: 2, from: later, state: 'to come' },
    ],
  });
  await agreePricesOfAccount(world.operator, ACCOUNT, {
    dryRun: false,
    ...{ currency: 'GBP', from: today, prices: { industry: '0.4', domain: '0.3' } },
  });
  expect((await showPriceList(world.operator, 'standard', null)).accounts).toMatchObject([{ version: 2 }]);
});

it('refuses what is not there, another currency, a past day and a stated month', async () => {
  await expect(give()).rejects.toMatchObject({ code: 'unknown_price_list' });
  await publish({ industry: '0.02' });
  await expect(give({ version: 2 })).rejects.toMatchObject({ code: 'unknown_price_list_version' });
  await expect(give({ from: '2024-01-01' })).rejects.toMatchObject({ code: 'invalid_price' });
  await agreeAccountContract(world.operator, ACCOUNT, {
    ...{ currency: 'EUR', from: later, to: null, number: 'C-1', purchase_order: null },
    ...{ reason: 'signed', dryRun: false },
  });
  for (const dryRun of [true, false])
    await expect(give({ from: later, dryRun })).rejects.toMatchObject({
      code: 'invalid_price',
      message: `On ${later} the account is billed in EUR; another currency needs a contract in it that begins by then.`,
    });
  const { issued } = (await twoStatements(await twoMonths()))[0];
  const head = { ...issued.head, month: today.slice(0, 7), partial: false };
  const fact = { type: 'StatementIssued', data: { ...issued, head } };
  await world.log.append(statementStream(ACCOUNT), world.log.event(fact));
  await expect(give()).rejects.toMatchObject({
    code: 'invalid_price',
    message: expect.stringContaining('the statement of that month is complete') as string,
  });
});
