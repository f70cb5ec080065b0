/** The 37 block keys in the order of Spec 2.1, as in every list but a job's own `blocks` (Contract 4.3). */
export const CORE_BLOCKS = [
  'domain',
  'domain_validation',
  'registered_address',
  'corporate_owners',
  'controllers',
  'charges',
  'officers',
  'company_identity',
  'filing_status',
  'registry_events',
  'industry',
] as const;

const PREMIUM_BLOCKS = [
  'related_company_domain',
  'nature_of_business',
  'property',
  'financials_filed',
  'ultimate_owner',
  'employees_filed',
  'contacts',
  'signals',
  'news_signals',
  'financials_live',
  'employees_live',
  'web_traffic',
  'web_presence',
  'technologies',
  'employees',
  'planning',
  'financial_benchmarks',
  'revenue_estimate',
  'scores',
  'funding',
  'trading_address',
  'subsidiaries',
  'firmographics',
  'comparables',
  'business_intelligence',
  'company_summary',
] as const;

export const BLOCK_KEYS = [...CORE_BLOCKS, ...PREMIUM_BLOCKS] as const;

export type BlockKey = (typeof BLOCK_KEYS)[number];

/** Blocks that are off by default and switched on for single accounts (Blocks 1.16). */
export const EXPERIMENTAL_BLOCKS: readonly BlockKey[] = [
  'news_signals',
  'web_traffic',
  'planning',
  'scores',
  'business_intelligence',
];

/** The blocks of a new account unless the operator chooses others (Contract 4.3). */
export const DEFAULT_BLOCKS: readonly BlockKey[] = BLOCK_KEYS.filter(
  (block) => !EXPERIMENTAL_BLOCKS.includes(block),
);

/** For each block, the blocks whose answers it uses in its own value, requested or not. */
export const NESTED_BLOCKS: Readonly<Partial<Record<BlockKey, readonly BlockKey[]>>> = {
  corporate_owners: ['nature_of_business'],
  business_intelligence: [
    'charges',
    'company_identity',
    'property',
    'financials_filed',
    'ultimate_owner',
    'employees_filed',
    'signals',
    'funding',
  ],
  company_summary: [
    'registered_address',
    'controllers',
    'officers',
    'company_identity',
    'industry',
    'nature_of_business',
    'financials_filed',
    'ultimate_owner',
    'employees',
  ],
};

export type Tier = 'core' | 'premium';

/** Says whether a key's account has a block switched on. */
export type Availability = 'available' | 'not_enabled';

const POSITION: ReadonlyMap<string, number> = new Map(BLOCK_KEYS.map((key, index) => [key, index]));

export const isBlockKey = (value: string): value is BlockKey => POSITION.has(value);

/** Sorts block keys into the specification's order and removes duplicates. */
export const sortBlockKeys = (keys: Iterable<BlockKey>): BlockKey[] =>
  [...new Set(keys)].sort((a, b) => (POSITION.get(a) ?? 0) - (POSITION.get(b) ?? 0));

/** A block's value, or a row's match, of lower confidence is flagged for review (Blocks 1.7). */
export const FLAGGED_BELOW = 0.75;
