/** The shipped sample of the register, as rows that can be changed and written again. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

export type SampleRow = Readonly<Record<string, string>>;

export const numberOf = (row: SampleRow): string => row[' CompanyNumber'] ?? '';
export const nameOf = (row: SampleRow): string => row['CompanyName'] ?? '';
export const previousNameOf = (row: SampleRow): string =>
  row[' PreviousName_1.CompanyName'] ?? row['PreviousName_1.CompanyName'] ?? '';

export interface SampleRegister {
  readonly columns: readonly string[];
  readonly rows: readonly SampleRow[];
}

export function readSample(path: string): SampleRegister {
  const { data, meta } = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  return { columns: meta.fields ?? [], rows: data };
}

export const writeTable = (columns: readonly string[], rows: readonly SampleRow[]): string =>
  `${Papa.unparse(rows as SampleRow[], { columns: [...columns], newline: '\n' })}\n`;
