import type { SubmittedRow } from '../../../contract/src/row.js';
import { ONE, smallRegister } from '../../../../test/support/small-register.js';
import { importCompanies } from '../../../../test/support/worlds/api-world-parts.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { matchList } from './match-list.js';

const LIST: readonly SubmittedRow[] = [
  { company_number: ONE.number },
  { company_name: 'Synthetic Widgets Ltd' },
  { company_name: 'Twin Trading' },
  { company_number: '99999999' },
  { domain: 'example.co.uk' },
  { company_number: '123' },
  {},
];

async function* listed(): AsyncGenerator<SubmittedRow> {
  yield* LIST;
}

const folder = forEachTest(() => new TemporaryFolder());

describe('the matches of a list', () => {
  it('are counted apart: matched, ambiguous, not matched and invalid', async () => {
    const register = smallRegister();
    await importCompanies(register.file, folder.path);
    register.remove();
    expect(await matchList(folder.path, { rows: listed(), count: LIST.length })).toEqual({
      edition: expect.stringMatching(/^2026-11-01-/) as unknown,
      matched: 2,
      ambiguous: 1,
      not_matched: 2,
      invalid: 2,
    });
  });

  it('are not known where no register was ever imported', async () => {
    expect(await matchList(folder.path, { rows: listed(), count: LIST.length })).toBeNull();
  });
});
