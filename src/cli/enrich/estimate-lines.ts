/** Renders cost estimates as text: an operator's estimate and a customer's preview. */
import type {
  BlockEstimate,
  CostEstimate,
  EstimatedCost,
  CostRange,
} from '../../billing/estimate/estimate.js';
import type { ListEstimate } from '../../operator/billing/estimate-list.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { SheetFacts } from '../../../packages/words/src/sheet/sheet.js';
import { countText, money, thousands } from '../../../packages/words/src/text/formats.js';
import { factLines, tableLines } from '../output.js';
import type { Preview } from './preview.js';

const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);

const amountWithCurrency = ({ amount }: EstimatedCost, currency: string): string =>
  `${money(amount ?? '0')} ${currency}`;

/** @param currency undefined: no prices are agreed */
export const figureText = (figure: EstimatedCost, currency: string | undefined): string =>
  currency === undefined
    ? countText(figure.units, 'unit')
    : `${amountWithCurrency(figure, currency)} (${countText(figure.units, 'unit')})`;

function rangeText({ low, high }: CostRange, currency: string | undefined): string {
  const units = `${thousands(low.units)} to ${thousands(high.units)} units`;
  return currency === undefined
    ? units
    : `${amountWithCurrency(low, currency)} to ${amountWithCurrency(high, currency)} (${units})`;
}

const blocksText = (blocks: readonly BlockKey[] = []): string | null => blocks.join(', ') || null;

function costLines(estimate: CostEstimate, matching: SheetFacts): readonly string[] {
  const { currency, probable } = estimate;
  const head = factLines({
    rows: estimate.rows,
    ...matching,
    'at most': figureText(estimate.at_most, currency),
    probably: probable === null ? 'not known: too few rows in the past' : figureText(probable, currency),
    'between (90 %)': rangeText(estimate, currency),
    'not enabled': blocksText(estimate.not_enabled),
    'without a price': blocksText(estimate.unpriced),
    'of unknown coverage': blocksText(estimate.unknown),
    'options unlike past jobs': blocksText(estimate.asked_otherwise),
  });
  return estimate.blocks.length === 0 ? head : [...head, ...blockTable(estimate)];
}

const blockTable = ({ blocks, currency }: CostEstimate): readonly string[] =>
  tableLines<BlockEstimate>(blocks, {
    block: ({ block }) => block,
    coverage: ({ coverage_share }) => percent(coverage_share),
    ...(currency === undefined ? {} : { price: ({ unit_price }: BlockEstimate) => unit_price ?? null }),
    'at most': ({ at_most }) => at_most.units,
    probably: ({ probable }) => probable?.units ?? null,
    between: (block) => `${thousands(block.low.units)} to ${thousands(block.high.units)}`,
  });

/** Returns the share of rows by identifier, such as "company number 80.0 %, company name 20.0 %". */
function sharesText(rowsByField: Preview['asked_by']): string | null {
  const counts = Object.entries({ ...rowsByField });
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const shares = counts.filter(([, count]) => count > 0);
  return (
    shares.map(([field, count]) => `${field.replace('_', ' ')} ${percent(count / total)}`).join(', ') || null
  );
}

/** Renders a customer's preview. */
export const previewLines = (preview: Preview): readonly string[] =>
  costLines(preview, {
    'naming a company': preview.named,
    'asked by': sharesText(preview.asked_by),
    'matched in the past': percent(preview.matched_share),
  });

/** Renders an operator's estimate. */
export function estimateLines(estimate: ListEstimate): readonly string[] {
  const { matching } = estimate;
  if (matching === null)
    return costLines(estimate, {
      register: 'none',
      'matched in the past': percent(estimate.matched_share),
    });
  return costLines(estimate, {
    register: matching.edition,
    matched: matching.matched,
    ambiguous: matching.ambiguous,
    'not matched': matching.not_matched,
    invalid: matching.invalid,
  });
}
