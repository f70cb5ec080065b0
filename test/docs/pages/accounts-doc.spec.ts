import { accountsTable } from './accounts-doc.js';
import { pageWithTables } from '../page-tables.js';

it('docs/accounts.md shows what is read of each sample document (`npm run docs` writes it)', () => {
  const { held, made } = pageWithTables('docs/accounts.md', { table: accountsTable() });
  expect(held).toBe(made);
});
