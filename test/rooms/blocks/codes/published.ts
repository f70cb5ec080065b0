/** Files as publishers write them, with the companies of the coverage table in them. */
import type { SourceName } from '../../../../packages/enrichment/src/sources/index.js';
import { csvFile, quoted, type RowOverrides } from '../../../support/basic-company-data.js';
import type { Loaded } from './codes-world.js';

/** The day of every file whose name tells one. */
export const DAY = '2024-07-01';

/** The free company data product of that day. */
export const companiesFile = (rows: readonly RowOverrides[]): Loaded => ({
  source: 'companies',
  files: { [`BasicCompanyData-${DAY}.csv`]: csvFile(rows) },
});

/** An answer of the register's API, kept as one line. */
const answerLine = (
  company_number: string,
  resource: string,
  data: unknown,
  fetched_at = `${DAY}T09:00:00Z`,
): string => `${JSON.stringify({ company_number, resource, fetched_at, data })}\n`;

/** Lists that the register answered, by company. An edition of them is a part: it holds whom was asked about. */
export const answers = (
  source: SourceName,
  resource: string,
  lists: Readonly<Record<string, readonly unknown[]>>,
): Loaded => ({
  source,
  files: {
    [`${resource}-${DAY}.jsonl`]: Object.entries(lists)
      .map(([number, items]) => answerLine(number, resource, { items }))
      .join(''),
  },
});

/** The daily snapshot of persons with significant control. */
export const controlSnapshot = (lines: readonly object[], part?: true): Loaded => ({
  source: 'psc',
  files: {
    [`control-${DAY}.txt`]: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  },
  ...(part && { part }),
});

export interface Owner {
  readonly of: string;
  readonly name: string;
  readonly number?: string;
  readonly country?: string;
  readonly kind?: 'individual' | 'corporate-entity';
  readonly share?: '25-to-50' | '50-to-75' | '75-to-100';
}

/** A line of the snapshot: who holds shares of the company. */
export const holds = ({
  of,
  name,
  number,
  country = 'England',
  kind = 'corporate-entity',
  share = '75-to-100',
}: Owner): object => ({
  company_number: of,
  data: {
    kind: `${kind}-person-with-significant-control`,
    name,
    natures_of_control: [`ownership-of-shares-${share}-percent`],
    notified_on: '2016-04-06',
    ...(kind === 'corporate-entity' && {
      identification: { registration_number: number, country_registered: country },
    }),
    links: { self: `/company/${of}/persons-with-significant-control/${kind}/${of}${name.length}` },
  },
});

/** A line of the snapshot: that nobody controls the company. */
export const nobodyControls = (of: string): object => ({
  company_number: of,
  data: {
    kind: 'persons-with-significant-control-statement',
    statement: 'no-individual-or-entity-with-signficant-control',
    notified_on: '2023-06-10',
  },
});

/** A table of comma-separated values; the first row names the columns of all. */
export function csvTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return `${[columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(quoted).join('\n')}\n`;
}
