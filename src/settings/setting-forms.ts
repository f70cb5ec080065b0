/** What a setting is, and the forms of values that several have. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { withoutTrailing } from '../shared/text/trailing.js';
import { parsedUrl } from '../shared/web-hosts/parsed-url.js';

export const MEGABYTE = 1024 * 1024;

/** The variable that a setting is read from, and its form. */
export class Setting<Value> {
  constructor(
    readonly name: string,
    readonly form: z.ZodType<Value>,
  ) {}
}

export const setting = <Value>(name: string, form: z.ZodType<Value>): Setting<Value> =>
  new Setting(name, form);

/** Settings by what the program calls them, also in groups. */
export type Table = { readonly [called: string]: Setting<unknown> | Table };

/** What a table's settings are read as. */
export type Read<Of> = {
  readonly [Called in keyof Of]: Of[Called] extends Setting<infer Value> ? Value : Read<Of[Called]>;
};

/** The forms in a table, by their variables. */
export const variablesOf = (table: Table): Readonly<Record<string, z.ZodType>> =>
  Object.assign(
    {},
    ...Object.values(table).map((one) =>
      one instanceof Setting ? { [one.name]: one.form } : variablesOf(one),
    ),
  ) as Readonly<Record<string, z.ZodType>>;

/** @param values that passed the forms, by their variables */
export const readBy = <Of extends Table>(table: Of, values: Readonly<Record<string, unknown>>): Read<Of> =>
  Object.fromEntries(
    Object.entries(table).map(([called, one]) => [
      called,
      one instanceof Setting ? values[one.name] : readBy(one, values),
    ]),
  ) as Read<Of>;

/** Null where it is unset. */
export const orNull = <Value>(form: z.ZodType<Value | undefined>) => form.transform((value) => value ?? null);

const MIN_SECRET_LENGTH = 16;

/** A decimal number within limits, as text. */
export const number = (limits: { from: number; to: number; integer?: boolean }, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN))
    .refine(
      (value) => value >= limits.from && value <= limits.to && (!limits.integer || Number.isInteger(value)),
      `must be ${limits.integer ? 'an integer' : 'a number'} from ${limits.from} to ${limits.to}`,
    );

/** A URL with one of these schemes, `https|http`. */
export const url = (schemes: string) =>
  z
    .string()
    .regex(
      new RegExp(`^(${schemes})://\\S+$`),
      `must begin with ${schemes.replaceAll('\\', '').replaceAll('|', ':// or ')}://`,
    )
    .optional();

function isOrigin(text: string): boolean {
  const parsed = parsedUrl(text);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`;
}

/** Scheme, host and port under which browsers reach something, without a closing slash. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be https:// or http:// with a host, and nothing behind it')
  .transform((text) => new URL(text).origin)
  .optional();

const isRange = (text: string): boolean =>
  text.includes('/')
    ? ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] > 0
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Addresses and ranges of them, but not all that there are. */
export const addressRanges = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
  .refine(
    (ranges) => ranges.every(isRange),
    'must be a list of addresses and ranges such as 10.0.0.0/8, never of all addresses',
  );

/** One of our own. */
export const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
  .optional();

/** A key that a provider issued: it goes into a header. */
export const providerKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be one word of visible ASCII characters')
  .optional()
  .transform((key) => key ?? null);

/** The base of paths, without a closing slash; null where it is unset. */
export const baseUrl = url('https|http').transform((text) =>
  text === undefined ? null : withoutTrailing(text, '/'),
);

/** The base of a provider's paths. */
export const providerUrl = (fallback: string) => baseUrl.transform((text) => text ?? fallback);
