/**
 * Writes a matched row exactly as it is served, and the outcomes that the log keeps of it: the fifth step.
 */
import type { BlockEnvelope } from '../../blocks/runner/envelope.js';
import type { SubmittedRow } from '../../../../contract/src/row.js';
import type { CompanyMatch } from '../matching/match-outcome.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { EnrichedRow } from '../enricher.js';
import { flaggedBy } from './doubted-row.js';
import { encoded } from './failed-row.js';
import { outcomesOf } from './outcomes.js';

/**
 * @param keys the blocks of the row, in the specification's order
 * @param envelopes in the order of the blocks
 */
export function writeRow(
  keys: readonly BlockKey[],
  asked: SubmittedRow,
  { company, matched_on, match_confidence }: CompanyMatch,
  envelopes: readonly BlockEnvelope[],
): Extract<EnrichedRow, { status: 'delivered' }> {
  const { number: company_number, name: company_name } = company;
  const served = envelopes.map((envelope, i) => [keys[i], flaggedBy(match_confidence, envelope)]);
  const isPending = envelopes.some(({ status }) => status === 'pending');
  const row = {
    ref: asked.ref ?? '',
    status: isPending ? ('pending' as const) : ('done' as const),
    blocks: Object.fromEntries(served) as object,
    matched: {
      company_number,
      // The name of a company that only the index knows may not be kept (Contract 9.2).
      ...(company_name !== '' && { company_name }),
      match_confidence,
      matched_on,
    },
  };
  const blocks = outcomesOf(keys, envelopes);
  const kept = { company_number, company_name, matched_on, match_confidence, blocks };
  return { status: 'delivered', ...kept, json: encoded(row) };
}
