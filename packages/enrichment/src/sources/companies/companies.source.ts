/**
 * Defines the source of companies: BasicCompanyData, the free company data product of Companies House (a row
 * for each company, published every month), and company profiles of its API, as answers and as stream events.
 */
import { defineSource } from '../define-source.js';
import { OGL, type Finder } from '../kit/publication/finder.js';
import { listedFiles, newestOf } from '../kit/publication/listed-files.js';
import { COMPANY_KINDS, companyFacts } from './company-kinds.js';
import { CompaniesEdition } from './companies.edition.js';
import type { CompanyRecord } from './company-record.js';
import { companiesImporter } from './companies.importer.js';

/** Finds the newest month's archive. The publisher also offers it in parts, which are not used. */
const companiesFinder: Finder = {
  publisher: 'companies_house',
  licence: `Companies House, ${OGL}`,
  every_hours: 24,
  room: 6,
  most_gb: 4,
  async find(site) {
    const files = newestOf(
      await listedFiles(site, {
        page: '/en_output.html',
        names: /^BasicCompanyDataAsOneFile-\d{4}-\d{2}-\d{2}\.zip$/,
        called: 'BasicCompanyDataAsOneFile-YYYY-MM-DD.zip',
      }),
    );
    return { as_of: files[0]?.day ?? null, update: false, files };
  },
};

export const companies = defineSource({
  name: 'companies',
  fact: 'company',
  // Two monthly publications.
  stale_after_days: 62,
  finder: companiesFinder,
  importer: companiesImporter,
  dateOf: ({ version }: CompanyRecord) => version?.slice(0, 10) ?? null,
  kinds: COMPANY_KINDS,
  asRead: (record: CompanyRecord, day) => Object.values(companyFacts(record, day)),
  open: (path, suppressed) => CompaniesEdition.open(path, suppressed),
});
