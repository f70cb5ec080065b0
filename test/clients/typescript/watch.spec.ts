/** A watch of a portfolio over a real service: what changed is paid for, and nothing else. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompanyData,
  type BlockKey,
  type WatchedRow,
  type WatchOptions,
  type WatchReport,
} from '../../../packages/client/src/index.js';
import { watchState } from '../../../packages/client/src/node.js';
import { csvFile, type RowOverrides } from '../../support/basic-company-data.js';
import { pruneRegister } from '../../../packages/enrichment/src/sources/kit/editions/register-status.js';
import { importCompanies } from '../../support/worlds/api-world-parts.js';
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const COMPANIES = 30;
const numberOf = (company: number): string => String(10_000_000 + company);
const register = (moved: readonly number[] = []): RowOverrides[] =>
  Array.from({ length: COMPANIES + 5 }, (_, company) => ({
    CompanyNumber: numberOf(company),
    CompanyName: `SYNTHETIC COMPANY ${company} LIMITED`,
    'Accounts.NextDueDate': '30/09/2027',
    ...(moved.includes(company) && { 'RegAddress.PostTown': 'AYR' }),
  }));
const PORTFOLIO = Array.from({ length: COMPANIES }, (_, company) => ({
  ref: `r${company}`,
  company_number: numberOf(company),
}));

const folder = forEachTest(() => new TemporaryFolder());
const world = forEachTest(() => ApiWorld.start({ worker: 'register', companies: null, judged: false }));
let key: IssuedKey;
let edition = 0;

async function load(rows: readonly RowOverrides[]): Promise<void> {
  edition += 1;
  const day = `2026-01-${String(edition).padStart(2, '0')}`;
  const file = join(world.settings.dataDir, `BasicCompanyData-${day}.csv`);
  writeFileSync(file, csvFile(rows));
  await importCompanies(file, world.settings.dataDir);
  // Rows may be answered from the edition before for a moment.
  await new Promise((resolve) => setTimeout(resolve, 150));
}

beforeEach(async () => {
  edition = 0;
  await load(register());
  key = await world.customer();
});

interface Ran {
  readonly answered: readonly WatchedRow[];
  readonly skipped: readonly WatchedRow[];
  readonly report: WatchReport | null;
}

const BOTH: readonly BlockKey[] = ['registered_address', 'filing_status'];
const client = (options: Partial<ConstructorParameters<typeof CompanyData>[0]> = {}) =>
  new CompanyData({ url: world.api.url, key: key.key, ...options });
const watching = (more: Partial<WatchOptions> = {}, rows: Parameters<CompanyData['watch']>[0] = PORTFOLIO) =>
  client().watch(rows, { blocks: BOTH, state: watchState(folder.file('watch.json')), ...more });

async function watched(
  more: Partial<WatchOptions> = {},
  rows?: Parameters<CompanyData['watch']>[0],
): Promise<Ran> {
  const watch = watching(more, rows);
  const all: WatchedRow[] = [];
  for await (const one of watch) all.push(one);
  return {
    answered: all.filter(({ result }) => result !== null),
    skipped: all.filter(({ result }) => result === null),
    report: watch.report,
  };
}

/** What the account was charged, by the service's own count. */
const units = async (): Promise<number> => (await client().usage()).counts.units;
const rowsOf = (some: readonly WatchedRow[]): readonly number[] => some.map(({ row }) => row);

it('pays for what changed between two editions, and for nothing where nothing did', async () => {
  const first = await watched();
  expect(rowsOf(first.answered)).toEqual(PORTFOLIO.map((_, row) => row));
  expect(first.report).toMatchObject({ everything: 'It is the first run.', asked: 60, skipped: 0 });
  expect(await units()).toBe(60);

  const same = await watched();
  expect([same.answered, same.report?.asked, await units()]).toEqual([[], 0, 60]);

  await load(register([3, 17, COMPANIES + 1]));
  const second = await watched();
  expect(rowsOf(second.answered)).toEqual([3, 17]);
  for (const { result } of second.answered)
    expect(Object.keys(result?.blocks ?? {})).toEqual(['registered_address']);
  expect(second.answered[0]?.result?.blocks.registered_address).toMatchObject({ value: { locality: 'AYR' } });
  expect(second.report).toMatchObject({
    follow: BOTH,
    each_time: [],
    everything: null,
    asked: 2,
    skipped: 58,
  });
  expect(await units()).toBe(62);
  expect(second.skipped).toHaveLength(COMPANIES);
  expect(second.skipped[4]?.skipped).toEqual({
    registered_address: { why: 'unchanged', asked_at: first.report?.as_of },
    filing_status: { why: 'unchanged', asked_at: first.report?.as_of },
  });
  expect((await watched()).report?.asked).toBe(0);
});

