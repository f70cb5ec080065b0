/** The stored form of a pack of rows: the shapes that only a stored RowsRecorded has. */
import { z } from 'zod';
import { MATCHED_ON } from '../../../packages/contract/src/row.js';
import { count, data, named, reasonCode, listOf } from '../fields.js';

export const matchedOn = named('MatchedOn', z.enum(MATCHED_ON));

export const notBilled = named(
  'NotBilled',
  z.enum(['not_found', 'not_enabled', 'pending']),
  'Why a block of a delivered row costs nothing.',
);

export const packedOutcome = named(
  'PackedOutcome',
  data({
    blocks: z
      .record(z.string(), z.string())
      .describe('By block: `available`, `pending`, `not_found:REASON` or `not_enabled:REASON`.'),
    units: z.record(z.string(), z.number()).describe('By block: what RowCharged says.'),
    not_billed: z.record(z.string(), notBilled).describe('By block: what RowCharged says.'),
  }),
  'Answers and charges that rows of a pack have in common.',
);

export const packedRow = named(
  'PackedRow',
  z.union([
    data({
      company: z.string().nullable(),
      on: matchedOn.nullable(),
      confidence: z.number().nullable(),
      outcome: count,
    }).describe('A delivered row (RowResolved and RowCharged). `outcome` is a 0-based index in `outcomes`.'),
    data({ failed: reasonCode }).describe('A row that failed as a whole (RowFailed). It has no charge.'),
  ]),
  'One row of a pack.',
);

export const packed = data({
  outcomes: listOf(packedOutcome).describe('Each distinct set of answers and charges of the rows, once.'),
  rows: listOf(packedRow).describe(
    'The rows in order: the first is row `from` of the job, the next `from` + 1, and so on.',
  ),
});
