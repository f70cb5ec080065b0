import { ratiosTable, scoresTable } from './models-doc.js';
import { pageWithTables } from './page-tables.js';

it('docs/models.md shows the formulae of the code (`npm run docs` writes it)', () => {
  const { held, made } = pageWithTables('docs/models.md', { scores: scoresTable(), ratios: ratiosTable() });
  expect(held).toBe(made);
});
