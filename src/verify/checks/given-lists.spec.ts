import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { projected } from '../../../test/support/logs/projected.js';
import { aLog, breaches } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { accountStream } from '../../streams/account/account.events.js';
import { priceListsStreams } from '../../streams/pricelists/pricelists.events.js';
import { RecentCheck } from '../recent/recent-check.js';

const log = forEachTest(aLog);

const publish = async (version: number, price: string, name = 'standard'): Promise<void> => {
  const data = { name, version, currency: 'GBP', prices: { industry: price }, reason: 'yearly' };
  await log.append(priceListsStreams.streamOf('all'), log.event({ type: 'PriceListPublished', data }));
};
const give = async (version: number, price: string, change: object = {}): Promise<void> => {
  const list = { name: 'standard', version };
  const prices = { currency: 'GBP', from: '2027-01-01', prices: { industry: price } };
  const data = { ...prices, list, reason: 'asked for it', ...change };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
};

/** What the whole walk says of price lists. A check of the last event alone must say the same of it. */
async function said(): Promise<readonly string[]> {
  const whole = (await breaches({ eventStore: log.store }))[5] ?? [];
  const { events } = await log.store.readAll({ after: LOG_START, limit: 100 });
  const models = await projected(log.store);
  await models.drive();
  const since = events.at(-2)?.position ?? LOG_START;
  const check = new RecentCheck({ eventStore: log.store, readModels: models.live }, since);
  const invariants = await check.advance(await log.store.head(), Infinity, 'all jobs');
  await models.close();
  const recent = invariants.flatMap(({ id, offenders }) => (id === 5 ? offenders.map((o) => o.detail) : []));
  const ofLists = (details: readonly string[]) => details.filter((detail) => detail.includes('price list'));
  expect(ofLists(recent)).toEqual(ofLists(whole));
  return ofLists(whole);
}

it('finds nothing where versions count up and prices are those of the version that they name', async () => {
  await publish(1, '0.02');
  await publish(1, '9', 'gold');
  await publish(2, '0.03');
  await give(1, '0.02');
  await give(2, '0.03');
  expect(await said()).toEqual([]);
});

it.each<[string, () => Promise<void>, string]>([
  ['a version is left out', () => publish(3, '0.03'), 'version 3 of price list standard follows version 1'],
  ['a version comes twice', () => publish(1, '0.03'), 'version 1 of price list standard follows version 1'],
  [
    'prices name a version that is none',
    () => give(2, '0.02'),
    'prices name version 2 of price list standard, which was not published by then',
  ],
  [
    'a price is another',
    () => give(1, '0.03'),
    'prices name version 1 of price list standard and are not its prices',
  ],
  [
    'the currency is another',
    () => give(1, '0.02', { currency: 'EUR' }),
    'prices name version 1 of price list standard and are not its prices',
  ],
])('finds that %s', async (_what, plant, sentence) => {
  await publish(1, '0.02');
  await plant();
  expect(await said()).toEqual([sentence]);
});

it('finds a version that was published after it was given', async () => {
  await give(1, '0.02');
  expect(await said()).toEqual([
    'prices name version 1 of price list standard, which was not published by then',
  ]);
  await publish(1, '0.02');
  const whole = (await breaches({ eventStore: log.store }))[5] ?? [];
  expect(whole.filter((detail) => detail.includes('price list'))).toHaveLength(1);
});
