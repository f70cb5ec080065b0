/**
 * Writes the rows of one batch that were matched: the JSON exactly as it is served, made once, and what facts
 * keep.
 */
import type { BlockEnvelope } from '../../blocks/runner/envelope.js';
import type { SubmittedRow } from '../../../../contract/src/row.js';
import type { CompanyMatch } from '../matching/match-outcome.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { EnrichedRow } from '../enricher.js';
import { flaggedBy } from './doubted-row.js';
import { EnvelopeTexts } from './json-text.js';
import { RowBytes } from './row-bytes.js';
import { sharedOutcomes, type SharedOutcomes } from './shared-outcomes.js';

function matchedText({ company, match_confidence, matched_on }: CompanyMatch): string {
  // Of a company that only the index knows no name may be held (Contract 9.2).
  const name = company.name === '' ? '' : `"company_name":${JSON.stringify(company.name)},`;
  return `{"company_number":"${company.number}",${name}"match_confidence":${match_confidence},"matched_on":"${matched_on}"}`;
}

const isPending = ({ status }: BlockEnvelope): boolean => status === 'pending';

export class RowWriter {
  private readonly bytes = new RowBytes();
  private readonly outcomes: SharedOutcomes;
  /** Of each block: `"key":` with the comma before it, and its envelope. */
  private readonly texts: readonly EnvelopeTexts[];

  /** The blocks of every row, in the specification's order. */
  constructor(keys: readonly BlockKey[]) {
    this.outcomes = sharedOutcomes(keys);
    this.texts = keys.map((key, i) => new EnvelopeTexts(`${i === 0 ? '' : ','}"${key}":`));
  }

  /** `envelopes` in the order of the blocks. */
  delivered(
    asked: SubmittedRow,
    match: CompanyMatch,
    envelopes: readonly BlockEnvelope[],
  ): Extract<EnrichedRow, { status: 'delivered' }> {
    let blocks = '';
    envelopes.forEach((envelope, i) => {
      blocks += this.texts[i]?.of(flaggedBy(match.match_confidence, envelope)) ?? '';
    });
    const ref = JSON.stringify(asked.ref ?? '');
    const status = envelopes.some(isPending) ? 'pending' : 'done';
    const text = `{"ref":${ref},"status":"${status}","blocks":{${blocks}},"matched":${matchedText(match)}}`;
    return {
      status: 'delivered',
      company_number: match.company.number,
      matched_on: match.matched_on,
      match_confidence: match.match_confidence,
      blocks: this.outcomes.of(envelopes),
      json: this.bytes.of(text),
    };
  }
}
