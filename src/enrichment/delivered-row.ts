/** A row that was matched, with its JSON exactly as it is served, made once. */
import type { BlockEnvelope, FinalEnvelope } from '../blocks/envelope.js';
import type { Envelopes } from '../blocks/run-blocks.js';
import type { AskedRow } from '../events/rowdata.events.js';
import type { BlockOutcome } from '../events/rows.events.js';
import type { CompanyMatch } from '../matching/match-outcome.js';
import type { BlockKey } from '../shared/block-key.js';
import type { EnrichedRow } from './enricher.js';

export type FinalOutcome = Exclude<BlockOutcome, { status: 'pending' }>;

/** What facts keep of an envelope. */
export function outcomeOf(envelope: FinalEnvelope): FinalOutcome {
  return envelope.status === 'available'
    ? { status: 'available' }
    : { status: envelope.status, reason: envelope.reason };
}

/** The row as it is served; its blocks stand in the specification's order. */
export function deliveredRow(
  asked: AskedRow,
  match: CompanyMatch,
  envelopes: Envelopes,
): Extract<EnrichedRow, { status: 'delivered' }> {
  const { company, matched_on, match_confidence } = match;
  const blocks: Partial<Record<BlockKey, BlockOutcome>> = {};
  let status = 'done';
  for (const [key, envelope] of Object.entries(envelopes) as [BlockKey, BlockEnvelope][]) {
    if (envelope.status === 'pending') {
      blocks[key] = envelope;
      status = 'pending';
    } else {
      blocks[key] = outcomeOf(envelope);
    }
  }
  const served = {
    ref: asked.ref ?? '',
    status,
    blocks: envelopes,
    matched: {
      company_number: company.number,
      company_name: company.name,
      match_confidence,
      matched_on,
    },
  };
  return {
    status: 'delivered',
    company_number: company.number,
    matched_on,
    match_confidence,
    blocks,
    json: Buffer.from(JSON.stringify(served)),
  };
}
