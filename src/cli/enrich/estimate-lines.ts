/** An estimate for people. */
import type { BlockEstimate, Estimate, Figure, Figures } from '../../billing/estimate/estimate.js';
import type { ListEstimate } from '../../operator/billing/estimate-list.js';
import type { BlockKey } from '../../shared/block-key.js';
import { money } from '../../shared/text/words.js';
import { counted, facts, table } from '../output.js';
import type { Preview } from './preview.js';

const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);

const costText = ({ amount }: Figure, currency: string): string => `${money(amount ?? '0')} ${currency}`;

const figureText = (figure: Figure, currency: string | undefined): string =>
  currency === undefined
    ? `${counted(figure.units)} units`
    : `${costText(figure, currency)} (${counted(figure.units)} units)`;

function rangeText({ low, high }: Figures, currency: string | undefined): string {
  const units = `${counted(low.units)} to ${counted(high.units)} units`;
  return currency === undefined
    ? units
    : `${costText(low, currency)} to ${costText(high, currency)} (${units})`;
}

const listed = (name: string, blocks: readonly BlockKey[] = []): Record<string, string> =>
  blocks.length === 0 ? {} : { [name]: blocks.join(', ') };

function figureLines(of: Estimate, matching: Readonly<Record<string, string>>): readonly string[] {
  const { currency, probable } = of;
  const head = facts({
    rows: counted(of.rows),
    ...matching,
    'at most': figureText(of.at_most, currency),
    probably: probable === null ? 'not known: too few rows in the past' : figureText(probable, currency),
    'between (90 %)': rangeText(of, currency),
    ...listed('not enabled', of.not_enabled),
    ...listed('without a price', of.unpriced),
    ...listed('of unknown coverage', of.unknown),
    ...listed('unlike the past, by the options', of.asked_otherwise),
  });
  return of.blocks.length === 0 ? head : [...head, ...blockTable(of)];
}

const blockTable = ({ blocks, currency }: Estimate): readonly string[] =>
  table<BlockEstimate>(blocks, {
    block: ({ block }) => block,
    coverage: ({ coverage_share }) => percent(coverage_share),
    ...(currency === undefined ? {} : { price: ({ unit_price }: BlockEstimate) => unit_price ?? '-' }),
    'at most': ({ at_most }) => counted(at_most.units),
    probably: ({ probable }) => (probable === null ? '-' : counted(probable.units)),
    between: (block) => `${counted(block.low.units)} to ${counted(block.high.units)}`,
  });

/** What a customer sees. */
export const previewLines = (preview: Preview): readonly string[] =>
  figureLines(preview, {
    'naming a company': counted(preview.named),
    'matched in the past': percent(preview.matched_share),
  });

/** What an operator sees. */
export function estimateLines(of: ListEstimate): readonly string[] {
  const { matching } = of;
  if (matching === null)
    return figureLines(of, { register: 'none loaded', 'matched in the past': percent(of.matched_share) });
  return figureLines(of, {
    register: matching.edition,
    matched: counted(matching.matched),
    ambiguous: counted(matching.ambiguous),
    'not matched': counted(matching.not_matched),
    invalid: counted(matching.invalid),
  });
}
