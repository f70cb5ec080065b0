/** An estimate for people. */
import type {
  BlockEstimate,
  CostEstimate,
  EstimatedCost,
  CostRange,
} from '../../billing/estimate/estimate.js';
import type { ListEstimate } from '../../operator/billing/estimate-list.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { SheetFacts } from '../../shared/sheet/sheet.js';
import { countText, money, thousands } from '../../shared/text/formats.js';
import { facts, table } from '../output.js';
import type { Preview } from './preview.js';

const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);

const amountOf = ({ amount }: EstimatedCost, currency: string): string =>
  `${money(amount ?? '0')} ${currency}`;

/** @param currency undefined: no prices are agreed */
export const figureText = (figure: EstimatedCost, currency: string | undefined): string =>
  currency === undefined
    ? countText(figure.units, 'unit')
    : `${amountOf(figure, currency)} (${countText(figure.units, 'unit')})`;

function rangeText({ low, high }: CostRange, currency: string | undefined): string {
  const units = `${thousands(low.units)} to ${thousands(high.units)} units`;
  return currency === undefined
    ? units
    : `${amountOf(low, currency)} to ${amountOf(high, currency)} (${units})`;
}

const listed = (blocks: readonly BlockKey[] = []): string | null => blocks.join(', ') || null;

function figureLines(of: CostEstimate, matching: SheetFacts): readonly string[] {
  const { currency, probable } = of;
  const head = facts({
    rows: of.rows,
    ...matching,
    'at most': figureText(of.at_most, currency),
    probably: probable === null ? 'not known: too few rows in the past' : figureText(probable, currency),
    'between (90 %)': rangeText(of, currency),
    'not enabled': listed(of.not_enabled),
    'without a price': listed(of.unpriced),
    'of unknown coverage': listed(of.unknown),
    'unlike the past, by the options': listed(of.asked_otherwise),
  });
  return of.blocks.length === 0 ? head : [...head, ...blockTable(of)];
}

const blockTable = ({ blocks, currency }: CostEstimate): readonly string[] =>
  table<BlockEstimate>(blocks, {
    block: ({ block }) => block,
    coverage: ({ coverage_share }) => percent(coverage_share),
    ...(currency === undefined ? {} : { price: ({ unit_price }: BlockEstimate) => unit_price ?? null }),
    'at most': ({ at_most }) => at_most.units,
    probably: ({ probable }) => probable?.units ?? null,
    between: (block) => `${thousands(block.low.units)} to ${thousands(block.high.units)}`,
  });

/** What a customer sees. */
export const previewLines = (preview: Preview): readonly string[] =>
  figureLines(preview, {
    'naming a company': preview.named,
    'matched in the past': percent(preview.matched_share),
  });

/** What an operator sees. */
export function estimateLines(of: ListEstimate): readonly string[] {
  const { matching } = of;
  if (matching === null)
    return figureLines(of, { register: 'none loaded', 'matched in the past': percent(of.matched_share) });
  return figureLines(of, {
    register: matching.edition,
    matched: matching.matched,
    ambiguous: matching.ambiguous,
    'not matched': matching.not_matched,
    invalid: matching.invalid,
  });
}
