import type { Command } from 'commander';
import { makeCohorts, type MadeCohorts } from '../../operator/register/make-cohorts.js';
import type { Run } from '../command-line.js';
import { facts, table } from '../output.js';

type Line = MadeCohorts['backtest'][number];

const BACKTEST_COLUMNS = {
  employees: ({ employees }: Line) => employees,
  'file turnover': ({ companies }: Line) => companies,
  estimated: ({ estimated }: Line) => estimated,
  'median times off': ({ median_ratio }: Line) => median_ratio ?? '',
  '90 % within': ({ p90_ratio }: Line) => p90_ratio ?? '',
  'in the range': ({ in_range }: Line) => in_range ?? '',
};

export function cohortsCommand(register: Command, run: Run): void {
  register
    .command('cohorts')
    .description(
      'makes cohorts of the accounts and companies in force, and tells how far estimates of turnover are off',
    )
    .action(
      run(async (cli) => {
        const made = await makeCohorts(cli.settings());
        cli.out.document(made, () => {
          const { source, edition, as_of, rows, made_of, digest, backtest } = made;
          const from = made_of.map(({ name }) => name).join(', ');
          return [
            ...facts({ source, edition, 'as of': as_of, companies: rows, 'made of': from, digest }),
            '',
            ...table(backtest, BACKTEST_COLUMNS),
          ];
        });
      }),
    );
}
