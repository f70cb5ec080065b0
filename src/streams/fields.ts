/** Schemas for the fields of events. `docs/events.md` shows each under its title. */
import { z } from 'zod';
import { BLOCK_KEYS, type BlockKey } from '../../packages/contract/src/block-key.js';
import { isRequestDay } from '../../packages/words/src/calendar.js';
import {
  FIRST_ACCOUNT_ID,
  parseAdjustmentId,
  parseJobId,
  parseKeyId,
  type AccountId,
  type AdjustmentId,
  type KeyEnvironment,
  type JobId,
  type KeyId,
  type KeyScope,
} from '../../packages/contract/src/ids.js';
import {
  PREMIUM_OPTIONS,
  type GrantedOptions,
  type PremiumOption,
} from '../../packages/contract/src/options.js';
import type { KeptBytes } from '../../packages/platform/src/bytes/deflated.js';
import { isReasonCode, type ReasonCode } from '../../packages/contract/src/reason-code.js';

/** Returns the schema of a field that a parser or guard checks. */
const checked = <T>(name: string, is: (value: unknown) => boolean): z.ZodType<T> =>
  z.custom<T>(is).meta({ title: name });
const checkedText = <T>(name: string, is: (text: string) => boolean): z.ZodType<T> =>
  checked(name, (value) => typeof value === 'string' && is(value));

export const accountId = checked<AccountId>(
  'AccountId',
  (value) => Number.isInteger(value) && Number(value) >= FIRST_ACCOUNT_ID,
);
export const jobId = checkedText<JobId>('JobId', (text) => parseJobId(text) !== null);
export const adjustmentId = checkedText<AdjustmentId>(
  'AdjustmentId',
  (text) => parseAdjustmentId(text) !== null,
);
export const keyId = checkedText<KeyId>('KeyId', (text) => parseKeyId(text) !== null);
export const environment: z.ZodType<KeyEnvironment> = z.enum(['live', 'test']).meta({ title: 'Environment' });
export const scope: z.ZodType<KeyScope> = z.enum(['read', 'enrich']).meta({ title: 'Scope' });
export const blockKey = z.enum(BLOCK_KEYS).meta({ title: 'BlockKey' });
export const reasonCode = checkedText<ReasonCode>('ReasonCode', isReasonCode);
export const premiumOption: z.ZodType<PremiumOption> = z
  .enum(PREMIUM_OPTIONS)
  .meta({ title: 'PremiumOption' });
export const grantedOptions = checked<GrantedOptions>(
  'GrantedOptions',
  (value) => typeof value === 'object' && value !== null,
);
export const bytes = checked<KeptBytes>(
  'KeptBytes',
  (value) =>
    typeof value === 'object' && value !== null && 'kept' in value && value.kept instanceof Uint8Array,
);

export const blocks = z.array(blockKey).readonly();
/** Returns the schema of a value for some of the blocks. */
export const byBlock = <T>(value: z.ZodType<T>): z.ZodType<Readonly<Partial<Record<BlockKey, T>>>> =>
  z.partialRecord(blockKey, value).readonly();
/** The edition in force of each source, by the source's name. */
export const editions = z.record(z.string(), z.string()).readonly();
/** Returns the schema of a text whose meaning `docs/events.md` shows. */
export const text = (meaning: string) => z.string().describe(meaning);
export const textOrNull = (meaning: string) => z.string().nullable().describe(meaning);
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
/** An index in a list, or a number of things. */
export const count = z.number().int().min(0);
/** YYYY-MM-DD, UTC. */
export const day = checkedText<string>('Day', isRequestDay);
/** ISO 8601, UTC, to the millisecond. */
export const time = z.string();

/** Returns an object schema that refuses fields it doesn't name. */
export const data = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject(shape).readonly();
/** Returns a schema that `docs/events.md` shows once, under this title, and links by it. */
export const named = <T>(title: string, schema: z.ZodType<T>, description?: string): z.ZodType<T> =>
  schema.meta(description === undefined ? { title } : { title, description });
