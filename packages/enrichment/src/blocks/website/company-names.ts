/** Lists the names that others may use for a company: present, trading and previous names. */
import { tradingAs } from '../../../../words/src/names/trading-as.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';

export function companyNames(record: CompanyRecord | null): string[] {
  if (record === null) return [];
  const traded = tradingAs(record.name);
  const previous = record.previous_names.map(({ name }) => name);
  return [traded?.bearer ?? record.name, ...(traded === null ? [] : [traded.trading]), ...previous];
}
