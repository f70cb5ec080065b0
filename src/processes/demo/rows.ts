/** Makes the list that the demonstration submits: companies of the sample by number or name, and bad rows. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { sampleRegister } from './samples.js';

interface AskedRow {
  readonly ref: string;
  readonly company_number?: string;
  readonly company_name?: string;
  readonly domain?: string;
}

/** The companies of the sample register, in its order. */
export function companies(): readonly { number: string; name: string }[] {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(sampleRegister(), 'utf8'), {
    header: true,
    skipEmptyLines: true,
    transformHeader: (header) => header.trim(),
  });
  return data.map((row) => ({ number: row['CompanyNumber'] ?? '', name: row['CompanyName'] ?? '' }));
}

/** The name of a company that a row may ask for. */
export const namedCompany = (): string => companies()[2]?.name ?? '';

export const companyNumbers = (count: number): string[] =>
  companies()
    .slice(0, count)
    .map(({ number }) => number);

/** Faulty rows, one for each fault that is usual in customers' lists. */
const BAD_ROWS: readonly Omit<AskedRow, 'ref'>[] = [
  { company_number: '8209948' },
  { company_number: 'XX123456' },
  { company_number: '99999999' },
  { company_name: 'No Such Company Of This Name Limited' },
  {},
  { company_number: '08209948', company_name: '! LTD' },
  { domain: 'https://www.linkedin.com/company/example' },
];

/** The index of the list's first company. The first names of the sample look like mistakes. */
const FIRST_COMPANY = 182;

/** Every third row is by name, every 500th is a bad one. Companies repeat when the sample is used up. */
export function askedRows(count: number): AskedRow[] {
  const all = companies();
  return Array.from({ length: count }, (_, index): AskedRow => {
    const ref = `crm-${String(index).padStart(5, '0')}`;
    const bad = index % 500 === 499 ? BAD_ROWS[Math.floor(index / 500) % BAD_ROWS.length] : undefined;
    if (bad !== undefined) return { ref, ...bad };
    const company = all[(FIRST_COMPANY + index) % all.length];
    if (company === undefined) throw new Error('the sample register is empty');
    return index % 3 === 2 ? { ref, company_name: company.name } : { ref, company_number: company.number };
  });
}
