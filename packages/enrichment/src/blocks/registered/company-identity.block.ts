import { z } from 'zod';
import {
  COMPANY_STATUSES,
  STATUS_GROUPS,
  companyStatus,
  statusDetail,
  statusGroup,
} from '../../sources/companies/company-status.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { beganOn, incorporatedOn } from '../../sources/companies/beginning.js';
import { legalForm } from '../../sources/companies/legal-form.js';
import type { Contracts } from '../../sources/facts/contracts.fact.js';
import { tradingNameOn } from '../../sites/told/trading-name.js';
import { tradingAs } from '../../../../words/src/names/trading-as.js';
import { defineBlock } from '../runner/define-block.js';
import type { SourceFact } from '../runner/facts.js';
import { KEPT_SITE, keptSite, type KeptSite, type KeptSiteFacts } from '../website/kept/kept-site.js';
import { isoDate, text } from '../runner/value-types.js';

type Notices = SourceFact<Contracts> | null;

interface TradingName {
  readonly name: string;
  readonly source: 'registered_name' | 'website' | 'contract_notices';
  /** The inputs of the name, if it isn't the registered name. */
  readonly inputs: readonly object[];
}

/** The trading name on the company's own website, if a crawl of it is kept. */
function nameOnSite(site: KeptSite | null, name: string): TradingName | null {
  const siteName = site === null ? null : tradingNameOn(site.site, name);
  if (site === null || siteName === null) return null;
  const { name: value, page_url } = siteName;
  const source = 'own_website';
  const input = { block: null, field: 'trading_name', source, as_of: site.site.crawled_on, value, page_url };
  return { name: value, source: 'website', inputs: [input] };
}

function nameInNotices(notices: Notices): TradingName | null {
  const noticeName = notices?.record?.trading_name ?? null;
  if (noticeName === null) return null;
  const { name: value, told_on: as_of } = noticeName;
  const input = { block: null, field: 'trading_name', source: 'contract_notices', as_of, value };
  return { name: value, source: 'contract_notices', inputs: [input] };
}

/** The trading name in the registered name, else on the company's website, else in a contract notice. */
function tradingName(record: CompanyRecord, facts: KeptSiteFacts, notices: Notices): TradingName | null {
  const registered = tradingAs(record.name)?.trading;
  if (registered !== undefined) return { name: registered, source: 'registered_name', inputs: [] };
  return nameOnSite(keptSite(facts), record.name) ?? nameInNotices(notices);
}

/** Further facts of the register for `detail`; mostly none. */
function furtherFacts(record: CompanyRecord, inputs: readonly object[]) {
  const status_detail = statusDetail(record);
  const { previous_names, dissolved_on, profile } = record;
  const detail: Record<string, unknown> = {};
  const registered_on = incorporatedOn(record) === null ? beganOn(record) : null;
  if (status_detail !== null) detail['status_detail'] = status_detail;
  if (registered_on !== null) detail['registered_on'] = registered_on;
  if (dissolved_on !== null) detail['dissolved_on'] = dissolved_on;
  if (profile?.has_insolvency_history === true) detail['has_insolvency_history'] = true;
  if (profile?.subtype !== undefined) detail['subtype'] = profile.subtype;
  if (profile?.term !== undefined) detail['term'] = profile.term;
  if (profile?.annotations !== undefined) detail['annotations'] = profile.annotations;
  if (previous_names.length > 0) detail['previous_names'] = previous_names;
  if (inputs.length > 0) detail['inputs'] = inputs;
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
  ...KEPT_SITE,
  uses: [...KEPT_SITE.uses, 'contracts'],
  reasons: ['no_identity_on_file'],
  value: z.strictObject({
    incorporated_on: isoDate
      .nullable()
      .describe('Null for what is registered and not incorporated: `detail.registered_on`.'),
    company_category: text.nullable().describe('As published.'),
    country_of_origin: text.nullable().describe('As published.'),
    legal_form: text.nullable().describe("The register's key, such as ltd, plc or llp."),
    company_status: z.enum(COMPANY_STATUSES).nullable().describe("The register's key."),
    status_group: z.enum(STATUS_GROUPS).nullable(),
    trading_name: text.nullable(),
    trading_name_source: z.enum(['registered_name', 'website', 'contract_notices']).nullable(),
  }),
})((facts) => {
  const { company, contracts } = facts;
  const { record, as_of } = company;
  if (record === null) {
    return { status: 'not_found', reason: 'no_identity_on_file', source: 'company_register', as_of };
  }
  const status = companyStatus(record);
  const notices = typeof contracts === 'string' ? null : contracts;
  const trading = tradingName(record, facts, notices);
  return {
    status: 'available',
    value: {
      incorporated_on: incorporatedOn(record),
      company_category: record.category,
      country_of_origin: record.country_of_origin,
      legal_form: legalForm(record),
      company_status: status,
      status_group: status === null ? null : statusGroup(status),
      trading_name: trading?.name ?? null,
      trading_name_source: trading?.source ?? null,
    },
    source: 'company_register',
    as_of,
    // A status that the register's list lacks needs a review, and so does a note of the registrar.
    flagged_for_review: status === null || record.profile?.annotations !== undefined,
    ...furtherFacts(record, trading?.inputs ?? []),
  };
});
