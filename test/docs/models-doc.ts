/** The tables of `docs/models.md`. */
import { generatedCompanies } from '../../bench/support/generated-accounts.js';
import { SCORE_RULES, type Steps } from '../../packages/enrichment/src/blocks/computed/scores/score-rules.js';
import {
  backtestsInForce,
  importCohorts,
  type BacktestsInForce,
} from '../../packages/enrichment/src/sources/cohorts/cohorts-importer.js';
import {
  RATIO_KEYS,
  RATIO_UNITS,
  type RatioKey,
} from '../../packages/enrichment/src/sources/cohorts/ratios.js';
import { PEER_WEIGHTS, TRAITS } from '../../packages/enrichment/src/sources/cohorts/peer.js';
import { publishAccounts } from '../support/accounts-edition.js';
import { EnrichmentWorld } from '../support/worlds/enrichment-world.js';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function stepsText(steps: Steps): string {
  const [word, bounds] =
    'at_least' in steps ? (['from', steps.at_least] as const) : (['up to', steps.at_most] as const);
  return bounds.map(([bound, points]) => `${word} ${bound}: ${points}`).join('; ');
}

export const scoresTable = (): string =>
  table(
    ['score', 'input', 'points'],
    Object.entries(SCORE_RULES).flatMap(([score, rules]) =>
      Object.entries(rules).map(([input, steps]) => [`\`${score}\``, `\`${input}\``, stepsText(steps)]),
    ),
  );

const FORMULAE: Readonly<Record<RatioKey, string>> = {
  current_ratio: 'current assets / creditors due within a year',
  cash_to_creditors: 'cash / creditors due within a year',
  gearing: 'creditors due after a year / (creditors due after a year + net assets)',
  net_assets_to_total: 'net assets / total assets',
  assets_per_head: 'total assets / average number of employees',
  turnover_per_head: 'turnover / average number of employees',
  operating_margin: 'operating profit / turnover',
  turnover_growth: '(turnover - turnover of the year before) / turnover of the year before',
  net_assets_growth: '(net assets - net assets a period before) / net assets a period before',
};

export const ratiosTable = (): string =>
  table(
    ['ratio', 'formula', 'unit', 'decimals'],
    RATIO_KEYS.map((key) => [`\`${key}\``, FORMULAE[key], ...RATIO_UNITS[key].map(String)]),
  );

export const weightsTable = (): string =>
  table(
    ['shared', 'points'],
    TRAITS.map((trait) => [`\`${trait}\``, String(PEER_WEIGHTS[trait])]),
  );

const GENERATED = 3_000;

/** How the backtest looks, over companies that are generated; and over the sample documents, of which too few file turnover. */
export async function backtestTables(): Promise<{ readonly backtest: string; readonly headcounts: string }> {
  const world = new EnrichmentWorld();
  try {
    const { dataDir } = world.register;
    const companies = generatedCompanies(GENERATED);
    await world.loadRows(companies.map(({ row }) => row));
    publishAccounts(dataDir, new Map(companies.map(({ number, accounts }) => [number, [accounts]])));
    await importCohorts(dataDir);
    return tablesOf(backtestsInForce(dataDir));
  } finally {
    world.remove();
  }
}

const OFF = ['estimated', 'median times off', '90 % within'];

function tablesOf({ turnover, headcount }: BacktestsInForce) {
  const cells = (name: string, { companies, estimated, ...off }: BacktestsInForce['turnover'][number]) =>
    [name, companies, estimated, off.median_ratio, off.p90_ratio, off.in_range].map((cell) =>
      String(cell ?? '-'),
    );
  return {
    backtest: table(
      ['employees', 'file turnover', ...OFF, 'in the range'],
      turnover.map((line) => cells(line.employees, line)),
    ),
    headcounts: table(
      ['total assets from', 'file a headcount', ...OFF, 'in the band'],
      headcount.map((line) => cells(line.assets_from, { ...line, employees: '' })),
    ),
  };
}
