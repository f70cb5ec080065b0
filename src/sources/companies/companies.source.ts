/** BasicCompanyData, the free company data product of Companies House: one row a company, published every month. */
import { defineSource } from '../define-source.js';
import { CompaniesEdition } from './companies.edition.js';
import { companiesImporter } from './companies.importer.js';

export const companies = defineSource({
  name: 'companies',
  fact: 'company',
  // Two monthly publications.
  stale_after_days: 62,
  importer: companiesImporter,
  open: (path) => CompaniesEdition.open(path),
});
