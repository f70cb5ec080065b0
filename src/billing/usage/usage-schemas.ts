/** Declares the schemas of the body of GET /v1/usage (Spec 5.10; Contract 5.8), and types for operators. */
import { z } from 'zod';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
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

const NULL_IF_SEVERAL = 'null if there are several currencies: `currencies` lists them';
const currency = text
  .nullable()
  .optional()
  .describe(`The currency, ISO 4217; only if prices are agreed; ${NULL_IF_SEVERAL}.`);
const amount = decimal
  .nullable()
  .optional()
  .describe(`The cost as an exact decimal, not rounded; only if prices are agreed; ${NULL_IF_SEVERAL}.`);
const currencySum = {
  currency: text.describe('ISO 4217.'),
  amount: decimal.describe('The sum as an exact decimal, not rounded.'),
};
const cost = {
  currency,
  amount,
  currencies: z
    .array(objectSchema('The sum of one currency.', currencySum))
    .optional()
    .describe('One sum for each currency, sorted by currency; only if there are several.'),
};
const adjustmentId = text.regex(/^adj_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

const BY_BLOCK = 'With granularity `block`';
const BY_DAY = 'With granularity `day`';

/**
 * An entry by block or by day. It is one schema, because client generators handle a union of two schemas with
 * equal field names badly.
 */
export const usageItem = z.object({
  block: blockKey.optional().describe(`${BY_BLOCK}: the block.`),
  date: day.optional().describe(`${BY_DAY}: the UTC day of the charges.`),
  rows: count.optional().describe(`${BY_DAY}: delivered rows. Items of adjustments have none.`),
  units: int.describe('The units; negative if an adjustment takes them back.'),
  blocks: z.record(z.string(), int).optional().describe(`${BY_DAY}: units by block.`),
  ...cost,
  unpriced_units: int.optional().describe(`${BY_BLOCK}: units dated before the block had a price.`),
});
/** The fields of a cost: currency and amount, or a sum for each currency. */
export type Cost = Pick<BodyOf<typeof usageItem>, 'currency' | 'amount' | 'currencies'>;

export interface BlockItem extends Cost {
  readonly block: BlockKey;
  readonly units: number;
  readonly unpriced_units?: number;
}
export interface DayItem extends Cost {
  readonly date: string;
  readonly rows: number;
  readonly units: number;
  readonly blocks: { readonly [Block in BlockKey]?: number };
}

export const usageAdjustment = objectSchema(
  'Charges that are not owed, a corrected price, or the reversal of either.',
  {
    adjustment_id: adjustmentId,
    reverses: text
      .nullable()
      .describe(
        'The adjustment that this one reverses; its units and amounts then have the opposite sign. Null: none.',
      ),
    reason: z.enum(ADJUSTMENT_REASONS),
    time: time.describe('When it was made.'),
    units: int.describe(
      'The units of the adjusted charges in the range: negative if they are taken back, 0 if only their price is corrected.',
    ),
    items: z
      .array(usageItem)
      .describe('The adjusted charges, by block or by day as in `items` of the answer.'),
    ...cost,
  },
);

export const usageCredit = objectSchema('A credit that is tied to no charge, or the reversal of one.', {
  adjustment_id: adjustmentId,
  reverses: text
    .nullable()
    .describe('The credit that this one reverses; its amount then has the opposite sign. Null: none.'),
  reason: z.enum(ADJUSTMENT_REASONS),
  time: time.describe('When it was granted; it counts on this day (UTC).'),
  currency: text.describe('ISO 4217.'),
  amount: decimal.describe('The amount; negative if less is owed.'),
});
/** A credit, as usage shows it. */
export type UsageCredit = BodyOf<typeof usageCredit>;

const usageMonthRule = objectSchema(
  'The effect of a rule for a calendar month: free units, tiers or a minimum. It changes no charge.',
  {
    month: text.describe('YYYY-MM, UTC.'),
    rule: z
      .enum(['free_units', 'tiers', 'minimum'])
      .describe('The kind of rule. The field of that name has its terms.'),
    version: positive.describe('The number of the agreement that has the rule.'),
    free_units: positive
      .optional()
      .describe('With the rule `free_units`: the number of units that cost nothing.'),
    tiers: z
      .array(
        objectSchema('A tier.', {
          after: count.describe('The units of the month after which the tier begins.'),
          percent: decimal.describe('The percentage by which the price of each unit is reduced.'),
        }),
      )
      .readonly()
      .optional()
      .describe('With the rule `tiers`: its tiers.'),
    minimum: decimal
      .optional()
      .describe('With the rule `minimum`: the least that the units of the month cost.'),
    units: count.describe('The units that the rule makes cheaper; 0 for a minimum.'),
    currency: text.describe('ISO 4217.'),
    amount: decimal.describe('The effect as an exact decimal, not rounded; negative if less is owed.'),
  },
);
/** A rule of a month, as usage shows it. */
export type UsageMonthRule = BodyOf<typeof usageMonthRule>;

export const usageAnswer = z.object({
  from: day.describe('First day, UTC.'),
  to: day.describe('Last day, inclusive.'),
  granularity: z.enum(['block', 'day']),
  job_id: text.nullable().describe('The job that was asked for; null: all jobs.'),
  counts: z.object({ rows: count.describe('Delivered rows.'), units: count.describe('Billed units.') }),
  items: z.array(usageItem).describe('The units by block, in the order of the catalogue, or by day.'),
  unpriced: z
    .array(blockKey)
    .optional()
    .describe('Blocks with units that have no price; only if prices are agreed.'),
  adjustments: z
    .array(usageAdjustment)
    .optional()
    .describe(
      'Adjustments of charges in the range, in the order in which they were made; absent if there are none. They do not change `counts`, `items` and `amount`.',
    ),
  credits: z
    .array(usageCredit)
    .optional()
    .describe('Credits granted in the range, in the order in which they were granted; absent with `job_id`.'),
  net_units: int
    .optional()
    .describe(
      'The sum of `counts.units` and the units of `adjustments`; only if there are adjustments or credits.',
    ),
  net_amount: decimal
    .nullable()
    .optional()
    .describe(
      'The exact sum of `amount` and the amounts of `adjustments` and `credits`; only if prices are agreed; null if `amount` is null.',
    ),
  month_rules: z
    .array(usageMonthRule)
    .optional()
    .describe(
      'The effects of rules for calendar months, by month, then in the order in which they apply. Their amounts are not part of `net_amount`. Only if the range is made of whole months with such rules; absent with `job_id`.',
    ),
  as_of: z
    .object({ position: text, time: time.describe('When that event happened.') })
    .nullable()
    .describe(
      "The account's last charge or adjustment that is counted. Everything before it is counted too.",
    ),
  currency,
  amount,
  currencies: z
    .array(
      objectSchema('The sums of one currency.', {
        ...currencySum,
        net_amount: decimal
          .optional()
          .describe('The amount with adjustments and credits; only if there are any.'),
      }),
    )
    .optional()
    .describe('The sums of each currency, sorted by currency; only if there are several.'),
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
