/** Schemas of the body of GET /v1/usage (Spec 5.10; Contract 5.8), and types of the bodies for operators. */
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

const SEVERAL = 'null where contracts in several currencies have a part, which `currencies` lists';
const currency = text.nullable().optional().describe(`ISO 4217; only where prices are agreed; ${SEVERAL}.`);
const amount = decimal
  .nullable()
  .optional()
  .describe(`An exact decimal, not rounded; only where prices are agreed; ${SEVERAL}.`);
const currencySum = { currency: text.describe('ISO 4217.'), amount: decimal };
const cost = {
  currency,
  amount,
  currencies: z
    .array(objectSchema('The sum of one currency.', currencySum))
    .optional()
    .describe('One sum for each currency, in their order; only where there are several.'),
};
const adjustmentId = text.regex(/^adj_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

const BY_BLOCK = 'With granularity `block`';
const BY_DAY = 'With granularity `day`';

/**
 * An entry by block or by day. It is one schema, because client generators handle a union of two schemas with
 * equal field names badly.
 */
export const usageItem = z.object({
  block: blockKey.optional().describe(`${BY_BLOCK}.`),
  date: day.optional().describe(`${BY_DAY}: the UTC day of the charges.`),
  rows: count.optional().describe(`${BY_DAY}, outside of adjustments: delivered rows.`),
  units: int.describe('Negative where an adjustment takes them back.'),
  blocks: z.record(z.string(), int).optional().describe(`${BY_DAY}: units by block.`),
  ...cost,
  unpriced_units: int.optional().describe(`${BY_BLOCK}: units dated before the block had a price.`),
});
/** The cost as an exact decimal string, where prices are agreed. */
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
      .describe('The adjustment that this one reverses: it counts with a plus sign then.'),
    reason: z.enum(ADJUSTMENT_REASONS),
    time: time.describe('When it was made.'),
    units: int.describe(
      'Of the charges in the range; negative where they are taken back, 0 where their price is corrected.',
    ),
    items: z.array(usageItem).describe('By block or by day of the charges, like `items` of the answer.'),
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

const usageMonthRule = objectSchema(
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
  items: z.array(usageItem).describe('By block in catalogue order, or by day.'),
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
    .nullable()
    .optional()
    .describe(
      '`amount` and the amounts of `adjustments` and `credits`, exact; where prices are agreed; null as `amount` is.',
    ),
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
  currency,
  amount,
  currencies: z
    .array(
      objectSchema('The sums of one currency.', {
        ...currencySum,
        net_amount: decimal.optional().describe('With adjustments and credits; only where there are some.'),
      }),
    )
    .optional()
    .describe('The sums of each currency, in their order; only where there are several.'),
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
