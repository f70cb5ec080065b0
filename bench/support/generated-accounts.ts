/**
 * Accounts by chance, of the shape that the national ones have: many small companies, few large ones, a
 * headcount and a balance sheet of most, turnover of some. What is measured on them says how a model is made,
 * not how right it is.
 */
import type {
  AccountsRecord,
  Figure,
  FigureKey,
  ReadAccounts,
} from '../../packages/enrichment/src/filed-accounts/accounts-record.js';
import type { RowOverrides } from '../../test/support/basic-company-data.js';
import { Seeded } from './seeded.js';

/** Code, and what such a company turns over a head in the middle. */
const TRADES: readonly (readonly [sic: string, perHead: number])[] = [
  ['62020 - Information technology consultancy activities', 110_000],
  ['62012 - Business and domestic software development', 130_000],
  ['56101 - Licensed restaurants', 45_000],
  ['43210 - Electrical installation', 95_000],
  ['46900 - Non-specialised wholesale trade', 420_000],
  ['69201 - Accounting and auditing activities', 75_000],
];

export interface GeneratedCompany {
  readonly number: string;
  readonly row: RowOverrides;
  readonly accounts: ReadAccounts;
}

/** About normal, middle 0 and spread 1: the sum of twelve. */
const normal = (chance: Seeded): number =>
  Array.from({ length: 12 }, () => chance.next()).reduce((sum, one) => sum + one, -6);

const figure = (pounds: number): Figure => ({
  amount: String(Math.round(pounds)),
  currency: 'GBP',
  by: { concept: 'Generated', context: 'now', printed: String(Math.round(pounds)) },
});

function figuresOf(
  chance: Seeded,
  turnover: number,
  filesTurnover: boolean,
): Partial<Record<FigureKey, Figure>> {
  const assets = turnover * Math.exp(-0.6 + 0.7 * normal(chance));
  const current = assets * (0.4 + 0.5 * chance.next());
  const creditors = current * Math.exp(-0.3 + 0.4 * normal(chance));
  const later = chance.chance(0.4) ? assets * 0.2 * chance.next() : 0;
  return {
    ...(filesTurnover && {
      turnover: figure(turnover),
      operating_profit: figure(turnover * (0.07 + 0.1 * normal(chance))),
    }),
    total_assets: figure(assets),
    current_assets: figure(current),
    cash: figure(current * chance.next()),
    creditors_within_one_year: figure(creditors),
    creditors_after_one_year: figure(later),
    net_assets: figure(assets - creditors - later),
  };
}

/** @param trades of how many of the trades; default: all */
export function generatedCompanies(count: number, seed = 1, trades = TRADES.length): GeneratedCompany[] {
  const chance = new Seeded(seed);
  return Array.from({ length: count }, (_, at): GeneratedCompany => {
    const [sic, perHead] = chance.one(TRADES.slice(0, trades));
    const headcount = Math.max(1, Math.round(Math.exp(1.2 + 1.3 * normal(chance))));
    const turnover = headcount * perHead * Math.exp(0.6 * normal(chance));
    const number = String(20_000_000 + at);
    const filesTurnover = chance.chance(0.3);
    const before = turnover * Math.exp(0.1 * normal(chance));
    const [now, then] = [turnover, before].map((amount) => figuresOf(chance, amount, filesTurnover));
    const accounts: ReadAccounts = {
      status: 'read',
      document: { id: `Generated_${number}`, made_up_to: '2024-03-31', taxonomy: null },
      accounts_type: null,
      standard: 'frs-102',
      dormant: false,
      audited: null,
      amended: false,
      scope: 'company',
      periods: [
        { start: '2023-04-01', end: '2024-03-31', figures: now ?? {}, withheld: [] },
        { start: '2022-04-01', end: '2023-03-31', figures: then ?? {}, withheld: [] },
      ],
      employees: {
        now: {
          start: '2023-04-01',
          end: '2024-03-31',
          scope: 'company',
          employees: headcount,
          by: { concept: 'Generated', context: 'now', printed: String(headcount) },
        },
        before: null,
      },
      description: null,
    };
    const row: RowOverrides = {
      CompanyNumber: number,
      CompanyName: `GENERATED COMPANY ${at} LIMITED`,
      IncorporationDate: `01/0${chance.between(1, 9)}/${chance.between(1990, 2020)}`,
      'SICCode.SicText_1': sic,
      'Accounts.LastMadeUpDate': '31/03/2024',
    };
    return { number, row, accounts };
  });
}

/** What an import makes of such accounts. */
export const stagedAccounts = (record: AccountsRecord) => ({
  kind: 'put' as const,
  list: 'accounts',
  key: `${record.document.made_up_to} ${record.document.id}`,
  version: '2024-06-30',
  text: JSON.stringify(record),
  links: [],
});
