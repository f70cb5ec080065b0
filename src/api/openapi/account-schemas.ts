/** Schemas of what a key can read about itself, the catalogue and its usage. */
import { OPTION_GUIDE } from '../../blocks/catalogue/option-guide.js';
import { LATENCY_CLASSES } from '../../blocks/runner/define-block.js';
import { BLOCK_KEYS } from '../../shared/block-key.js';
import { ADJUSTMENT_REASONS } from '../../streams/adjustments/adjustments.events.js';
import { share } from './blocks/detail-parts.js';
import {
  day,
  enumOf,
  flag,
  integer,
  list,
  mapOf,
  object,
  orNull,
  ref,
  text,
  time,
  type Schema,
} from './schema.js';

const AVAILABILITY = enumOf(
  ['available', 'not_enabled'],
  "Whether the key's account has the block switched on.",
);
const TIER = enumOf(['core', 'premium']);
const COST = {
  currency: text('ISO 4217; only where prices are agreed.'),
  amount: text('An exact decimal, not rounded; only where prices are agreed.', {
    pattern: '^-?\\d+(\\.\\d+)?$',
  }),
};
const COST_OPTIONAL = ['currency', 'amount'];

const UNITS_BY_BLOCK = object(
  Object.fromEntries(BLOCK_KEYS.map((key) => [key, integer(`Units of ${key}.`, { minimum: 0 })])),
  { description: 'Units by block.', optional: BLOCK_KEYS },
);

const measured = (of: string): Schema =>
  orNull(share(`${of}, to three decimals: this month and the two before; null under 100 rows.`));
const ALL_BLOCKS = { minItems: BLOCK_KEYS.length, maxItems: BLOCK_KEYS.length };
const MEASURED_SHARE = {
  sample: integer('Names that were matched.', { minimum: 0 }),
  right: integer('Of these, matched to the company meant.', { minimum: 0 }),
  share: orNull(share('Null where there is no sample.')),
  low: share('Lower end of the 95 % interval of the share (Wilson).'),
  high: share('Upper end of it.'),
};

