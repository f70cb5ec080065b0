/** The index of companies: numbers and states of all that ever were, names of the living, by Companies House. */
import { defineSource } from '../define-source.js';
import { IndexEdition } from './index.edition.js';
import { indexImporter } from './index.importer.js';

export const companyIndex = defineSource({
  name: 'index',
  // What it knows of a company stands in for the register's own record (`src/enrichment/matching/indexed-company.ts`).
  fact: null,
  // Published every month; it changes slowly, and a dissolved company stays one.
  stale_after_days: 124,
  finder: {
    not_published: 'Companies House gives the index of companies to those who ask for it: import it.',
  },
  importer: indexImporter,
  open: (path, suppressed) => IndexEdition.open(path, suppressed),
});
