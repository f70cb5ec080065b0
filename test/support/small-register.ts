/** A register made to measure: one company of its own kind, and names that several bear. */
import { TemporaryFolder } from './system/temporary-folder.js';
import { csvFile } from './basic-company-data.js';

export const ONE = { number: '01234567', name: 'SYNTHETIC WIDGETS LIMITED' } as const;
export const TWINS = ['02000001', '02000002'] as const;

/** A published file with these companies; the folder goes with `remove`. */
export function smallRegister(): { readonly file: string; remove(): void } {
  const folder = new TemporaryFolder();
  const rows = [
    { CompanyNumber: ONE.number, CompanyName: ONE.name },
    { CompanyNumber: TWINS[0], CompanyName: 'TWIN TRADING LIMITED' },
    { CompanyNumber: TWINS[1], CompanyName: 'THE TWIN TRADING LTD' },
    { CompanyNumber: '03000000', CompanyName: 'BARE LIMITED', 'SICCode.SicText_1': 'None Supplied' },
  ];
  const file = folder.write('BasicCompanyData-2026-11-01.csv', csvFile(rows));
  return { file, remove: () => folder.remove() };
}
