/**
 * Makes a record, in the register's form, of a company that only the index knows. It is blank where the index
 * is silent.
 */
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { INDEX_STATES, type IndexRecord } from '../../sources/company-index/index-record.js';

const NO_OFFICE = {
  care_of: null,
  po_box: null,
  line_1: null,
  line_2: null,
  post_town: null,
  county: null,
  country: null,
  postcode: null,
} as const;
const NO_ACCOUNTS = {
  reference_day: null,
  reference_month: null,
  next_due_on: null,
  last_made_up_on: null,
  category: null,
} as const;
/** Counts of an unknown number. Unknown is not none. */
const NO_COUNTS = { charges: null, outstanding: null, part_satisfied: null, satisfied: null } as const;

/** @returns a record whose name is empty where the index holds none */
export const companyOfIndex = ({ number, name, state, sic }: IndexRecord): CompanyRecord => ({
  number,
  name: name ?? '',
  office: NO_OFFICE,
  category: null,
  status: state === null ? null : INDEX_STATES[state],
  country_of_origin: null,
  dissolved_on: null,
  incorporated_on: null,
  accounts: NO_ACCOUNTS,
  confirmation_statement: { next_due_on: null, last_made_up_on: null },
  mortgages: NO_COUNTS,
  sic,
  partners: { general: null, limited: null },
  previous_names: [],
  profile: null,
  version: null,
});
