/** From editions of accounts and companies to cohorts, and from those to what blocks answer. */
import { join } from 'node:path';
import {
  generatedCompanies,
  type GeneratedCompany,
} from '../../../../../bench/support/generated-accounts.js';
import { publishAccounts } from '../../../../../test/support/accounts-edition.js';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { BulkFile } from '../../../../platform/src/sqlite/sqlite-file.js';
import { activeEdition, editionPath } from '../kit/editions/edition.js';
import type { ReadAccounts } from '../../filed-accounts/accounts-record.js';
import type { RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { importRegister } from '../kit/editions/import-register.js';
import { sourceNamed } from '../index.js';
import { record } from '../../../../../test/support/basic-company-data.js';
import { heldRecords } from '../../../../../test/support/accounts-records.js';
import { assetsFromOf } from './headcount-model.js';
import { bandOf } from '../kit/employee-bands.js';
import { headcountBasis } from './cohort-member.js';
import { cohortsOutdatedBy, importCohorts } from './cohorts-importer.js';

const COMPANIES = generatedCompanies(1_200, 1, 3);
const [ANY] = generatedCompanies(1, 7);
if (ANY === undefined) throw new Error('no company was made');
const { turnover: _filed, ...balance } = ANY.accounts.periods[0]?.figures ?? {};
/** It states neither a headcount nor its turnover; of the third trade. */
const SILENT: GeneratedCompany = {
  number: '29999999',
  row: { ...ANY.row, CompanyNumber: '29999999', 'SICCode.SicText_1': '56101 - Licensed restaurants' },
  accounts: {
    ...ANY.accounts,
    periods: ANY.accounts.periods.slice(0, 1).map((period) => ({ ...period, figures: balance })),
    employees: { now: null, before: null },
  },
};
const accountsOf = (companies: readonly GeneratedCompany[]) =>
  new Map(companies.map(({ number, accounts }) => [number, [accounts]]));

const worlds: EnrichmentWorld[] = [];
async function worldOf(companies: readonly GeneratedCompany[]): Promise<EnrichmentWorld> {
  const world = new EnrichmentWorld();
  worlds.push(world);
  await world.loadRows(companies.map(({ row }) => row));
  publishAccounts(world.register.dataDir, accountsOf(companies));
  return world;
}
let world: EnrichmentWorld;
beforeAll(async () => {
  world = await worldOf([...COMPANIES, SILENT]);
  expect(await importCohorts(world.register.dataDir)).toMatchObject({
    outcome: 'imported',
    as_of: '2024-06-30',
    rows: 1_201,
  });
});
afterAll(() => {
  for (const one of worlds) one.remove();
});

function inForce<T>(of: EnrichmentWorld, ask: (edition: ReturnType<typeof openCohorts>) => T): T {
  const edition = openCohorts(of);
  try {
    return ask(edition);
  } finally {
    edition.close();
  }
}
function openCohorts(of: EnrichmentWorld) {
  const { dataDir } = of.register;
  return sourceNamed('cohorts').open(
    editionPath(dataDir, 'cohorts', activeEdition(dataDir, 'cohorts') ?? ''),
  );
}

async function answersOf(of: EnrichmentWorld, numbers: readonly string[], block: BlockKey) {
  const rows = await of.enrich(
    numbers.map((company_number) => ({ company_number })),
    { blocks: [block], min_confidence: 0 },
  );
  expect(of.faults).toEqual([]);
  return rows.map((row) => (served(row) as { blocks: Record<string, Answer> }).blocks[block] as Answer);
}
interface Answer {
  readonly status: string;
  readonly reason?: string;
  readonly confidence?: number;
  readonly value?: {
    readonly cohort: { readonly companies: number; readonly sic: string; readonly size_band: string } | null;
    readonly ratios: readonly {
      readonly key: string;
      readonly value: number;
      readonly percentile: number;
      readonly quartiles: readonly [number, number, number];
      readonly inputs: readonly unknown[];
    }[];
    readonly withheld: readonly unknown[];
    readonly basis: string;
    readonly low: { readonly amount: string };
    readonly mid: { readonly amount: string };
    readonly high: { readonly amount: string };
    readonly inputs: readonly unknown[];
  };
}

const SIC = (company: GeneratedCompany): string => String(company.row['SICCode.SicText_1']).slice(0, 5);
const headcountOf = ({ accounts }: GeneratedCompany): number => accounts.employees.now?.employees ?? 0;
const isOf = (company: GeneratedCompany, sic: string, [least, most]: readonly [number, number]): boolean =>
  SIC(company) === sic && headcountOf(company) >= least && headcountOf(company) <= most;

it('makes the same cohorts of the same editions', async () => {
  const again = await worldOf([...COMPANIES, SILENT]);
  expect(await importCohorts(again.register.dataDir)).toMatchObject({ outcome: 'imported' });
  expect(inForce(again, ({ digest }) => digest)).toBe(inForce(world, ({ digest }) => digest));
  const other = await worldOf(COMPANIES.slice(1));
  await importCohorts(other.register.dataDir);
  expect(inForce(other, ({ digest }) => digest)).not.toBe(inForce(world, ({ digest }) => digest));
});

it('says which editions it is made of', () => {
  const { dataDir } = world.register;
  expect(inForce(world, ({ facts }) => facts.files)).toEqual(
    ['accounts', 'companies'].map((source) => ({
      name: `${source} ${activeEdition(dataDir, source)}`,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    })),
  );
});

it('holds a cohort of each level and size, of the companies that are in it', () => {
  const peers = COMPANIES.filter((one) => isOf(one, '62020', [1, 9]));
  const [cohort] = inForce(world, (edition) => [...edition.cohorts(['62020 1-9']).values()]);
  expect(cohort).toMatchObject({ code: '62020', band: '1-9', companies: peers.length, from: '2024-03-31' });
  expect(
    inForce(world, (edition) => [...edition.cohorts(['J any', '62 any', '620 any', '999 any']).keys()]),
  ).toEqual(['62 any', '620 any', 'J any']);
});

it('refuses to be made where nothing is loaded', async () => {
  const empty = new EnrichmentWorld();
  worlds.push(empty);
  expect(await importCohorts(empty.register.dataDir)).toMatchObject({
    outcome: 'refused',
    error: 'missing_file',
  });
});

describe('financial_benchmarks', () => {
  it('compares with peers of the trade and size, the company itself left out', async () => {
    const [company] = COMPANIES.filter((one) => isOf(one, '62020', [10, 49]));
    if (company === undefined) throw new Error('no such company was made');
    const peers = COMPANIES.filter((one) => one !== company && isOf(one, '62020', [10, 49]));
    const [answer] = await answersOf(world, [company.number], 'financial_benchmarks');
    const ratioIn = ({ accounts }: GeneratedCompany): number => {
      const { current_assets, creditors_within_one_year } = accounts.periods[0]?.figures ?? {};
      return (
        Math.round((1e4 * Number(current_assets?.amount)) / Number(creditors_within_one_year?.amount)) / 1e4
      );
    };
    const own = ratioIn(company);
    const sorted = peers.map(ratioIn).sort((a, b) => a - b);
    const less = sorted.filter((ratio) => ratio < own).length;
    expect(answer?.value?.cohort).toMatchObject({
      sic: '62020',
      size_band: '10-49',
      companies: peers.length,
    });
    expect(peers.length).toBeLessThan(200);
    const served_ = answer?.value?.ratios.find(({ key }) => key === 'current_ratio');
    expect(served_).toMatchObject({ value: own, percentile: Math.round((100 * less) / peers.length) });
    expect(served_?.quartiles[1]).toBeCloseTo(
      ((sorted[Math.floor((peers.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((peers.length - 1) / 2)] ?? 0)) /
        2,
      3,
    );
  });

  it('gives ordered quartiles and percentiles that rise with the value', async () => {
    const numbers = COMPANIES.filter((one) => isOf(one, '62020', [1, 9])).map(({ number }) => number);
    const found = (await answersOf(world, numbers, 'financial_benchmarks')).flatMap(
      ({ value }) => value?.ratios ?? [],
    );
    expect(found.length).toBeGreaterThan(numbers.length);
    for (const { quartiles } of found) expect([...quartiles].sort((a, b) => a - b)).toEqual(quartiles);
    const current = found.filter(({ key }) => key === 'current_ratio').sort((a, b) => a.value - b.value);
    const percentiles = current.map(({ percentile }) => percentile);
    // Each is compared with a cohort that lacks it alone: a step back of one is rounding.
    for (const [at, percentile] of percentiles.entries())
      expect(percentile).toBeGreaterThanOrEqual((percentiles[at - 1] ?? 0) - 1);
  });
});

describe('revenue_estimate', () => {
  it('serves what is filed, and else a range of peers with the drivers that it rests on', async () => {
    const files = COMPANIES.find(({ accounts }) => accounts.periods[0]?.figures.turnover !== undefined);
    const doesnt = COMPANIES.find(
      (one) => one.accounts.periods[0]?.figures.turnover === undefined && isOf(one, '62020', [1, 9]),
    );
    const [filed, made] = await answersOf(
      world,
      [files?.number ?? '', doesnt?.number ?? ''],
      'revenue_estimate',
    );
    expect(filed).toMatchObject({ confidence: 0.95, value: { basis: 'filed', model: null } });
    expect(filed?.value?.mid.amount).toBe(files?.accounts.periods[0]?.figures.turnover?.amount);
    expect(made).toMatchObject({
      status: 'available',
      value: {
        basis: 'modelled',
        model: { name: 'turnover-of-peers', version: '1' },
        inputs: [{ field: 'headcount' }, { field: 'total_assets' }],
      },
    });
    const range = [made?.value?.low, made?.value?.mid, made?.value?.high].map((money) =>
      Number(money?.amount),
    );
    expect([...range].sort((a, b) => a - b)).toEqual(range);
    expect(made?.value?.cohort?.companies).toBeGreaterThanOrEqual(30);
  });

  it('serves the confidence that was measured on the editions', async () => {
    const doesnt = COMPANIES.find(
      (one) => one.accounts.periods[0]?.figures.turnover === undefined && isOf(one, '62020', [1, 9]),
    );
    const [made] = await answersOf(world, [doesnt?.number ?? ''], 'revenue_estimate');
    const tests = inForce(world, ({ backtests }) => backtests);
    expect(tests.all).toMatchObject({
      companies: COMPANIES.filter(({ accounts }) => accounts.periods[0]?.figures.turnover !== undefined)
        .length,
    });
    const measured = [tests['1-9'], tests.all].find((test) => (test?.estimated ?? 0) >= 200);
    expect(made?.confidence).toBe(Math.min(measured?.in_range ?? 0, 0.7));
    expect(tests.all?.median_ratio).toBeGreaterThanOrEqual(1);
    expect(tests.all?.p90_ratio).toBeGreaterThanOrEqual(tests.all?.median_ratio ?? Infinity);
  });
});

describe('employees', () => {
  const assetsOf = ({ accounts }: GeneratedCompany): number =>
    Number(accounts.periods[0]?.figures.total_assets?.amount ?? 0);

  it('are estimated, where none are stated, by the median of the trade and balance sheet', async () => {
    const from = assetsFromOf(assetsOf(SILENT));
    const peers = COMPANIES.filter((one) => SIC(one) === '56101' && assetsFromOf(assetsOf(one)) === from);
    const heads = peers.map(headcountOf).sort((a, b) => a - b);
    const median =
      ((heads[Math.floor((heads.length - 1) / 2)] ?? 0) + (heads[Math.ceil((heads.length - 1) / 2)] ?? 0)) /
      2;
    expect(heads.length).toBeGreaterThanOrEqual(30);
    const [answer] = await answersOf(world, [SILENT.number], 'employees');
    expect(answer).toMatchObject({
      status: 'available',
      flagged_for_review: true,
      value: {
        headcount: null,
        band: bandOf(median),
        basis: 'modelled',
        at: '2024-03-31',
        inputs: [
          { field: 'total_assets', value: String(assetsOf(SILENT)) },
          { field: 'sic', value: '56101' },
          { field: 'peers', value: heads.length },
        ],
        model: { name: 'headcount-of-peers', version: '1' },
      },
    });
    expect(answer?.confidence).toBeLessThanOrEqual(0.5);
  });

  it('are measured on every company that files a headcount, by size and for all', () => {
    const tests = inForce(world, ({ headcountBacktests }) => headcountBacktests);
    const { all, ...sizes } = tests;
    expect(all?.companies).toBe(COMPANIES.filter((one) => assetsOf(one) >= 1).length);
    expect(Object.values(sizes).reduce((sum, { companies }) => sum + companies, 0)).toBe(all?.companies);
    expect(all?.estimated).toBeGreaterThan(500);
    expect(all?.in_range).toBeGreaterThan(0.3);
  });

  const TRADE = { 'SICCode.SicText_1': '56101 - Licensed restaurants' };
  const basis = (row: RowOverrides, accounts: Partial<ReadAccounts> = {}, heldTo = '2024-06-30') =>
    headcountBasis(record(row), heldRecords({ ...SILENT.accounts, ...accounts }), heldTo);

  it('rest on the balance sheet of a trading company of its own', () => {
    expect(basis(TRADE)).toMatchObject({
      total_assets: assetsOf(SILENT),
      trade: { sic: '56101', section: 'I' },
    });
  });

  it.each([
    ['a head office', { ...TRADE, 'SICCode.SicText_2': '70100 - Activities of head offices' }, {}],
    [
      'a holding company',
      { ...TRADE, 'SICCode.SicText_2': '64209 - Activities of other holding companies' },
      {},
    ],
    ['a bank', { 'SICCode.SicText_1': '64191 - Banks' }, {}],
    ['no trade', { 'SICCode.SicText_1': '99999 - Dormant Company' }, {}],
    ['a company that is gone', { ...TRADE, CompanyStatus: 'Dissolved' }, {}],
    ['a dormant company', TRADE, { dormant: true }],
    ['a company whose register says dormant', { ...TRADE, 'Accounts.AccountCategory': 'DORMANT' }, {}],
    ['a group', TRADE, { scope: 'group' as const }],
    ['one that states its headcount', TRADE, { employees: ANY.accounts.employees }],
    [
      'one without a balance sheet',
      TRADE,
      { periods: SILENT.accounts.periods.map((one) => ({ ...one, figures: {} })) },
    ],
    [
      'one whose equity does not fit',
      TRADE,
      {
        periods: SILENT.accounts.periods.map((one) => ({
          ...one,
          withheld: [
            { field: 'net_assets' as const, reason: 'equity_implausible_against_balance_sheet' as const },
          ],
        })),
      },
    ],
  ])('are not estimated of %s', (_what, row, accounts) => {
    expect(basis(row, accounts as Partial<ReadAccounts>)).toBeNull();
  });

  it('are not estimated from accounts of long ago', () => {
    expect(basis(TRADE, {}, '2026-03-31')).not.toBeNull();
    expect(basis(TRADE, {}, '2026-04-01')).toBeNull();
  });
});

describe('comparables', () => {
  interface Alike {
    readonly reason?: string;
    readonly value?: {
      readonly companies: {
        readonly items: readonly { readonly company_number: string; readonly shared: readonly string[] }[];
      };
      readonly cohort: { readonly sic: string; readonly considered: number };
    };
  }
  const alike = async (of: EnrichmentWorld, numbers: readonly string[]): Promise<readonly Alike[]> =>
    (await answersOf(of, numbers, 'comparables')) as unknown as readonly Alike[];

  it('finds companies of the trade and size, and never the company itself', async () => {
    const few = COMPANIES.slice(0, 60);
    const answers = await alike(
      world,
      few.map(({ number }) => number),
    );
    for (const [at, { value }] of answers.entries()) {
      const found = value?.companies.items ?? [];
      expect(found).toHaveLength(20);
      expect(found.map(({ company_number }) => company_number)).not.toContain(few[at]?.number);
      expect(found[0]?.shared).toEqual(expect.arrayContaining(['sic', 'age']));
    }
    // 62020 and 62012 are of one group.
    const ofGroup = COMPANIES.filter((one) => SIC(one).startsWith('620')).length - 1;
    const at = few.findIndex((one) => SIC(one) === '62020');
    expect(answers[at]?.value?.cohort).toEqual({ sic: '620', considered: ofGroup });
  });

  it('leaves out the company’s own group', async () => {
    const [parent, first, second, ...others] = COMPANIES.filter((one) => isOf(one, '62020', [1, 9])).slice(
      0,
      8,
    );
    if (parent === undefined || first === undefined || second === undefined)
      throw new Error('too few were made');
    const group = [parent, first, second];
    const of = await worldOf([...group, ...others]);
    const owned = (number: string) =>
      JSON.stringify({
        company_number: number,
        data: {
          kind: 'corporate-entity-person-with-significant-control',
          name: parent.row.CompanyName,
          natures_of_control: ['ownership-of-shares-75-to-100-percent'],
          notified_on: '2016-04-06',
          identification: { registration_number: parent.number, country_registered: 'England' },
          links: { self: `/company/${number}/persons-with-significant-control/corporate-entity/a` },
        },
      });
    const snapshot = of.register.write(
      'persons-with-significant-control-snapshot-2024-06-22.jsonl',
      [owned(first.number), owned(second.number)].join('\n'),
    );
    const { dataDir } = of.register;
    await importCohorts(dataDir);
    expect(await importRegister({ source: sourceNamed('psc'), files: [snapshot], dataDir })).toMatchObject({
      outcome: 'imported',
    });
    expect(cohortsOutdatedBy(dataDir)).toEqual(['psc']);
    await importCohorts(dataDir);
    expect(cohortsOutdatedBy(dataDir)).toEqual([]);
    for (const { value } of await alike(
      of,
      group.map(({ number }) => number),
    ))
      expect(value?.companies.items.map(({ company_number }) => company_number).sort()).toEqual(
        others.map(({ number }) => number).sort(),
      );
  });

  it('says where there is no table of peers, and where nobody is alike', async () => {
    const alone = await worldOf(COMPANIES.slice(0, 1));
    const [number = ''] = COMPANIES.map((one) => one.number);
    expect(await alike(alone, [number])).toMatchObject([{ reason: 'peer_search_unavailable' }]);
    await importCohorts(alone.register.dataDir);
    expect(await alike(alone, [number])).toMatchObject([{ reason: 'no_comparables_found' }]);
  });
});

it('gives a reason, and never a number, below the least number of peers', async () => {
  const few = await worldOf(COMPANIES.filter((one) => isOf(one, '62020', [1, 9])).slice(0, 20));
  await importCohorts(few.register.dataDir);
  const numbers = COMPANIES.filter((one) => isOf(one, '62020', [1, 9]))
    .slice(0, 20)
    .map(({ number }) => number);
  for (const answer of await answersOf(few, numbers, 'financial_benchmarks'))
    expect(answer).toMatchObject({ status: 'not_found', reason: 'cohort_too_small' });
  const estimates = await answersOf(few, numbers, 'revenue_estimate');
  expect(estimates.filter(({ value }) => value !== undefined && value.basis !== 'filed')).toEqual([]);
  expect(estimates.map(({ reason }) => reason)).toContain('no_modelled_revenue');
});

it('reads no cohort that is not what was written', async () => {
  const { dataDir } = world.register;
  const damaged = join(dataDir, 'damaged.sqlite');
  const file = BulkFile.copyOf(
    editionPath(dataDir, 'cohorts', activeEdition(dataDir, 'cohorts') ?? ''),
    damaged,
  );
  file.run("UPDATE cohort SET data = replace(data, '\"n\":', '\"n\":1') WHERE key = '62020 1-9'");
  file.close();
  const edition = sourceNamed('cohorts').open(damaged);
  expect(() => edition.cohorts(['62020 1-9'])).toThrow('not what was written');
  expect(edition.cohorts(['62020 10-49']).size).toBe(1);
  edition.close();
});

it('says that cohorts are not built', async () => {
  const without = await worldOf(COMPANIES.slice(0, 5));
  const numbers = COMPANIES.slice(0, 5).map(({ number }) => number);
  expect(await answersOf(without, numbers.slice(0, 1), 'financial_benchmarks')).toMatchObject([
    { reason: 'benchmark_unavailable' },
  ]);
  const modelled = (await answersOf(without, numbers, 'revenue_estimate')).filter(
    ({ status }) => status === 'not_found',
  );
  expect(modelled.map(({ reason }) => reason)).toContain('not_available_yet');
});
