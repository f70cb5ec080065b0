import { backtestTables, ratiosTable, scoresTable, weightsTable } from './models-doc.js';
import { pageWithTables } from './page-tables.js';

it('docs/models.md shows the formulae of the code (`npm run docs` writes it)', async () => {
  const { held, made } = pageWithTables('docs/models.md', {
    scores: scoresTable(),
    ratios: ratiosTable(),
    ...(await backtestTables()),
    weights: weightsTable(),
  });
  expect(held).toBe(made);
});
