/** What a list is said to cost before it is sent, held against what it is billed. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { CostEstimate } from '../../src/billing/estimate/estimate.js';
import { enrichCommand } from '../../src/cli/enrich.commands.js';
import { estimateList, type ListEstimate } from '../../src/operator/billing/estimate-list.js';
import { BLOCK_KEYS, type BlockKey } from '../../packages/contract/src/block-key.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';
import { documentOf, runCommand } from '../support/run-command.js';
import { ApiWorld, type IssuedKey } from '../support/worlds/api-world.js';
import { CONTEXT } from '../support/worlds/operator-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

/** One that each company has, one that some lack, and one whose source is not loaded. */
const BLOCKS: readonly BlockKey[] = ['registered_address', 'officers', 'industry'];
const SAMPLE = join(__dirname, '..', '..', 'samples', 'BasicCompanyData-2020-05-01-sample.csv');

interface Asked {
  readonly company_number: string;
}

/** Rows of one kind: every second company of the sample from `first` on, and of 20 rows one not on file and one wrong. */
function listFrom(first: number): Asked[] {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(SAMPLE, 'utf8'), { header: true });
  const numbers = data.flatMap((row) => row[' CompanyNumber'] ?? []).slice(200);
  return Array.from({ length: 300 }, (_, row) => ({
    company_number:
      row % 20 === 7 ? '99999999' : row % 20 === 13 ? '8209948' : (numbers[first + row * 2] ?? ''),
  }));
}

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
const key = forAllTests(() => world.customer({ blocks: BLOCKS }));
beforeAll(async () => {
  await world.agreePrices(key.account, {
    currency: 'GBP',
    from: new Date().toISOString().slice(0, 10),
    prices: { registered_address: '0.0200', industry: '0.0135' },
  });
});

async function previewed(rows: readonly Asked[]): Promise<CostEstimate> {
  const folder = new TemporaryFolder();
  const file = folder.file('list.csv');
  writeFileSync(file, `CRN\n${rows.map(({ company_number }) => company_number).join('\n')}\n`);
  const words = ['enrich', file, '--url', world.api.url, '--blocks', BLOCKS.join(), '--preview', '--json'];
  const ran = await runCommand([enrichCommand], words, { COMPANY_DATA_KEY: key.key });
  expect(readdirSync(folder.path)).toEqual(['list.csv']);
  folder.remove();
  return documentOf<CostEstimate>(ran);
}

function estimated(
  rows: readonly Asked[],
  of: { readonly by?: IssuedKey; readonly blocks?: readonly BlockKey[]; readonly options?: JsonObject } = {},
): Promise<ListEstimate> {
  const { by = key, blocks = BLOCKS, options = {} } = of;
  const { settings, stores, live: models } = world;
  const bus = (): never => {
    throw new Error('an estimate sends no command');
  };
  const all = async function* (): AsyncGenerator<Asked> {
    yield* rows;
  };
  const wish = { account: by.account, blocks, options, count: rows.length, rows: all };
  return estimateList({ settings, stores, models, context: CONTEXT, bus }, wish);
}

interface Bill {
  readonly counts: { readonly rows: number; readonly units: number };
  readonly amount: string;
}

async function billed(rows: readonly Asked[], by = key, blocks = BLOCKS): Promise<Bill> {
  const job = await world.ranJob(by, rows, blocks);
  const { body } = await world.call(`/v1/usage?job_id=${job}`, {}, by);
  // As the description promises, which judges every answer here.
  return body as unknown as Bill;
}

function expectWithin({ counts, amount }: Bill, { low, high, at_most }: CostEstimate): void {
  expect(counts.units).toBeGreaterThanOrEqual(low.units);
  expect(counts.units).toBeLessThanOrEqual(high.units);
  expect(high.units).toBeLessThanOrEqual(at_most.units);
  expect(Number(amount)).toBeGreaterThanOrEqual(Number(low.amount));
  expect(Number(amount)).toBeLessThanOrEqual(Number(high.amount));
  expect(Number(high.amount)).toBeLessThanOrEqual(Number(at_most.amount));
}

it('holds: at most before anything is known, and within the range once a like list has run', async () => {
  const first = listFrom(0);
  const before = await world.stores.eventStore.head();
  const unknowing = [await previewed(first), await estimated(first)];
  for (const estimate of unknowing) {
    expect(estimate).toMatchObject({ at_most: { units: 900, amount: '10.05' }, probable: null });
    expect(estimate).toMatchObject({ unpriced: ['officers'], unknown: BLOCKS });
  }
  expect(await world.stores.eventStore.head()).toBe(before);
  const bill = await billed(first);
  expect(bill.counts.rows).toBe(270);
  for (const estimate of unknowing) expectWithin(bill, estimate);
  await world.caughtUp();

  const second = listFrom(1);
  const [customers, operators] = [await previewed(second), await estimated(second)];
  expect(customers).toMatchObject({ named: 285, invalid: 15, matched_share: 0.947, unknown: [] });
  expect(operators.matching).toMatchObject({ matched: 270, ambiguous: 0, not_matched: 15, invalid: 15 });
  const secondBill = await billed(second);
  for (const estimate of [customers, operators]) {
    expectWithin(secondBill, estimate);
    expect(Math.abs((estimate.probable?.units ?? 0) - secondBill.counts.units)).toBeLessThan(15);
    // The range says something: it is narrower than from nothing to all.
    expect(estimate.high.units - estimate.low.units).toBeLessThan(estimate.at_most.units / 5);
  }
});

it('holds for every block there is, and for options that past rows were not asked with', async () => {
  const everything = await world.customer({ blocks: BLOCK_KEYS });
  const of = { by: everything, blocks: BLOCK_KEYS };
  await billed(listFrom(0), everything, BLOCK_KEYS);
  await world.caughtUp();
  const second = listFrom(1);
  const usual = await estimated(second, of);
  const careful = await estimated(second, { ...of, options: { min_confidence: 0.9, discover: [] } });
  const { counts } = await billed(second, everything, BLOCK_KEYS);
  for (const { low, high, at_most } of [usual, careful]) {
    expect(counts.units).toBeGreaterThanOrEqual(low.units);
    expect(counts.units).toBeLessThanOrEqual(high.units);
    expect(at_most.units).toBe(300 * BLOCK_KEYS.length);
  }
  expect(usual.asked_otherwise).toBeUndefined();
  expect(careful.asked_otherwise).toContain('domain');
  expect(careful.low.units).toBeLessThan(usual.low.units + 1);
});

it('is refused for options that a submission would be refused with', async () => {
  await expect(estimated(listFrom(0), { options: { web_search: true } })).rejects.toThrow(/web_search/);
});
