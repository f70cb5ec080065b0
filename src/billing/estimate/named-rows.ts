/**
 * Counts the rows of a submitted list that name a company, and tells which of them have the same identifier,
 * before any company is looked up. Pure.
 */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { identifierOf } from '../../../packages/enrichment/src/index.js';

/** The number of rows that are looked up by each kind of identifier. */
export interface RowsByIdentifier {
  readonly company_number: number;
  readonly company_name: number;
  readonly domain: number;
}

export interface NamedRows {
  /** Rows with a usable identifier. */
  readonly named: number;
  /** Rows without a usable identifier. They match no company. */
  readonly invalid: number;
  /** The named rows by the kind of their identifier. */
  readonly asked_by: RowsByIdentifier;
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

/**
 * Returns the row's identifier in normal form: two spellings of one number, name or domain give the same key.
 * @returns null where the row names no company
 */
export function companyKeyOf(row: SubmittedRow): string | null {
  const identifier = identifierOf(row);
  if ('outcome' in identifier) return null;
  if (identifier.kind === 'company_number') return identifier.number;
  return identifier.kind === 'company_name' ? `name ${identifier.exact}` : identifier.host;
}
