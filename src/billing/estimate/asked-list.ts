/** The rows of a list before anything is known of companies. Pure. */
import { identifierOf } from '../../enrichment/matching/identifier.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';

/** Rows that name a company by something that can be one, and the rest, which can't be matched whatever is on file. */
export interface NamedRows {
  readonly named: number;
  readonly invalid: number;
}

export async function namedRows(rows: AsyncIterable<AskedRow>): Promise<NamedRows> {
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
