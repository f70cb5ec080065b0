/** Answers with a list as a CSV file. It is streamed, so that a long list is never held in memory. */
import { Readable } from 'node:stream';
import { csvLines, type CsvColumns } from '../../packages/words/src/text/csv-cell.js';
import type { PageAnswer } from './console-page.js';

export const csvFile = <Item>(
  name: string,
  items: AsyncIterable<Item>,
  columns: CsvColumns<Item>,
): PageAnswer => ({
  kind: 'file',
  name,
  type: 'text/csv; charset=utf-8',
  body: Readable.from(csvLines(items, columns)),
});
