/** What tests say of the rows of a job, and what the log says of such rows. */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import { chargeOf } from '../../../src/billing/charge-rules.js';
import type { RowCounts } from '../../../src/streams/job/job.events.js';
import type { RowRecord } from '../../../src/streams/rows/rows.events.js';
import { ROWS_PER_PACK } from '../../../src/streams/rows/rows.events.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { rowFailure, saysSiteUnreachable } from '../../../packages/contract/src/reason-code.js';

/** What a test says of a row: delivered with these answers, or failed for this reason. */
export type RowStory = BlockOutcomes | ReasonCode;

export const BOTH: BlockOutcomes = {
  company_identity: { status: 'available' },
  industry: { status: 'available' },
};
export const NO_INDUSTRY: BlockOutcomes = {
  company_identity: { status: 'available' },
  industry: { status: 'not_found', reason: 'no_sic_on_file' },
};
export const INDUSTRY_PENDING: BlockOutcomes = {
  company_identity: { status: 'available' },
  industry: { status: 'pending' },
};

export const recordOf = (story: RowStory): RowRecord =>
  typeof story === 'string'
    ? { reason: story }
    : {
        company_number: '01234567',
        matched_on: 'company_number',
        match_confidence: 1,
        blocks: story,
        charge: chargeOf(story),
      };

/** The counts that a chunk with these rows has. */
export function countsOf(stories: readonly RowStory[]): RowCounts {
  const counts = { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 };
  for (const story of stories) {
    if (typeof story === 'string') {
      counts[rowFailure(story).count]++;
      if (saysSiteUnreachable(story)) counts.site_unreachable++;
    } else counts.succeeded++;
  }
  return counts;
}

export const packsOf = <Row>(stories: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(stories.length / ROWS_PER_PACK) }, (_, index) =>
    stories.slice(index * ROWS_PER_PACK, (index + 1) * ROWS_PER_PACK),
  );

/** The rows' JSON as it might be served, and the errors page's entries among them. */
export function contentOf(
  stories: readonly RowStory[],
  from: number,
): { rows: Uint8Array[]; errors: { row: number; json: Uint8Array }[]; names: string[] } {
  const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  return {
    rows: stories.map((story, i) =>
      json(
        typeof story === 'string'
          ? { ref: `r${from + i}`, status: 'done', blocks: {}, reason: story }
          : {
              ref: `r${from + i}`,
              status: 'done',
              blocks: story,
              matched: { company_number: '01234567', company_name: 'EXAMPLE LTD' },
            },
      ),
    ),
    errors: stories.flatMap((story, i) =>
      typeof story === 'string'
        ? [{ row: from + i, json: json({ row: from + i, ref: `r${from + i}`, reason: story }) }]
        : [],
    ),
    names: stories.map((story) => (typeof story === 'string' ? '' : 'EXAMPLE LTD')),
  };
}
