/** Schemas of the parts of answer bodies. The types of the code and the API description come from them. */
import { z } from 'zod';
import type { BlockKey } from './block-key.js';
import type { JobId } from './ids.js';
import type { ReasonCode } from './reason-code.js';

type Unchanging<T> = unknown extends T
  ? T
  : T extends string | number
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Unchanging<Item>[]
      : { readonly [Name in keyof T]: Unchanging<T[Name]> };

/** The read-only type of what a schema describes. */
export type BodyOf<Schema extends z.ZodType> = Unchanging<z.output<Schema>>;

/** The schema that the API description has under this name. */
export const schemaReference = <T = unknown>(name: string): z.ZodType<T> =>
  z.custom<T>().meta({ $ref: `#/components/schemas/${name}` });
/** An object schema with a description. Fields may be added within /v1. */
export const objectSchema = <Shape extends z.core.$ZodLooseShape>(sentence: string, shape: Shape) =>
  z.object(shape).describe(sentence);

export const blockKey = schemaReference<BlockKey>('BlockKey');
export const reasonCode = schemaReference<ReasonCode>('ReasonCode');
export const jobId = schemaReference<JobId>('JobId');

export const availability = z
  .enum(['available', 'not_enabled'])
  .describe("Whether the key's account has the block switched on.");
export const tier = z.enum(['core', 'premium']);

export const text = z.string();
export const flag = z.boolean();
export const int = z.int();
export const count = z.int().min(0);
export const positive = z.int().min(1);
/** A number from 0 to 1. */
export const share = z.number().min(0).max(1);
/** An exact decimal. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const day = z.string().meta({ format: 'date' });
export const time = z.string().meta({ format: 'date-time' });
export const uri = z.string().meta({ format: 'uri' });
