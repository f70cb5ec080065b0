/** Counts the rows of a submitted list that name a company, before any company is looked up. Pure. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { identifierOf } from '../../../packages/enrichment/src/index.js';

/** `named`: rows with a usable identifier. `invalid`: rows that no company on file could match. */
export interface NamedRows {
  readonly named: number;
  readonly invalid: number;
}

export async function countNamedRows(rows: AsyncIterable<SubmittedRow>): Promise<NamedRows> {
  let [named, invalid] = [0, 0];
  for await (const row of rows) {
    if ('outcome' in identifierOf(row)) invalid += 1;
    else named += 1;
  }
  return { named, invalid };
}

/** The company that a row names, in one form for all ways to write it; null: the row can name no company. */
export function companyKeyOf(row: SubmittedRow): string | null {
  const identifier = identifierOf(row);
  if ('outcome' in identifier) return null;
  if (identifier.kind === 'company_number') return identifier.number;
  return identifier.kind === 'company_name' ? `name ${identifier.exact}` : identifier.host;
}
