/** Leaves of values that stand in no published record, each by the rule that makes it. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

/**
 * `count`: items on file, counted. `key`: the word of the register or of the interface for what is printed, which no text,
 * day or figure of the company changes. `form`: what is printed, joined or in a sentence. `rule`: computed.
 */
export type DerivationKind = 'count' | 'key' | 'form' | 'rule';

/** By path, `*` for a place in a list; a path stands for what lies under it too. */
type Derivations = Readonly<Record<string, readonly [kind: DerivationKind, rule: string]>>;

export const DERIVATIONS: Readonly<Partial<Record<BlockKey, Derivations>>> = {
  registered_address: {
    address_line_1: ['form', 'Blocks 4.3'],
  },
  corporate_owners: {
    'owners.*.nature_of_business': ['key', 'Blocks 4.4'],
  },
  controllers: {
    'controllers.*.type': ['key', 'Blocks 4.5'],
    'ceased_controllers.*.type': ['key', 'Blocks 4.5'],
  },
  charges: {
    outstanding_count: ['count', 'Blocks 4.6'],
    satisfied_count: ['count', 'Blocks 4.6'],
    total_count: ['count', 'Blocks 4.6'],
    'charges.*.contains': ['key', 'Blocks 4.6'],
    'satisfied_charges.*.contains': ['key', 'Blocks 4.6'],
  },
  officers: {
    total: ['count', 'Blocks 4.7'],
    active: ['count', 'Blocks 4.7'],
    resigned: ['count', 'Blocks 4.7'],
    ages: ['count', 'Blocks 4.7'],
  },
  company_identity: {
    legal_form: ['key', 'Blocks 4.8'],
    company_status: ['key', 'Blocks 4.8'],
    status_group: ['key', 'Blocks 4.8'],
  },
  filing_status: {
    accounts_category: ['key', 'Blocks 4.9'],
  },
  registry_events: {
    window: ['key', 'Blocks 4.10'],
    'events.items.*.type': ['key', 'Blocks 4.10'],
    'events.items.*.title': ['form', 'Blocks 4.10'],
    'events.items.*.values.persons_entitled': ['form', 'Blocks 4.10'],
    'events.items.*.values.controller_type': ['key', 'Blocks 4.5'],
    'events.items.*.source': ['key', 'Blocks 1.5'],
    'events.total': ['count', 'Blocks 1.3'],
    'milestones.*.type': ['key', 'Blocks 4.10'],
  },
  industry: {
    sic: ['key', 'Blocks 4.11'],
    label: ['key', 'Blocks 4.11'],
    label_source: ['key', 'Blocks 4.11'],
    nace: ['key', 'Blocks 4.11'],
  },
  property: {
    title_count: ['count', 'Blocks 4.14'],
  },
  ultimate_owner: {
    depth: ['count', 'Blocks 4.16'],
    resolved_by: ['rule', 'Blocks 4.16'],
  },
  signals: {
    window: ['key', 'Blocks 4.19'],
    'signals.items.*.type': ['key', 'Blocks 4.19'],
    'signals.items.*.title': ['form', 'Blocks 4.19'],
    'signals.items.*.direction': ['key', 'Blocks 4.19'],
    'signals.items.*.detail.state': ['key', 'Blocks 4.19'],
    'signals.items.*.counterparty': ['form', 'Blocks 4.19'],
    'signals.items.*.source': ['key', 'Blocks 1.5'],
    'signals.items.*.source_ref': ['rule', 'Blocks 4.19'],
    'signals.items.*.confidence': ['key', 'Blocks 1.7'],
    'signals.total': ['count', 'Blocks 1.3'],
    counts: ['count', 'Blocks 4.19'],
  },
  employees: {
    at: ['rule', 'Blocks 4.26'],
    band: ['rule', 'Blocks 4.26'],
    basis: ['rule', 'Blocks 4.26'],
    scope: ['rule', 'Blocks 4.26'],
    inputs: ['rule', 'Blocks 1.10'],
  },
  funding: {
    totals: ['count', 'Blocks 4.31'],
    'rounds.total': ['count', 'Blocks 1.3'],
    'rounds.items.*.kind': ['key', 'Blocks 4.31'],
    'rounds.items.*.source': ['key', 'Blocks 1.5'],
    'rounds.items.*.confidence': ['key', 'Blocks 1.7'],
  },
  comparables: {
    companies: ['rule', 'Blocks 4.35'],
    cohort: ['rule', 'Blocks 4.35'],
    weights: ['key', 'Blocks 4.35'],
    model: ['key', 'Blocks 1.10'],
  },
  financial_benchmarks: {
    cohort: ['rule', 'Blocks 4.28'],
    ratios: ['rule', 'Blocks 4.28'],
    withheld: ['rule', 'Blocks 4.28'],
  },
  revenue_estimate: {
    basis: ['rule', 'Blocks 4.29'],
    low: ['rule', 'Blocks 4.29'],
    mid: ['rule', 'Blocks 4.29'],
    high: ['rule', 'Blocks 4.29'],
    band: ['rule', 'Blocks 4.29'],
    cohort: ['rule', 'Blocks 4.29'],
    inputs: ['rule', 'Blocks 1.10'],
    model: ['key', 'Blocks 1.10'],
  },
  scores: {
    scores: ['rule', 'Blocks 4.30'],
    model: ['key', 'Blocks 1.10'],
  },
  subsidiaries: {
    'subsidiaries.*.company_status': ['key', 'Blocks 4.8'],
    'subsidiaries.*.ownership_band': ['key', 'Blocks 4.33'],
    'subsidiaries.*.matched_on': ['key', 'Blocks 4.33'],
    count: ['count', 'Blocks 4.33'],
    active_count: ['count', 'Blocks 4.33'],
  },
  firmographics: {
    age_years: ['rule', 'Blocks 4.34'],
    legal_form: ['key', 'Blocks 4.8'],
    status_group: ['key', 'Blocks 4.8'],
    sic_section: ['rule', 'Blocks 4.34'],
    size_class: ['rule', 'Blocks 4.34'],
    turnover_band: ['rule', 'Blocks 4.29'],
    employees_band: ['rule', 'Blocks 4.26'],
    region: ['key', 'Blocks 4.34'],
    country: ['key', 'Blocks 4.34'],
    inputs: ['rule', 'Blocks 1.10'],
  },
  business_intelligence: {
    'items.items': ['rule', 'Blocks 4.36'],
    'items.total': ['count', 'Blocks 1.3'],
  },
  company_summary: {
    text: ['rule', 'Blocks 4.37'],
    sentences: ['rule', 'Blocks 4.37'],
    method: ['key', 'Blocks 4.37'],
    language: ['key', 'Blocks 4.37'],
  },
};

/** The rule for a leaf of a block; undefined where it is to stand in a record. */
export function derivationOf(key: BlockKey, path: string): Derivations[string] | undefined {
  const found = Object.entries(DERIVATIONS[key] ?? {}).find(
    ([declared]) => path === declared || path.startsWith(`${declared}.`),
  );
  return found?.[1];
}
