/** Streams a list as a CSV file, one line per item, so that a long list is never held in memory. */
import { Readable } from 'node:stream';
import { withoutFormulas, quotedCell } from '../../packages/words/src/text/csv-cell.js';
import type { PageAnswer } from './console-page.js';

/** The headings, each with the function that gives an item's cell. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => unknown>>;

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : quotedCell(withoutFormulas(typeof value === 'string' ? value : JSON.stringify(value)));
const line = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

async function* linesOf<Item>(items: AsyncIterable<Item>, columns: CsvColumns<Item>): AsyncGenerator<string> {
  yield line(Object.keys(columns));
  for await (const item of items) yield line(Object.values(columns).map((column) => column(item)));
}

export const csvFile = <Item>(
  name: string,
  items: AsyncIterable<Item>,
  columns: CsvColumns<Item>,
): PageAnswer => ({
  kind: 'file',
  name,
  type: 'text/csv; charset=utf-8',
  body: Readable.from(linesOf(items, columns)),
});
