/** Finds rows of a list that ask for the same company. */
import { companyKeyOf } from '../../billing/estimate/named-rows.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import { readList, type ListFile, type ListedRow } from './read-list.js';

export interface SameCompanies {
  /** The first row that names the company, by each later row that names it too. Rows count from 0. */
  readonly firstRowOf: ReadonlyMap<number, number>;
  /** Says how many such rows there are, with an example; empty: there are none. */
  readonly text: string;
}

export async function findSameCompanies(list: ListFile): Promise<SameCompanies> {
  const firstRows = new Map<string, Pick<ListedRow, 'row' | 'line'>>();
  const firstRowOf = new Map<number, number>();
  let example = '';
  for await (const item of readList(list)) {
    const name = 'submitted' in item ? companyKeyOf(item.submitted) : null;
    if (name === null || !('submitted' in item)) continue;
    const { row, line } = item;
    const first = firstRows.get(name);
    if (first === undefined) firstRows.set(name, { row, line });
    else {
      firstRowOf.set(row, first.row);
      example ||= `row ${row} (line ${line}) and row ${first.row} (line ${first.line})`;
    }
  }
  const rows = firstRowOf.size;
  if (rows === 0) return { firstRowOf, text: '' };
  const subject = rows === 1 ? '1 row names' : `${countText(rows, 'row')} name`;
  return {
    firstRowOf,
    text: `${subject} the same company as an earlier row: ${example}${rows === 1 ? '' : ', and so on'}.`,
  };
}
