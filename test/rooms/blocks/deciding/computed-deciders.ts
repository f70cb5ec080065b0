/**
 * What decides the answers of computed blocks, written down by hand from the rules of `docs/spec/blocks.md`.
 */
import { computed, document, of, UNDATED, type Deciders } from './rule.js';

type Computed =
  | 'related_company_domain'
  | 'signals'
  | 'employees'
  | 'financial_benchmarks'
  | 'revenue_estimate'
  | 'scores'
  | 'firmographics'
  | 'comparables'
  | 'business_intelligence'
  | 'company_summary';

export const COMPUTED_DECIDERS: Deciders<Computed> = {
  related_company_domain: {
    available: of(['own_website', 'cache', 'pay_gap_register'], 'item', 'as in domain (4.12)'),
    no_corporate_owner_on_the_register: computed({ told: 'corporate_owners' }, 'control names no owner'),
    no_psc_data_on_file: computed({ told: 'corporate_owners' }, 'there are no records of control'),
    not_looked_up: computed({ told: 'corporate_owners' }, 'the part of control lacks the company'),
    owner_not_on_file: computed({ told: 'corporate_owners' }, 'control names an owner that nobody knows'),
    owner_has_no_website: computed(
      { oldest: ['psc', 'pay_gap', 'grants', 'contracts'] },
      'control names the owner, and no record names a website of it',
    ),
    owner_website_is_this_companys_own: computed({ edition: 'psc' }, 'control ties the site to an owner'),
    not_confirmed: computed({ edition: 'psc' }, 'control ties the site to an owner'),
  },
  signals: {
    available: computed('inputs', 'the oldest of the feeds that its items rest on (1.6)'),
    no_signals_on_record: computed(
      { oldest: ['officers', 'psc', 'charges', 'filings', 'grants', 'contracts'] },
      'none of the feeds tells of it: that holds to the oldest (1.6)',
    ),
    not_confirmed: computed('inputs', 'the oldest of the feeds that its items rest on'),
    no_signals_on_file: UNDATED,
    not_looked_up: UNDATED,
    signals_unavailable: UNDATED,
  },
  employees: {
    available: computed('item', 'the period, the snapshot day or the crawl that it is of (4.26)'),
    no_employee_figures_on_file: computed(
      { oldest: ['pay_gap'], andOf: 'employees_filed', ifTold: 'accounts' },
      'neither its accounts nor a report tells of it: that holds to the older of both (1.6)',
    ),
    no_employee_estimate_on_file: computed({ told: 'employees_filed' }, 'the headcount that was filed (5.7)'),
    not_confirmed: computed('item', 'the snapshot day of the band'),
    not_looked_up: UNDATED,
  },
  financial_benchmarks: {
    available: computed({ told: 'financials_filed' }, 'the period, which is older than its peers (1.6)'),
    cohort_too_small: computed({ told: 'financials_filed' }, 'the period, which is older than its peers'),
    no_ratios_to_benchmark: computed({ told: 'financials_filed' }, 'the figures, or why there are none'),
    benchmark_unavailable: UNDATED,
  },
  revenue_estimate: {
    available: [
      document('the turnover that was filed (4.29)'),
      computed({ told: 'financials_filed' }, 'the period, which is older than its peers (1.6)'),
    ],
    dormant_company: [
      computed({ told: 'financials_filed' }, 'the accounts say so'),
      computed({ edition: 'companies' }, 'the kind of accounts in the file of companies says so'),
    ],
    no_modelled_revenue: computed({ told: 'financials_filed' }, 'the figures, or why there are none'),
    bank_no_modelled_turnover: computed({ told: 'financials_filed' }, 'the accounts state no turnover'),
    holding_company_no_trading_revenue: computed(
      { told: 'financials_filed' },
      'the accounts state no turnover',
    ),
    estimate_input_failed_balance_sheet_check: computed({ told: 'financials_filed' }, 'the figures'),
    modelled_implausible_against_filed_turnover: computed({ told: 'financials_filed' }, 'the figures'),
    modelled_repeated_across_periods: computed({ told: 'financials_filed' }, 'the figures'),
    not_confirmed: computed({ told: 'financials_filed' }, 'the figures'),
  },
  scores: {
    available: computed('inputs', 'the oldest of the inputs that give points (1.6)'),
    no_scores_on_file: computed({ told: 'financials_filed' }, 'why there are no accounts'),
  },
  firmographics: { available: computed('inputs', 'the oldest of its inputs (1.6)') },
  comparables: {
    available: computed({ oldest: ['companies', 'cohorts'] }, 'cohorts are made of both (4.35)'),
    no_comparables_found: computed({ oldest: ['companies', 'cohorts'] }, 'cohorts are made of both'),
    peer_search_unavailable: UNDATED,
  },
  business_intelligence: {
    available: computed('inputs', 'the oldest of the inputs of its statements (1.6)'),
    no_business_intelligence_on_file: computed(
      {
        absent: [
          'charges',
          'property',
          'financials_filed',
          'ultimate_owner',
          'employees_filed',
          'signals',
          'funding',
        ],
        enough: 3,
      },
      'too few of these have something: that holds to the oldest that has nothing (1.6)',
    ),
  },
  company_summary: {
    available: computed('inputs', 'the oldest of the blocks that its sentences name (1.6)'),
    no_summary_on_file: [
      computed(
        {
          absent: [
            'registered_address',
            'controllers',
            'officers',
            'industry',
            'nature_of_business',
            'financials_filed',
            'ultimate_owner',
            'employees',
          ],
        },
        'its identity alone is on file: that holds to the oldest that has nothing (1.6)',
      ),
      computed({ edition: 'companies' }, 'the register gives it no name'),
    ],
    site_describes_another_company: computed({ told: 'nature_of_business' }, 'the site'),
    summary_unavailable: UNDATED,
  },
};
