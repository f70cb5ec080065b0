/**
 * Makes a record, in the register's form, of a company that only the index knows. It is blank where the index
 * is silent.
 */
import { BLANK_COMPANY, type CompanyRecord } from '../../sources/companies/company-record.js';
import { INDEX_STATES, type IndexRecord } from '../../sources/company-index/index-record.js';

/** @returns a record whose name is empty where the index holds none */
export const companyOfIndex = ({ number, name, state, sic }: IndexRecord): CompanyRecord => ({
  ...BLANK_COMPANY,
  number,
  name: name ?? '',
  status: state === null ? null : INDEX_STATES[state],
  sic,
});
