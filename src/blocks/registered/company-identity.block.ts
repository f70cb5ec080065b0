import { z } from 'zod';
import {
  COMPANY_STATUSES,
  STATUS_GROUPS,
  companyStatus,
  statusDetail,
  statusGroup,
} from '../../sources/companies/company-status.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { incorporatedOn } from '../../sources/companies/incorporated-on.js';
import { legalForm } from '../../sources/companies/legal-form.js';
import { defineBlock } from '../runner/define-block.js';
import { isoDate, text } from '../runner/value-types.js';

const TRADING_AS = /\b(?:T\/A|TRADING AS)\b(.*)$/is;

/** What follows "trading as", be it in brackets that end the name; null where more brackets follow. */
function tradingName(name: string): string | null {
  // Few names have it, and this is asked for every row.
  if (!TRADING_AS.test(name)) return null;
  const open = name.trimEnd().replace(/\)$/, '');
  const last = open.slice(Math.max(open.lastIndexOf('('), open.lastIndexOf(')')) + 1);
  const found =
    TRADING_AS.exec(last)?.[1]
      ?.replace(/^[\s:.-]+/, '')
      .trim() ?? '';
  return found === '' ? null : found;
}

/** What the register says beside the value; mostly nothing. */
function extras(record: CompanyRecord) {
  const status_detail = statusDetail(record);
  const { previous_names, dissolved_on, profile } = record;
  const detail = {
    ...(status_detail !== null && { status_detail }),
    ...(dissolved_on !== null && { dissolved_on }),
    ...(profile?.has_insolvency_history === true && { has_insolvency_history: true }),
    ...(previous_names.length > 0 && { previous_names }),
  };
  return Object.keys(detail).length === 0 ? {} : { detail };
}

export default defineBlock({
  key: 'company_identity',
  tier: 'core',
  latency_class: 'instant',
  description:
    'What the company is: form, status, origin and day of incorporation, and the name it trades under.',
  source: ['company_register'],
  coverage: 'Every company on the register file.',
  needs: ['company'],
  reasons: ['no_identity_on_file'],
  lacks: 'The trading name is read from the registered name alone, not from websites or contract notices.',
  value: z.strictObject({
    incorporated_on: isoDate.nullable(),
    company_category: text.nullable().describe('As published.'),
    country_of_origin: text.nullable().describe('As published.'),
    legal_form: text.nullable().describe("The register's key, such as ltd, plc or llp."),
    company_status: z.enum(COMPANY_STATUSES).nullable().describe("The register's key."),
    status_group: z.enum(STATUS_GROUPS).nullable(),
    trading_name: text.nullable(),
    trading_name_source: z.enum(['registered_name', 'website', 'contract_notices']).nullable(),
  }),
})(({ company: { record, as_of } }) => {
  if (record === null) {
    return { status: 'not_found', reason: 'no_identity_on_file', source: 'company_register', as_of };
  }
  const status = companyStatus(record);
  const trading_name = tradingName(record.name);
  return {
    status: 'available',
    value: {
      incorporated_on: incorporatedOn(record),
      company_category: record.category,
      country_of_origin: record.country_of_origin,
      legal_form: legalForm(record),
      company_status: status,
      status_group: status === null ? null : statusGroup(status),
      trading_name,
      trading_name_source: trading_name === null ? null : 'registered_name',
    },
    source: 'company_register',
    as_of,
    // A status that the register's list doesn't have needs a look.
    flagged_for_review: status === null,
    ...extras(record),
  };
});
