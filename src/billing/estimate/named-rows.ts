/** Counts the rows of a submitted list that name a company, before any company is looked up. Pure. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { identifierOf } from '../../../packages/enrichment/src/index.js';

/** Numbers of rows by the identifier that they are looked up by. */
export interface AskedBy {
  readonly company_number: number;
  readonly company_name: number;
  readonly domain: number;
}

/** `named`: rows with a usable identifier. `invalid`: rows that no company on file could match. */
export interface NamedRows {
  readonly named: number;
  readonly invalid: number;
  /** The named rows by kind. */
  readonly asked_by: AskedBy;
}

export async function countNamedRows(rows: AsyncIterable<SubmittedRow>): Promise<NamedRows> {
  const asked_by = { company_number: 0, company_name: 0, domain: 0 };
  let [named, invalid] = [0, 0];
  for await (const row of rows) {
    const identifier = identifierOf(row);
    if ('outcome' in identifier) invalid += 1;
    else {
      named += 1;
      asked_by[identifier.kind] += 1;
    }
  }
  return { named, invalid, asked_by };
}

/** The company that a row names, in one form for all ways to write it; null: the row can name no company. */
export function companyKeyOf(row: SubmittedRow): string | null {
  const identifier = identifierOf(row);
  if ('outcome' in identifier) return null;
  if (identifier.kind === 'company_number') return identifier.number;
  return identifier.kind === 'company_name' ? `name ${identifier.exact}` : identifier.host;
}
