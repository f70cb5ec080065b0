import { z } from 'zod';
import { isDefaultAddress } from '../../sources/companies/default-address.js';
import { wholeYears, type IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock } from '../runner/define-block.js';
import { band, count, input, isoDate, moneyBand, text, type Input } from '../runner/value-types.js';
import employeesFiled from '../accounts/employees-filed.block.js';
import financialsFiled from '../accounts/financials-filed.block.js';
import companyIdentity from '../registered/company-identity.block.js';
import filingStatus from '../registered/filing-status.block.js';
import industry from '../registered/industry.block.js';
import subsidiaries from '../ownership/subsidiaries.block.js';
import ultimateOwner from '../ownership/ultimate-owner.block.js';
import employees from './employees.block.js';
import revenueEstimate from './revenue-estimate.block.js';
import { drawnFrom, newestRegisterDay, withTermsOf } from './input-terms.js';
import { SIZE_CLASSES } from './size-class.js';
import { groupOf, placeOf, sizeOf, profileTradeOf, turnoverOf, workforceOf } from './profile-parts.js';

/** The day of the profile. The directory of postcodes doesn't count: it has no facts about the company. */
const profileDay = (identityDay: IsoDate, inputs: readonly Input[]): IsoDate =>
  inputs.reduce(
    (oldest, { source, as_of }) =>
      source !== 'postcode_register' && as_of !== null && as_of < oldest ? as_of : oldest,
    identityDay,
  );

export default defineBlock({
  key: 'firmographics',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The company in bands: age, form, trade, size, region.',
  source: ['service_model'],
  coverage: 'Every company with an identity.',
  derived: true,
  needs: [
    'company',
    companyIdentity,
    filingStatus,
    industry,
    financialsFiled,
    employeesFiled,
    employees,
    revenueEstimate,
    ultimateOwner,
    subsidiaries,
  ],
  uses: ['office_postcode'],
  reasons: ['no_profile_on_file'],
  value: z.strictObject({
    age_years: count.nullable().describe('Whole years at the newest day of the register among its inputs.'),
    incorporated_on: isoDate.nullable(),
    legal_form: text.nullable(),
    status_group: text.nullable().describe('Null where the register prints a status that its list lacks.'),
    sic_section: z
      .strictObject({ code: text, name: text })
      .nullable()
      .describe('Of the first filed code that is not generic.'),
    size_class: z
      .enum(SIZE_CLASSES)
      .nullable()
      .describe('Two of the three limits in force for the newest period of its own accounts.'),
    employees_band: band.nullable(),
    turnover_band: moneyBand.nullable().describe('Of the middle of revenue_estimate.'),
    region: z
      .strictObject({ code: text, name: text })
      .nullable()
      .describe('Of the registered office, by its postcode; only England has regions.'),
    country: text.nullable().describe('Of the registered office, by its postcode.'),
    is_dormant: z.boolean().nullable(),
    in_group: z
      .boolean()
      .nullable()
      .describe('A company holds half or more of it, or it holds half or more of another.'),
    inputs: z.array(input),
  }),
})(({ company, blocks, office_postcode }) => {
  const identity = blocks.company_identity;
  if (identity.status === 'not_found') {
    const { source, as_of } = identity;
    return {
      status: 'not_found',
      reason: 'no_profile_on_file',
      ...(source !== undefined && as_of !== undefined && { source: 'service_model', as_of }),
    };
  }
  const { incorporated_on, legal_form, company_status, status_group } = identity.value;
  const { financials_filed, employees_filed } = blocks;
  const trade = profileTradeOf(blocks.industry, blocks.filing_status, financials_filed);
  const size = sizeOf(financials_filed, employees_filed);
  const turnover = turnoverOf(blocks.revenue_estimate, financials_filed);
  const workforce = workforceOf(blocks.employees);
  const group = groupOf(blocks.ultimate_owner, blocks.subsidiaries);
  const isDefault = company.record !== null && isDefaultAddress(company.record.office);
  const place = placeOf(isDefault ? 'not_available_yet' : office_postcode);
  const inputOf = (field: string, value: string | null): Input => ({
    block: 'company_identity',
    source: identity.source,
    as_of: identity.as_of,
    field,
    value,
  });
  const inputs = [
    inputOf('incorporated_on', incorporated_on),
    inputOf('legal_form', legal_form),
    inputOf('company_status', company_status),
  ].concat(trade.inputs, size.inputs, turnover.inputs, workforce.inputs, group.inputs, place.inputs);
  const as_of = profileDay(identity.as_of, inputs);
  return {
    status: 'available',
    value: {
      age_years:
        incorporated_on === null
          ? null
          : wholeYears(incorporated_on, newestRegisterDay(identity.as_of, inputs)),
      incorporated_on,
      legal_form,
      status_group,
      sic_section: trade.sic_section,
      is_dormant: trade.is_dormant,
      size_class: size.size_class,
      turnover_band: turnover.turnover_band,
      employees_band: workforce.employees_band,
      region: place.region,
      country: place.country,
      in_group: group.in_group,
      inputs,
    },
    source: 'service_model',
    as_of,
    ...withTermsOf(
      drawnFrom(blocks, [{ blocks: inputs.flatMap(({ block }) => block ?? []) }]),
      status_group === null,
    ),
  };
});
