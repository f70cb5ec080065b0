/**
 * BasicCompanyData, the free company data product of Companies House: one row a company, published every month; and
 * company profiles of its API, as answers and as stream events.
 */
import { defineSource } from '../define-source.js';
import { CompaniesEdition } from './companies.edition.js';
import type { CompanyRecord } from './company-record.js';
import { companiesImporter } from './companies.importer.js';

export const companies = defineSource({
  name: 'companies',
  fact: 'company',
  // Two monthly publications.
  stale_after_days: 62,
  importer: companiesImporter,
  dateOf: ({ version }: CompanyRecord) => version?.slice(0, 10) ?? null,
  open: (path, withheld) => CompaniesEdition.open(path, withheld),
});