it('asks each time for blocks that also follow from something else, or once they are too old', async () => {
  const blocks: readonly BlockKey[] = ['company_identity', 'filing_status'];
  await watched({ blocks });
  const again = await watched({ blocks });
  expect(again.report).toMatchObject({
    follow: ['filing_status'],
    each_time: ['company_identity'],
    asked: COMPANIES,
  });
  for (const { result } of again.answered)
    expect(Object.keys(result?.blocks ?? {})).toEqual(['company_identity']);
  expect(await units()).toBe(3 * COMPANIES);
  const young = await watched({ blocks, maxAge: 1 });
  expect(young.report?.asked).toBe(0);
  expect(young.skipped[0]?.skipped.company_identity?.why).toBe('within_max_age');
  expect((await watched({ blocks, maxAge: 0 })).report?.asked).toBe(COMPANIES);
});

it('asks again for a company that is named otherwise than by its number: the name may come to mean another', async () => {
  const rows = [{ company_name: 'SYNTHETIC COMPANY 1 LIMITED' }, { company_number: numberOf(2) }];
  await watched({}, rows);
  const again = await watched({}, rows);
  expect(rowsOf(again.answered)).toEqual([0]);
  expect(rowsOf(again.skipped)).toEqual([1]);
});

it('asks for everything across an edition that was pruned, and says so', async () => {
  await watched();
  await load(register([3]));
  pruneRegister(world.settings.dataDir, 1);
  const { report } = await watched();
  expect(report).toMatchObject({ asked: 60 });
  expect(report?.wholly_changed).toMatchObject([{ source: 'companies', why: 'edition_pruned' }]);
});

it('asks for everything where the service tells of no changes, and says so', async () => {
  await watched();
  const older = client({
    fetch: (input, init) =>
      (input instanceof Request ? input.url : input.toString()).includes('/changes')
        ? Promise.resolve(new Response('{}', { status: 404 }))
        : fetch(input, init),
  }).watch(PORTFOLIO, { blocks: BOTH, state: watchState(folder.file('watch.json')), maxAge: 7 });
  for await (const { result } of older) expect(result).not.toBeNull();
  expect(older.report).toMatchObject({ everything: 'The service tells of no changes.', asked: 60 });
});

it('asks for a row that is new, and for all where the options are others', async () => {
  await watched({}, PORTFOLIO.slice(1));
  expect(rowsOf((await watched()).answered)).toEqual([0]);
  const other = await watched({ options: { min_confidence: 0.9 } });
  expect(other.report).toMatchObject({ asked: 60, everything: expect.stringContaining('options') as string });
});

it('asks for nothing anew where options or the fields of a row are in another order', async () => {
  const rows = PORTFOLIO.map(({ ref, ...row }) => ({ ref, ...row }));
  await watched({ options: { min_confidence: 0.9, include_linkedin: false } }, rows);
  const turned = PORTFOLIO.map(({ ref, ...row }) => ({ ...row, ref }));
  const again = await watched({ options: { include_linkedin: false, min_confidence: 0.9 } }, turned);
  expect([again.answered, again.report?.everything]).toEqual([[], null]);
});

it('never pays twice, wherever its program dies', async () => {
  const blocks: readonly BlockKey[] = ['company_identity', 'filing_status'];
  for (const deaths of [1, COMPANIES, COMPANIES + 1]) {
    let taken = 0;
    for await (const _one of watching({ blocks })) if (++taken === deaths) break;
    expect(JSON.parse(readFileSync(folder.file('watch.json'), 'utf8'))).toMatchObject({
      under_way: { groups: [{}, {}] },
    });
  }
  const whole = await watched({ blocks });
  expect(whole.answered).toHaveLength(2 * COMPANIES);
  expect(await units()).toBe(2 * COMPANIES);
  await load(register([3]));
  for await (const _one of watching({ blocks: ['registered_address'] })) break;
  await expect(watched({ blocks: BOTH })).rejects.toMatchObject({ code: 'list_changed' });
});
