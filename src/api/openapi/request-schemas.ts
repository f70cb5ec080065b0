/** Declares the schemas of request bodies and options. Unknown fields are not allowed. */
import { z } from 'zod';
import { Catalogue } from '../../../packages/enrichment/src/index.js';
import { IDENTIFIER_LIMITS, REF_LIMIT } from '../../jobs/request/identifiers.js';
import { blockKey, schemaReference, text } from '../../../packages/contract/src/body-parts.js';
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';

/**
 * Returns the schema of an object without other fields. It has no `additionalProperties: false`, because a
 * Java generator makes an empty map of such an object.
 */
const closedObject = (shape: z.core.$ZodLooseShape, description?: string) =>
  z
    .object(shape)
    .meta({ unevaluatedProperties: false, ...(description === undefined ? {} : { description }) });

function optionShape(guide: Catalogue.OptionGuide): z.ZodType {
  const { type, values, minimum, maximum, description, premium } = guide;
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  const valueSchema = values === 'block keys' ? blockKey : values === undefined ? text : z.enum(values);
  const list = values === 'block keys' ? z.array(valueSchema) : z.array(valueSchema).min(1);
  const schemaByType = {
    boolean: z.boolean(),
    number: z.number(),
    integer: z.int(),
    string: valueSchema,
    list,
  };
  const sentence = `${description}${premium ? ' Premium: must be enabled for the account.' : ''}`;
  return schemaByType[type].meta({ ...bounds, description: sentence });
}

export const OPTION_SHAPES: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(Catalogue.OPTION_GUIDE).map(([name, guide]) => [name, optionShape(guide)]),
);

/** Returns the schema of a field that may be left out or null, which counts as left out (Contract 2.5). */
const optionalOrNull = (schema: z.ZodType) => schema.nullable().optional();

export const REQUEST_SCHEMAS = {
  Options: closedObject(
    Object.fromEntries(Object.entries(OPTION_SHAPES).map(([name, shape]) => [name, optionalOrNull(shape)])),
    'The options of a job. An option that is left out or null has its default.',
  ),
  AskedRow: closedObject(
    {
      ref: optionalOrNull(text.max(REF_LIMIT).describe('A reference of your own, returned as sent.')),
      company_number: optionalOrNull(
        text.max(IDENTIFIER_LIMITS.company_number).describe('Company register number: 8 characters.'),
      ),
      company_name: optionalOrNull(text.max(IDENTIFIER_LIMITS.company_name).describe('Registered name.')),
      domain: optionalOrNull(text.max(IDENTIFIER_LIMITS.domain).describe('Bare host or URL.')),
    },
    'One company, named by exactly one identifier. A row with no identifier, an empty one or several fails with `no_company_key`; the job goes on.',
  ),
  EnrichJobRequest: closedObject({
    rows: z
      .array(schemaReference('AskedRow'))
      .min(1)
      .max(DEFAULT_MAX_ROWS)
      .describe('The companies: up to 250,000, or as many as the key may send.'),
    blocks: z.array(blockKey).min(1).describe('The blocks that are wanted for each company.'),
    options: optionalOrNull(schemaReference('Options')),
  }),
};
