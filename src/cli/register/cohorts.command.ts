/** The command `register cohorts`: makes the cohorts for estimates and shows how exact the estimates are. */
import { Register } from '../../../packages/enrichment/src/index.js';
import type { ProgramCommand } from '../command-line.js';
import { factLines, tableLines } from '../output.js';

type BacktestLine = Register.MadeCohorts['backtest'][number];

const BACKTEST_COLUMNS = {
  employees: ({ employees }: BacktestLine) => employees,
  'file turnover': ({ companies }: BacktestLine) => companies,
  estimated: ({ estimated }: BacktestLine) => estimated,
  'median times off': ({ median_ratio }: BacktestLine) => median_ratio ?? '',
  '90 % within': ({ p90_ratio }: BacktestLine) => p90_ratio ?? '',
  'in the range': ({ in_range }: BacktestLine) => in_range ?? '',
};

type HeadcountLine = Register.MadeCohorts['headcount_backtest'][number];

const HEADCOUNT_COLUMNS = {
  'total assets from': ({ assets_from }: HeadcountLine) => assets_from,
  'file a headcount': ({ companies }: HeadcountLine) => companies,
  estimated: ({ estimated }: HeadcountLine) => estimated,
  'median times off': ({ median_ratio }: HeadcountLine) => median_ratio ?? '',
  '90 % within': ({ p90_ratio }: HeadcountLine) => p90_ratio ?? '',
  'in the band': ({ in_range }: HeadcountLine) => in_range ?? '',
};

export function addCohortsCommand(register: ProgramCommand): void {
  register
    .command('cohorts')
    .description('makes cohorts of the sources in force and shows how exact estimates are')
    .does(async (cli) => {
      const result = await Register.makeCohorts(cli.settings());
      cli.out.document(result, () => {
        const { source, edition, as_of, rows, made_of, digest, backtest, headcount_backtest } = result;
        const sourceNames = made_of.map(({ name }) => name).join(', ');
        return [
          ...factLines({ source, edition, 'as of': as_of, companies: rows, 'made of': sourceNames, digest }),
          '',
          ...tableLines(backtest, BACKTEST_COLUMNS),
          '',
          ...tableLines(headcount_backtest, HEADCOUNT_COLUMNS),
        ];
      });
    });
}
