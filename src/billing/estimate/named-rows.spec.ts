import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { countNamedRows } from './named-rows.js';

async function* list(...rows: readonly SubmittedRow[]): AsyncGenerator<SubmittedRow> {
  yield* rows;
}

it('rows that name a company are told from those that can not be matched', async () => {
  const named = { company_number: '01234567' };
  expect(await countNamedRows(list(named, named, { company_number: '!' }))).toEqual({ named: 2, invalid: 1 });
  expect(await countNamedRows(list())).toEqual({ named: 0, invalid: 0 });
});
