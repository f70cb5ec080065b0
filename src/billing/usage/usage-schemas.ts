/** Schemas of the body of GET /v1/usage (Spec 5.10; Contract 5.8), and types of the bodies for operators. */
import { z } from 'zod';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import {
  blockKey,
  count,
  day,
  decimal,
  objectSchema,
  int,
  positive,
  text,
  time,
  type BodyOf,
} from '../../../packages/contract/src/body-parts.js';
import { ADJUSTMENT_REASONS } from '../../streams/adjustments/adjustments.events.js';

const cost = {
  currency: text.optional().describe('ISO 4217; only where prices are agreed.'),
  amount: decimal.optional().describe('An exact decimal, not rounded; only where prices are agreed.'),
};
const adjustmentId = text.regex(/^adj_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const UNPRICED = 'Units dated before the block had a price.';
const TAKEN_BACK = 'Negative where they are taken back.';

export const usageByBlock = z.object({
  block: blockKey,
  units: positive,
  ...cost,
  unpriced_units: positive.optional().describe(UNPRICED),
});
export type BlockItem = BodyOf<typeof usageByBlock>;
/** The cost as an exact decimal string, where prices are agreed. */
export type Cost = Pick<BlockItem, 'currency' | 'amount'>;

export const usageByDay = z.object({
  date: day.describe('UTC.'),
  rows: count.describe('Delivered rows.'),
  units: count,
  blocks: objectSchema(
    'Units by block.',
    Object.fromEntries(BLOCK_KEYS.map((key) => [key, count.optional().describe(`Units of ${key}.`)])),
  ),
  ...cost,
});
export type DayItem = BodyOf<typeof usageByDay>;

export const adjustedBlock = z.object({
  block: blockKey,
  units: int.describe(TAKEN_BACK),
  ...cost,
  unpriced_units: int.optional().describe(UNPRICED),
});
export const adjustedDay = z.object({
  date: day.describe('UTC day of the charges.'),
  units: int.describe(TAKEN_BACK),
  blocks: z.record(z.string(), int).describe('Units by block.'),
  ...cost,
});

export const usageAdjustment = objectSchema(
  'Charges that are not owed, a corrected price, or the reversal of either.',
  {
    adjustment_id: adjustmentId,
    reverses: text
      .nullable()
      .describe('The adjustment that this one reverses: it counts with a plus sign then.'),
    reason: z.enum(ADJUSTMENT_REASONS),
    time: time.describe('When it was made.'),
    units: int.describe(
      'Of the charges in the range; negative where they are taken back, 0 where their price is corrected.',
    ),
    items: z
      .array(z.union([adjustedBlock, adjustedDay]))
      .describe('By block or by day of the charges, like `items` of the answer.'),
    ...cost,
  },
);

export const usageCredit = objectSchema('A credit that is tied to no charge, or the reversal of one.', {
  adjustment_id: adjustmentId,
  reverses: text.nullable().describe('The credit that this one reverses: it counts with a plus sign then.'),
  reason: z.enum(ADJUSTMENT_REASONS),
  time: time.describe('When it was granted; it counts on this day (UTC).'),
  currency: text.describe('ISO 4217.'),
  amount: decimal.describe('Negative where less is owed.'),
});
/** A credit, as usage shows it. */
export type UsageCredit = BodyOf<typeof usageCredit>;

export const usageMonthRule = objectSchema(
  'What a rule of a calendar month comes to: free units, tiers or a minimum. It changes no charge.',
  {
    month: text.describe('YYYY-MM, UTC.'),
    rule: z.enum(['free_units', 'tiers', 'minimum']).describe('Which rule; its terms stand under its name.'),
    version: positive.describe('Number of the agreement of the rules.'),
    free_units: positive.optional().describe('Of the rule of that name: so many units cost nothing.'),
    tiers: z
      .array(
        objectSchema('A tier.', {
          after: count.describe("Begins behind so many of the month's units."),
          percent: decimal.describe('Off the price of each unit.'),
        }),
      )
      .readonly()
      .optional()
      .describe('Of the rule of that name.'),
    minimum: decimal.optional().describe('Of the rule of that name: the least that the units cost.'),
    units: count.describe('Units that it makes cheaper; 0 in a minimum.'),
    currency: text.describe('ISO 4217.'),
    amount: decimal.describe('An exact decimal, not rounded; negative where less is owed.'),
  },
);
/** A rule of a month, as usage shows it. */
export type UsageMonthRule = BodyOf<typeof usageMonthRule>;

export const usageAnswer = z.object({
  from: day.describe('First day, UTC.'),
  to: day.describe('Last day, inclusive.'),
  granularity: z.enum(['block', 'day']),
  job_id: text.nullable().describe('The job that was asked for, or null.'),
  counts: z.object({ rows: count.describe('Delivered rows.'), units: count.describe('Billed units.') }),
  items: z.array(z.union([usageByBlock, usageByDay])).describe('By block in catalogue order, or by day.'),
  unpriced: z
    .array(blockKey)
    .optional()
    .describe('Blocks with units that have no price; only where prices are agreed.'),
  adjustments: z
    .array(usageAdjustment)
    .optional()
    .describe(
      'In the order in which they were made; only where charges of the range were adjusted. `counts`, `items` and `amount` stay as charged.',
    ),
  credits: z
    .array(usageCredit)
    .optional()
    .describe('Credits granted in the range, in the order in which they were granted; absent with `job_id`.'),
  net_units: int
    .optional()
    .describe('`counts.units` and the units of `adjustments`; only where there are adjustments or credits.'),
  net_amount: decimal
    .optional()
    .describe('`amount` and the amounts of `adjustments` and `credits`, exact; where prices are agreed.'),
  month_rules: z
    .array(usageMonthRule)
    .optional()
    .describe(
      'By month, then in the order in which they apply, beside `net_amount`; only for whole calendar months with such rules, absent with `job_id`.',
    ),
  as_of: z
    .object({ position: text, time: time.describe('When that event happened.') })
    .nullable()
    .describe("The account's last charge or adjustment that is counted; everything before it is."),
  ...cost,
});

export type Granularity = z.output<typeof usageAnswer>['granularity'];

/** The part of an adjustment, or of a reversal, that concerns charges of the range. */
export type UsageAdjustment<Item> = Omit<BodyOf<typeof usageAdjustment>, 'items'> & {
  readonly items: readonly Omit<Item, 'rows'>[];
};

/** A usage answer. Operators see items by job and by key too. */
export type UsageBody<Item = BlockItem | DayItem> = Omit<
  BodyOf<typeof usageAnswer>,
  'granularity' | 'items' | 'adjustments'
> & {
  readonly granularity: string;
  readonly items: readonly Item[];
  readonly adjustments?: readonly UsageAdjustment<Item>[];
};
