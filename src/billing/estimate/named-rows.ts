/** Counts the rows of a submitted list that name a company, before any company is looked up. Pure. */
import { identifierOf } from '../../enrichment/matching/identifier.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';

/** `named`: rows with a usable identifier. `invalid`: rows that no company on file could match. */
export interface NamedRows {
  readonly named: number;
  readonly invalid: number;
}

export async function countNamedRows(rows: AsyncIterable<AskedRow>): Promise<NamedRows> {
  let [named, invalid] = [0, 0];
  for await (const row of rows) {
    if ('outcome' in identifierOf(row)) invalid += 1;
    else named += 1;
  }
  return { named, invalid };
}

/** What a row names, the same for all ways to write it; null: nothing that can be a company. */
export function nameIn(row: AskedRow): string | null {
  const found = identifierOf(row);
  if ('outcome' in found) return null;
  if (found.kind === 'company_number') return found.number;
  return found.kind === 'company_name' ? `name ${found.exact}` : found.host;
}
