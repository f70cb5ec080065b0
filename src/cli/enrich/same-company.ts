/** Finds rows of a list that ask for the same company. */
import { companyKeyOf } from '../../billing/estimate/named-rows.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import type { ListFile } from './list-source.js';
import { readList, type ListedRow } from './read-list.js';

export interface SameCompanies {
  /** The first row that names a company, by each later row that names the same one. Rows count from 0. */
  readonly firstRowByRow: ReadonlyMap<number, number>;
  /** Says how many such rows there are, with an example; empty: there are none. */
  readonly text: string;
}

export async function findSameCompanies(list: ListFile): Promise<SameCompanies> {
  const firstRowByCompany = new Map<string, Pick<ListedRow, 'row' | 'line'>>();
  const firstRowByRow = new Map<number, number>();
  let example = '';
  for await (const item of readList(list)) {
    const companyKey = 'submission' in item ? companyKeyOf(item.submission) : null;
    if (companyKey === null || !('submission' in item)) continue;
    const { row, line } = item;
    const first = firstRowByCompany.get(companyKey);
    if (first === undefined) firstRowByCompany.set(companyKey, { row, line });
    else {
      firstRowByRow.set(row, first.row);
      example ||= `row ${row} (line ${line}) and row ${first.row} (line ${first.line})`;
    }
  }
  const rowCount = firstRowByRow.size;
  if (rowCount === 0) return { firstRowByRow, text: '' };
  const subject = rowCount === 1 ? '1 row names' : `${countText(rowCount, 'row')} name`;
  return {
    firstRowByRow,
    text: `${subject} the same company as an earlier row: ${example}${rowCount === 1 ? '' : ', and so on'}.`,
  };
}
