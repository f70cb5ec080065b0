/**
 * The names under which others may speak of a company: that it bears, that it trades under, and those that it
 * bore.
 */
import { tradingAs } from '../../../../words/src/names/trading-as.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';

export function companyNames(record: CompanyRecord | null): string[] {
  if (record === null) return [];
  const traded = tradingAs(record.name);
  const previous = record.previous_names.map(({ name }) => name);
  return [traded?.bearer ?? record.name, ...(traded === null ? [] : [traded.trading]), ...previous];
}
