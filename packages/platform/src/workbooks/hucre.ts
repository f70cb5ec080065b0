/**
 * The part of hucre that is used: it reads and writes workbooks row by row
 * (docs/decisions/0045-workbooks.md). Only the confined process loads it.
 */
import { pathToFileURL } from 'node:url';

/** A cell as it is stored; of a formula its last result. Errors are text such as `#N/A`. */
export type CellValue = string | number | boolean | Date | null;

export interface Hucre {
  /** Yields the rows of a sheet that have cells. `index` counts from 0. */
  streamXlsxRows(
    workbook: Uint8Array,
    options: { readonly sheet: string },
  ): AsyncGenerator<{ readonly index: number; readonly values: readonly CellValue[] }, void, undefined>;
  writeXlsxStream(
    rows: AsyncIterable<readonly string[]>,
    options: { readonly name: string },
  ): AsyncIterable<Uint8Array>;
}

/** It is ES modules, which a program of CommonJS imports by their address. */
export async function loadHucre(): Promise<Hucre> {
  return (await import(pathToFileURL(require.resolve('hucre/xlsx')).href)) as Hucre;
}
