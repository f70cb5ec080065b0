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
import type { Contracts } from '../../facts/contracts.fact.js';
import { tradingAs } from '../../shared/names/trading-as.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact } from '../runner/facts.js';
import { isoDate, text } from '../runner/value-types.js';

type Notices = SourceFact<Contracts> | null;

/** In the registered name itself, else in a public contract notice beside a name that is the company's own. */
function tradingName({ name }: CompanyRecord, notices: Notices) {
  const registered = tradingAs(name)?.trading ?? null;
  if (registered !== null)
    return { trading_name: registered, trading_name_source: 'registered_name' } as const;
  const told = notices?.record?.trading_name?.name ?? null;
  return { trading_name: told, trading_name_source: told === null ? null : 'contract_notices' } as const;
}

/** What a trading name out of notices rests on. */
function inputsOf(notices: Notices): readonly object[] {
  const told = notices?.record?.trading_name ?? null;
  if (told === null) return [];
  const { name: value, told_on: as_of } = told;
  return [{ block: null, field: 'trading_name', source: 'contract_notices', as_of, value }];
}

/** What the register says beside the value; mostly nothing. */
function extras(record: CompanyRecord, inputs: readonly object[]) {
  const status_detail = statusDetail(record);
  const { previous_names, dissolved_on, profile } = record;
  const detail = {
    ...(status_detail !== null && { status_detail }),
    ...(dissolved_on !== null && { dissolved_on }),
    ...(profile?.has_insolvency_history === true && { has_insolvency_history: true }),
    ...(previous_names.length > 0 && { previous_names }),
    ...(inputs.length > 0 && { inputs }),
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
  uses: ['contracts'],
  reasons: ['no_identity_on_file'],
  lacks: 'The trading name is read from the registered name and contract notices, not from websites.',
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
})(({ company: { record, as_of }, contracts }) => {
  if (record === null) {
    return { status: 'not_found', reason: 'no_identity_on_file', source: 'company_register', as_of };
  }
  const status = companyStatus(record);
  const notices = typeof contracts === 'string' ? null : contracts;
  const trading = tradingName(record, notices);
  return {
    status: 'available',
    value: {
      incorporated_on: incorporatedOn(record),
      company_category: record.category,
      country_of_origin: record.country_of_origin,
      legal_form: legalForm(record),
      company_status: status,
      status_group: status === null ? null : statusGroup(status),
      ...trading,
    },
    source: 'company_register',
    as_of,
    // A status that the register's list doesn't have needs a look.
    flagged_for_review: status === null,
    ...extras(record, trading.trading_name_source === 'contract_notices' ? inputsOf(notices) : []),
  };
});