export const ACCOUNT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Whoami: object({
    key_id: text('12 characters; may be logged and quoted.', { pattern: '^[a-z0-9]{12}$' }),
    name: text(),
    environment: enumOf(['live', 'test'], 'A test key is no sandbox: same data, recorded in usage alike.'),
    scopes: list(enumOf(['read', 'enrich'])),
    account: object({ id: integer(), email: text() }),
    blocks: list(
      object({ key: ref('BlockKey'), availability: AVAILABILITY, tier: TIER }),
      'All 37, in order.',
      ALL_BLOCKS,
    ),
    blocks_enabled_count: integer(undefined, { minimum: 0 }),
    blocks_total: integer('How many blocks there are.', { const: BLOCK_KEYS.length }),
    limits: object({
      max_rows_per_job: integer(undefined, { minimum: 1 }),
      max_rows_per_job_source: enumOf(['key', 'default'], '`key` where the key has a lower cap of its own.'),
      rate_limits: object({
        requests_per_minute: integer(undefined, { minimum: 1 }),
        resolve_per_minute: integer(undefined, { minimum: 1 }),
      }),
      expires_at: { type: 'null', description: 'Keys do not expire.' },
    }),
    docs: object({
      url: text(undefined, { format: 'uri' }),
      openapi: text(undefined, { format: 'uri' }),
      catalog: text(undefined, { format: 'uri' }),
    }),
  }),
  CatalogueBlock: object(
    {
      key: ref('BlockKey'),
      description: text(),
      source: list(text(), 'Sources that its value may name.'),
      availability: AVAILABILITY,
      tier: TIER,
      latency_class: enumOf(LATENCY_CLASSES, 'The slowest path of the block.'),
      coverage: text('Which companies can have it.'),
      experimental: flag('Off by default, switched on per account.'),
      billable_when: text(),
      coverage_share: measured(
        'Of past delivered rows, of all accounts, the share in which the block was `available`',
      ),
      unit_price: text('What a unit costs now, as agreed for the account; only where a price is agreed.', {
        pattern: '^\\d+(\\.\\d+)?$',
      }),
      currency: text('ISO 4217; with `unit_price`.'),
    },
    { optional: ['unit_price', 'currency'] },
  ),
  ConfidenceContract: object(
    {
      meaning: text(),
      basis: text(),
      bands: list(object({ from: { type: 'number' }, to: { type: 'number' }, meaning: text() })),
      flagged_for_review: text(),
      min_confidence_default: { type: 'number' },
      measured_matches: ref('MeasuredMatches'),
      blocks_without_floor: list(ref('BlockKey')),
    },
    { description: 'What a confidence means, and when a value is flagged.' },
  ),
  MeasuredMatches: object(
    {
      meaning: text(),
      measured_on: day('Of the measurement.'),
      names: integer('Labelled names that were asked.', { minimum: 0 }),
      bands: list(object({ from: { type: 'number' }, to: { type: 'number' }, ...MEASURED_SHARE })),
      by_confidence: list(object({ match_confidence: { type: 'number' }, ...MEASURED_SHARE })),
    },
    { description: 'What the confidence of a match by name is worth.' },
  ),
  OptionDescription: object(
    {
      type: enumOf(['boolean', 'number', 'integer', 'string', 'list']),
      // Of any type: generators in Java make no class of a choice that has a list in it.
      values: { description: 'The words that may be sent, as a list, or the text `block keys`.' },
      minimum: { type: 'number' },
      maximum: { type: 'number' },
      default: {
        description:
          'What holds where it is left out: a value of its type, or null; where it differs between a resolve and a job, an object with `resolve` and `job`.',
      },
      premium: flag('Must be enabled for the account.'),
      description: text(),
    },
    { optional: ['values', 'minimum', 'maximum'] },
  ),
  Catalogue: object({
    blocks: list(ref('CatalogueBlock'), 'All 37, in order.', ALL_BLOCKS),
    confidence: ref('ConfidenceContract'),
    options: object(
      Object.fromEntries(Object.keys(OPTION_GUIDE).map((name) => [name, ref('OptionDescription')])),
    ),
    reason_codes: list(object({ code: ref('ReasonCode'), meaning: text(), retry_suggested: flag() })),
    blocks_total: integer('How many blocks there are.', { const: BLOCK_KEYS.length }),
    matched_share: measured('Of past rows that named a company, the share that was matched to one'),
  }),
  UsageByBlock: object(
    {
      block: ref('BlockKey'),
      units: integer(undefined, { minimum: 1 }),
      ...COST,
      unpriced_units: integer('Units dated before the block had a price.', { minimum: 1 }),
    },
    { optional: [...COST_OPTIONAL, 'unpriced_units'] },
  ),
  UsageByDay: object(
    {
      date: day('UTC.'),
      rows: integer('Delivered rows.', { minimum: 0 }),
      units: integer(undefined, { minimum: 0 }),
      blocks: UNITS_BY_BLOCK,
      ...COST,
    },
    { optional: COST_OPTIONAL },
  ),
  AdjustedBlock: object(
    {
      block: ref('BlockKey'),
      units: integer('Negative where they are taken back.'),
      ...COST,
      unpriced_units: integer('Units dated before the block had a price.'),
    },
    { optional: [...COST_OPTIONAL, 'unpriced_units'] },
  ),
  AdjustedDay: object(
    {
      date: day('UTC day of the charges.'),
      units: integer('Negative where they are taken back.'),
      blocks: mapOf(integer(), 'Units by block.'),
      ...COST,
    },
    { optional: COST_OPTIONAL },
  ),
  UsageAdjustment: object(
    {
      adjustment_id: text(undefined, { pattern: '^adj_[0-7][0-9A-HJKMNP-TV-Z]{25}$' }),
      reverses: orNull(text('The adjustment that this one reverses: it counts with a plus sign then.')),
      reason: enumOf(ADJUSTMENT_REASONS),
      time: time('When it was made.'),
      units: integer('Of the charges in the range; negative where they are taken back.'),
      items: list(
        { anyOf: [ref('AdjustedBlock'), ref('AdjustedDay')] },
        'By block or by day of the charges, like `items` of the answer.',
      ),
      ...COST,
    },
    { optional: COST_OPTIONAL, description: 'Charges that are not owed, or the reversal of that.' },
  ),
  Usage: object(
    {
      from: day('First day, UTC.'),
      to: day('Last day, inclusive.'),
      granularity: enumOf(['block', 'day']),
      job_id: orNull(text('The job that was asked for, or null.')),
      counts: object({
        rows: integer('Delivered rows.', { minimum: 0 }),
        units: integer('Billed units.', { minimum: 0 }),
      }),
      items: list(
        { anyOf: [ref('UsageByBlock'), ref('UsageByDay')] },
        'By block in catalogue order, or by day.',
      ),
      unpriced: list(ref('BlockKey'), 'Blocks with units that have no price; only where prices are agreed.'),
      adjustments: list(
        ref('UsageAdjustment'),
        'In the order in which they were made; this and `net_units` only where charges of the range were adjusted. `counts`, `items` and `amount` stay as charged.',
      ),
      net_units: integer('`counts.units` and the units of `adjustments`.'),
      net_amount: text('`amount` and the amounts of `adjustments`, exact; where prices are agreed.', {
        pattern: '^-?\\d+(\\.\\d+)?$',
      }),
      as_of: orNull(
        object(
          { position: text(), time: time('When that event happened.') },
          {
            description: "The account's last charge or adjustment that is counted; everything before it is.",
          },
        ),
      ),
      ...COST,
    },
    { optional: [...COST_OPTIONAL, 'unpriced', 'adjustments', 'net_units', 'net_amount'] },
  ),
};
