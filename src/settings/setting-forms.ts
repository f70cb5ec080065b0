/** Defines what a setting is, and the forms (zod types) of values that several settings share. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { withoutTrailing } from '../../packages/words/src/text/trailing.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';
import type { SettingName } from './setting-texts.js';

export const MEGABYTE = 1024 * 1024;

/** The variable that a setting is read from, and the form of its value. */
export class Setting<Value> {
  constructor(
    readonly name: SettingName,
    readonly form: z.ZodType<Value>,
  ) {}
}

export const setting = <Value>(name: SettingName, form: z.ZodType<Value>): Setting<Value> =>
  new Setting(name, form);

/** Settings, and groups of settings, by their names in the program. */
export type SettingTable = { readonly [key: string]: Setting<unknown> | SettingTable };

/** The values of a table's settings, under the same keys. */
export type ValuesOf<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : ValuesOf<Table[Key]>;
};

/** Returns the forms of a table's settings, by variable. */
export const variablesOf = (table: SettingTable): Readonly<Record<string, z.ZodType>> =>
  Object.assign(
    {},
    ...Object.values(table).map((entry) =>
      entry instanceof Setting ? { [entry.name]: entry.form } : variablesOf(entry),
    ),
  ) as Readonly<Record<string, z.ZodType>>;

/** Returns the settings under the keys of their table. @param values by variable, as the forms gave them */
export const readTable = <Table extends SettingTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
): ValuesOf<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([key, entry]) => [
      key,
      entry instanceof Setting ? values[entry.name] : readTable(entry, values),
    ]),
  ) as ValuesOf<Table>;

export const orNull = <Value>(form: z.ZodType<Value | undefined>) => form.transform((value) => value ?? null);

/** Returns the default that a form gives to an unset variable, as text, or null if it gives none. */
export function defaultText(form: z.core.$ZodType): string | null {
  if (form instanceof z.ZodDefault) return String(form.def.defaultValue);
  return form instanceof z.ZodPipe ? defaultText(form.def.in) : null;
}

const MIN_SECRET_LENGTH = 16;

/** Returns the form of a decimal number within limits. */
export const number = (limits: { from: number; to: number; integer?: boolean }, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN))
    .refine(
      (value) => value >= limits.from && value <= limits.to && (!limits.integer || Number.isInteger(value)),
      `must be ${limits.integer ? 'an integer' : 'a number'} from ${limits.from} to ${limits.to}`,
    );

/** Returns the form of a URL with one of these schemes, such as `https|http`. */
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

/** The form of a scheme, host and port, without a closing slash. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be https:// or http:// with a host, and nothing behind it')
  .transform((text) => new URL(text).origin)
  .optional();

const isAddressOrRange = (text: string): boolean =>
  text.includes('/')
    ? ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] > 0
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** The form of a list of IP addresses and ranges. A range of all addresses is refused. */
export const addressRanges = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((range) => range.trim() || []))
  .refine(
    (ranges) => ranges.every(isAddressOrRange),
    'must be a list of addresses and ranges such as 10.0.0.0/8, never of all addresses',
  );

/** The form of a secret of this service. */
export const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
  .optional();

/** Returns the form of a word of visible ASCII characters. */
export const oneWord = (maxLength = 500) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^[\\x21-\\x7e]{1,${maxLength}}$`), 'must be one word of visible ASCII characters')
    .optional();

/** The form of a key that a provider issued. It is sent in a header, so it is one word of ASCII. */
export const providerKey = oneWord().transform((key) => key ?? null);

/** The form of a base address without a closing slash, or null if it is unset. */
export const baseUrl = url('https|http').transform((text) =>
  text === undefined ? null : withoutTrailing(text, '/'),
);

/** Returns the form of a base address without a closing slash; `fallback` where it is unset. */
export const providerUrl = (fallback: string) => baseUrl.transform((text) => text ?? fallback);
