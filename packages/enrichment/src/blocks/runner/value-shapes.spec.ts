/** Shapes of values as the specification has them, also of blocks that nothing fills yet. */
import { z } from 'zod';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { BLOCK_CATALOGUE } from '../index.js';

function schemaOf(key: BlockKey): z.ZodType {
  const block = BLOCK_CATALOGUE.get(key);
  if (block === undefined) throw new Error(`no block ${key}`);
  return block.value;
}

/** These get no field more and none less (Spec 3.10). */
const SPECIFIED: readonly (readonly [BlockKey, string])[] = [
  [
    'domain_validation',
    'domain dns_resolves email_deliverable site_live http_status final_url director_check score outcome checks contributions reasons',
  ],
  ['property', 'title_count tenure postcodes addresses'],
  ['subsidiaries', 'subsidiaries count active_count'],
  [
    'company_identity',
    'incorporated_on company_category country_of_origin legal_form company_status status_group trading_name trading_name_source',
  ],
  ['registered_address', 'address_line_1 address_line_2 locality region postal_code'],
  [
    'filing_status',
    'accounts_last_made_up_on accounts_next_due_on accounts_category confirmation_statement_last_made_up_on confirmation_statement_next_due_on',
  ],
  ['officers', 'total active resigned current former ages'],
  ['controllers', 'controllers has_corporate_owner control ceased_controllers'],
  ['corporate_owners', 'has_corporate_owner owners'],
  ['ultimate_owner', 'company_name company_number depth resolved_by chain'],
  [
    'charges',
    'outstanding_count satisfied_count total_count holders charges satisfied_charges past_holders latest_created_on latest_satisfied_on',
  ],
  ['industry', 'sic label label_source nace sic_is_generic'],
];

it.each(SPECIFIED)('%s has the fields of the specification in its order', (key, fields) => {
  const schema = z.toJSONSchema(schemaOf(key));
  expect(Object.keys(schema.properties ?? {})).toEqual(fields.split(' '));
  expect(schema.required).toEqual(fields.split(' '));
});

/** Values of real companies. */
const EXAMPLES: readonly (readonly [BlockKey, unknown])[] = [
  ['domain', 'powerleague.co.uk'],
  [
    'corporate_owners',
    {
      has_corporate_owner: true,
      owners: [
        {
          name: 'Financial Times Group Limited',
          natures_of_control: ['ownership-of-shares-75-to-100-percent', 'voting-rights-75-to-100-percent'],
          notified_on: '2016-04-06',
          country_registered: 'United Kingdom',
          company_number: '00879531',
          nature_of_business: { status: 'not_found', reason: 'no_description_on_file' },
        },
      ],
    },
  ],
  [
    'controllers',
    {
      controllers: [],
      has_corporate_owner: false,
      control: {
        has_corporate_controller: false,
        has_individual_controller: false,
        no_controller_on_register: true,
        statement: 'no-individual-or-entity-with-signficant-control',
      },
      ceased_controllers: [],
    },
  ],
  [
    'officers',
    {
      total: 1,
      active: 1,
      resigned: 0,
      current: [
        {
          name: 'Finola Mary MCDONNELL',
          role: 'director',
          appointed_on: '2025-06-30',
          nationality: null,
          country_of_residence: null,
          occupation: null,
          person_number: null,
          date_of_birth: { month: 12, year: 1975 },
          is_corporate: false,
        },
      ],
      former: [],
      ages: { average: 55.6, youngest: 50, oldest: 63 },
    },
  ],
  [
    'ultimate_owner',
    {
      company_name: 'JAMIE OLIVER GROUP LIMITED',
      company_number: '13778395',
      depth: 3,
      resolved_by: 'majority_control',
      chain: [{ company_name: 'JAMIE OLIVER GROUP LIMITED', company_number: '13778395' }],
    },
  ],
  [
    'property',
    { title_count: 3, tenure: ['Freehold', 'Leasehold'], postcodes: ['BA1 9ZZ', 'EC4M 9ZZ'], addresses: [] },
  ],
  [
    'subsidiaries',
    {
      subsidiaries: [
        {
          company_number: '11595194',
          company_name: 'NEWS LIVE LIMITED',
          company_status: 'active',
          natures_of_control: ['ownership-of-shares-25-to-50-percent'],
          ownership_band: '25-50',
          notified_on: '2018-09-28',
          matched_on: 'registration_number',
        },
      ],
      count: 27,
      active_count: 20,
    },
  ],
  [
    'employees',
    {
      headcount: null,
      band: { min: 250, max: 499, label: '250-499' },
      basis: 'pay_gap_band',
      at: '2022-03-24',
      scope: 'company',
      inputs: [],
      model: null,
    },
  ],
  [
    'funding',
    {
      totals: [{ kind: 'grant', amount: { amount: '387426.27', currency: 'GBP' }, count: 11 }],
      rounds: { items: [], total: 0, truncated: false },
      latest_on: '2020-01-31',
    },
  ],
  [
    'company_summary',
    {
      text: '! HEAL UR TECH LTD is an active company limited by guarantee in Guildford.',
      sentences: [],
      method: 'template',
      language: 'en',
    },
  ],
];

it.each(EXAMPLES)('%s takes its example', (key, example) => {
  expect(schemaOf(key).parse(example)).toEqual(example);
});

it.each<[string, unknown]>([
  ['a number', 105758329],
  ['an amount with one decimal', { amount: '1.5', currency: 'GBP' }],
  ['an amount with grouping', { amount: '1,000', currency: 'GBP' }],
  ['an amount with an exponent', { amount: '1e6', currency: 'GBP' }],
  ['no currency', { amount: '1' }],
])('money is never %s', (_what, amount) => {
  const funding = { rounds: { items: [], total: 0, truncated: false }, latest_on: '2020-01-31' };
  const total = { kind: 'grant', amount, count: 1 };
  expect(schemaOf('funding').safeParse({ ...funding, totals: [total] }).success).toBe(false);
});
