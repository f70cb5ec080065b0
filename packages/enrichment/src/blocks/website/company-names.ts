/** Lists the names that others may use for a company: present, trading and previous names. */
import { judgedRecord, type CompanyRecord } from '../../sources/companies/company-record.js';
import { namesOf } from '../../sites/verdict/judged-company.js';

export const companyNames = (record: CompanyRecord | null): readonly string[] =>
  record === null ? [] : namesOf(judgedRecord(record));
