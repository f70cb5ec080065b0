import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { countNamedRows } from './named-rows.js';

async function* list(...rows: readonly SubmittedRow[]): AsyncGenerator<SubmittedRow> {
  yield* rows;
}

it('rows that name a company are told from those that can not be matched', async () => {
  const named = { company_number: '01234567' };
  expect(await countNamedRows(list(named, named, { company_number: '!' }))).toMatchObject({
    named: 2,
    invalid: 1,
  });
  expect(await countNamedRows(list())).toMatchObject({ named: 0, invalid: 0 });
});

it('named rows are counted by the identifier that they are looked up by', async () => {
  const rows: SubmittedRow[] = [
    { company_number: '01234567' },
    { company_name: 'Example Ltd' },
    { company_name: 'Other Ltd' },
    { domain: 'example.com' },
    { company_number: '!' },
  ];
  expect((await countNamedRows(list(...rows))).asked_by).toEqual({
    company_number: 1,
    company_name: 2,
    domain: 1,
  });
});
