/** The small real register that ships with the project, as tests ask for its companies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

export const SAMPLE_REGISTER = join(
  __dirname,
  '..',
  '..',
  'samples',
  'BasicCompanyData-2020-05-01-sample.csv',
);

/** The plain numbers of its companies, in the order of the file: some others can't be asked for by number. */
export function companyNumbers(): string[] {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(SAMPLE_REGISTER, 'utf8'), {
    header: true,
    skipEmptyLines: true,
    transformHeader: (heading) => heading.trim(),
  });
  return data.map((row) => row['CompanyNumber'] ?? '').filter((number) => /^\d{8}$/.test(number));
}
