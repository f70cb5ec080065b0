/**
 * What every row of a life is and what it must become, said apart from the product: the enricher answers by
 * the last digit of the number (`fake-enricher.ts`), live sources by the row.
 */
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { SubmittedRow } from '../../packages/contract/src/row.js';
import type { LiveAnswer } from '../../packages/enrichment/src/pipeline/enricher.js';

export const LIVE_BLOCKS: readonly BlockKey[] = ['officers', 'web_presence'];
/** No account has it. */
const NOT_ENABLED: BlockKey = 'news_signals';

export function liveAnswerOf(row: number, block: BlockKey): LiveAnswer {
  const outcome: LiveAnswer['outcome'] = isFoundLive(row, block)
    ? { status: 'available' }
    : { status: 'not_found', reason: 'no_officers_on_file' };
  return { outcome, envelope: outcome };
}

const isFoundLive = (row: number, block: BlockKey): boolean => (row + block.length) % 3 !== 0;

/** Numbers of every kind: delivered, without an industry, not matched, none at all. */
export const rowsAsked = (count: number, seed: number): SubmittedRow[] =>
  Array.from({ length: count }, (_, row) => {
    const company_number = String((seed + row * 7) % 100_000_000).padStart(8, '0');
    const ref = `r${row}`;
    return row % 11 === 10 ? { ref, company_name: 'NOBODY' } : { ref, company_number };
  });

export const BLOCKS_ASKED = (live: number): BlockKey[] => [
  'company_identity',
  'industry',
  NOT_ENABLED,
  ...LIVE_BLOCKS.slice(0, live),
];

/** The units that a row costs once it was delivered and nothing of it is pending; null where it must fail. */
export function unitsOf(asked: SubmittedRow, row: number, blocks: readonly BlockKey[]): number | null {
  const number = asked.company_number ?? '';
  if (number === '' || number.endsWith('9')) return null;
  let units = 0;
  for (const block of blocks) {
    if (block === 'company_identity') units += 1;
    if (block === 'industry' && !number.endsWith('5')) units += 1;
    if (LIVE_BLOCKS.includes(block) && isFoundLive(row, block)) units += 1;
  }
  return units;
}
