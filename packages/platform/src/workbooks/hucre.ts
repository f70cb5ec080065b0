/** The part of hucre that reads and writes workbooks by rows (docs/decisions/0045-workbooks.md). */
import { pathToFileURL } from 'node:url';
import type { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';

/** A cell as it is stored; of a formula its last result. Errors are text such as `#N/A`. */
export type { CellValue } from 'hucre/xlsx';
export interface Hucre {
  readonly streamXlsxRows: typeof streamXlsxRows;
  readonly writeXlsxStream: typeof writeXlsxStream;
}

/** It is ES modules, which a program of CommonJS imports by their address. */
export async function loadHucre(): Promise<Hucre> {
  return (await import(pathToFileURL(require.resolve('hucre/xlsx')).href)) as Hucre;
}
