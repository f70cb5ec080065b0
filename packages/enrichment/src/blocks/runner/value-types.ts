/** The types that block values are made of (Blocks 1.1, 1.18), each with its unit, as schemas. */
import { z } from 'zod';
import { BLOCK_KEYS } from '../../../../contract/src/block-key.js';
import { REASON_CODES } from '../../../../contract/src/reason-code.js';

export const int = z.int();
/** A whole number from 0. */
export const count = z.int().min(0);
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('A day, YYYY-MM-DD.');
export const companyNumber = z.string().length(8).describe('A UK company number, 8 characters.');
export const host = z.string().describe('A host name: lower case, punycode, no "www.".');
export const text = z.string();
export const confidence = z.number().min(0).max(1).describe('Share of such values that are right, 0 to 1.');

export const money = z
  .strictObject({
    amount: z
      .string()
      .regex(/^-?\d+(\.\d{2})?$/)
      .describe('Decimal string: sign, no grouping, two decimals when there are pence, else none.'),
    currency: z.string().length(3).describe('ISO 4217.'),
  })
  .describe('An amount of money.');

const bandOf = <T extends z.ZodType>(bound: T) =>
  z.strictObject({
    min: bound,
    max: bound.nullable().describe('Null: open to the top.'),
    label: z.string(),
  });
/** Both ends inclusive. */
export const band = bandOf(count).describe('A range of whole numbers, both ends included.');
export const moneyBand = bandOf(money).describe('A range of money, both ends included.');

/** `total` counts what exists, `items` what is served. */
export const capped = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), total: count, truncated: z.boolean() });

export const period = z.strictObject({
  start: isoDate.nullable(),
  end: isoDate,
  months: count.nullable(),
});

export const companyRef = z.strictObject({
  company_number: companyNumber.nullable(),
  company_name: z.string(),
});

export const blockKey = z.enum(BLOCK_KEYS);
/** One input of a computed number. */
export const input = z.strictObject({
  block: blockKey.nullable(),
  field: z.string(),
  source: z.string(),
  as_of: isoDate.nullable(),
  value: z.union([z.string(), z.number(), z.null()]),
});

export type Input = z.output<typeof input>;

/** A figure or contact field that was looked for and is not served; the field itself is null. */
export const withheld = z.strictObject({
  field: z.string(),
  reason: z.enum(REASON_CODES as [string, ...string[]]),
});

/** The address as published; null where the register leaves a field blank. */
export const addressFields = {
  address_line_1: z.string().nullable(),
  address_line_2: z.string().nullable(),
  locality: z.string().nullable().describe('Post town.'),
  region: z.string().nullable().describe('County.'),
  postal_code: z.string().nullable(),
};

export const model = z.strictObject({ name: z.string(), version: z.string() });
export const window = z.strictObject({ from: isoDate, to: isoDate });
