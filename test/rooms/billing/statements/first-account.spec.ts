/** Accounts are counted from 1, and a statement of the first is one like any other. */
import { parseStatementLine } from '../../../../packages/statement-check/src/check/parse-line.js';
import { months } from './cases.js';

const ofAccount = (line: string, account: number): string =>
  line.replaceAll('"account_id":1001', `"account_id":${account}`);

it('every line may be of account 1, and none of account 0', async () => {
  const { december } = await months();
  const named = december.filter((line) => line.includes('"account_id":'));
  const kinds = named.map((line) => parseStatementLine(line)?.kind);
  expect(new Set(kinds)).toEqual(new Set(['header', 'charge', 'adjustment', 'head']));
  expect(named.map((line) => parseStatementLine(ofAccount(line, 1))?.kind)).toEqual(kinds);
  expect(named.map((line) => parseStatementLine(ofAccount(line, 0)))).toEqual(named.map(() => null));
});
