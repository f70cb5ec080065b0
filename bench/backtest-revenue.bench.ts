/**
 * `npm run backtest:revenue`: how far estimates of turnover and of headcounts are off. Argument: `--data DIR`, a data folder with cohorts in
 * force, of which what was measured when they were made is told. Without it companies are generated (`--companies N`,
 * default 20,000): that shows how the test is made, and nothing of how right the model is on real ones.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  backtestsInForce,
  importCohorts,
  type BacktestLine,
  type HeadcountBacktestLine,
} from '../src/sources/cohorts/cohorts-importer.js';
import { importRegister } from '../src/sources/kit/editions/import-register.js';
import { sourceNamed } from '../src/sources/index.js';
import { publishAccounts } from '../test/support/accounts-edition.js';
import { csvFile } from '../test/support/basic-company-data.js';
import { table } from './support/figures.js';
import { generatedCompanies } from './support/generated-accounts.js';

const HEAD = ['employees', 'file turnover', 'estimated', 'median times off', '90 % within', 'in the range'];
const rowOf = ({
  employees,
  companies,
  estimated,
  median_ratio,
  p90_ratio,
  in_range,
}: BacktestLine): string[] =>
  [employees, companies, estimated, median_ratio ?? '-', p90_ratio ?? '-', in_range ?? '-'].map(String);
const HEADCOUNT_HEAD = [
  'total assets from',
  'file a headcount',
  'estimated',
  ...HEAD.slice(3, 5),
  'in the band',
];
const headcountRowOf = ({ assets_from, ...test }: HeadcountBacktestLine): string[] =>
  rowOf({ employees: assets_from, ...test });

async function madeOf(dataDir: string, count: number): Promise<void> {
  const made = generatedCompanies(count);
  const file = join(dataDir, 'BasicCompanyData-2024-07-01.csv');
  writeFileSync(file, csvFile(made.map(({ row }) => row)));
  await importRegister({ source: sourceNamed('companies'), files: [file], dataDir });
  publishAccounts(dataDir, new Map(made.map(({ number, accounts }) => [number, [accounts]])));
  const outcome = await importCohorts(dataDir);
  if (outcome.outcome === 'refused') throw new Error(outcome.detail);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, companies: { type: 'string', default: '20000' } },
  });
  const made = values.data === undefined ? mkdtempSync(join(tmpdir(), 'backtest-')) : null;
  try {
    if (made !== null) await madeOf(made, Number(values.companies));
    const { turnover, headcount } = backtestsInForce(values.data ?? made ?? '');
    const what =
      made === null
        ? 'the cohorts in force'
        : `${values.companies} generated companies: no measure of accuracy`;
    process.stdout.write(
      `${what}\n\n${table(HEAD, turnover.map(rowOf))}\n\n${table(HEADCOUNT_HEAD, headcount.map(headcountRowOf))}\n`,
    );
  } finally {
    if (made !== null) rmSync(made, { recursive: true, force: true });
  }
}

void run();
