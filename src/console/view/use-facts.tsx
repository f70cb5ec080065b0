/** What was used in some days, in all. */
import type { AdjustedUsageBody } from '../../billing/usage/usage-adjustments.js';
import type { Cell } from './markup.js';
import { money } from './money.js';
import { Count } from './parts.js';

export const useFacts = ({
  counts,
  amount,
  currency,
  net_units,
  net_amount,
}: AdjustedUsageBody<unknown>): readonly (readonly [string, Cell | null])[] => [
  ['Rows delivered', <Count of={counts.rows} />],
  ['Units', <Count of={counts.units} />],
  ['Amount', money(amount, currency)],
  [
    'After adjustments',
    net_units === undefined
      ? null
      : `${net_units.toLocaleString('en-GB')} units, ${money(net_amount, currency)}`,
  ],
];
