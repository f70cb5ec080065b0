/** Makes the bodies of a row in results and in errors (Spec 3.5; Contract 2.2, 2.16). */
import { z } from 'zod';
import {
  schemaReference,
  count,
  flag,
  reasonCode,
  share,
  text,
  type BodyOf,
} from '../../../../contract/src/body-parts.js';
import type { Candidate } from '../matching/match-outcome.js';

const ref = text.describe("The caller's reference; empty where none was given.");

export const matched = z.object({
  company_number: text,
  company_name: text
    .optional()
    .describe('Absent where no name is held: some dissolved companies are known by number only.'),
  match_confidence: share,
  matched_on: z.enum(['company_number', 'company_name', 'previous_name', 'domain']),
});

export const row = z
  .object({
    ref,
    status: z.enum(['done', 'pending']),
    blocks: schemaReference<object>('Blocks'),
    matched: matched.optional(),
    reason: reasonCode.optional(),
  })
  .describe(
    'One company in results. `matched` where one was found; `reason` where the whole row failed or was skipped.',
  );
export type RowBody = BodyOf<typeof row>;

const asSent = text.optional().describe('As sent.');

export const errorEntry = z.object({
  row: count.describe('0-based index in the submission.'),
  ref,
  company_number: asSent,
  company_name: asSent,
  domain: asSent,
  reason: reasonCode,
  retry_suggested: flag.describe('Whether asking again may help.'),
  detail: text.describe('A sentence.'),
  candidates: z
    .array(schemaReference<Candidate>('CompanyCandidate'))
    .max(20)
    .optional()
    .describe('On `ambiguous_match`: those that fit. On `not_matched`, where there are any: near names.'),
});
export type ErrorEntry = BodyOf<typeof errorEntry>;
