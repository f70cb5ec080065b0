/**
 * Prices an adjustment by the days on which its units were charged. Usage, statements, `billing explain`,
 * evidence and the console show this price. The amounts in the event itself use the agreements that were
 * known when the event was written.
 */
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { AdjustedDay, AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import { isCredit } from '../../streams/adjustments/adjustments.state.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { addLines, type CorrectedLine } from '../../../projections/add-counts.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { priceUse, unitEntries, type UnitsOfDay } from '../usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';

/** The rule that statements and evidence name. An issued statement keeps the rule of its time. */
export const ADJUSTMENT_RULE = {
  version: 3,
  text: 'An adjustment comes to its units, on the days on which they were charged, at the prices of those days, by the agreements that are known where it is read. A unit that a repricing before the adjustment corrected has the corrected price. A repricing comes to the difference. A unit without a price adds nothing.',
} as const;

type AdjustmentData = AdjustmentsEvent['data'];

/** Returns the adjusted units by day of the charges, in the order of days. `includesJob` selects jobs. */
export function adjustedDays(
  { charges }: Pick<AdjustmentData, 'charges'>,
  includesJob: (job: JobId) => boolean = () => true,
): readonly UnitsOfDay[] {
  const days = new Map<
    string,
    { readonly units: Map<string, number>; corrected: readonly CorrectedLine[] }
  >();
  for (const part of charges) {
    const jobCount = part.jobs.filter(includesJob).length;
    for (const { date, units, corrected = [] } of jobCount === 0 ? [] : part.days) {
      const day = days.get(date) ?? { units: new Map<string, number>(), corrected: [] };
      for (const [block, count] of unitEntries(units))
        day.units.set(block, (day.units.get(block) ?? 0) + count * jobCount);
      const correctedOfJobs = corrected.map((line) => ({ ...line, units: line.units * jobCount }));
      day.corrected = addLines(day.corrected, correctedOfJobs);
      days.set(date, day);
    }
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { units, corrected }]) => ({
      day,
      units: Object.fromEntries(units),
      ...(corrected.length === 0 ? {} : { corrected }),
    }));
}

/** Returns the amount of these days; null where no price is agreed on the first day. */
export const amountOfDays = (
  days: readonly UnitsOfDay[],
  agreements: readonly PriceAgreement[],
): string | null =>
  currencyOfDays(days, agreements) === null ? null : amountText(priceUse(days, agreements).amount);

/** Returns the currency of the prices on the first day; null where no price is agreed. */
export const currencyOfDays = (
  days: readonly Pick<UnitsOfDay, 'day'>[],
  agreements: readonly PriceAgreement[],
): string | null => currencyOn(agreements, days[0]?.day ?? '');

/** Prices an adjustment at these price agreements. A credit keeps its amount. */
export function priceAdjustment<Adjustment extends AdjustmentData>(
  adjustment: Adjustment,
  agreements: readonly PriceAgreement[],
): Adjustment {
  if (isCredit(adjustment)) return adjustment;
  const pricedDay = (day: AdjustedDay): AdjustedDay => ({
    ...day,
    amount: amountOfDays([{ ...day, day: day.date }], agreements),
  });
  const unitsByDay = adjustedDays(adjustment);
  return {
    ...adjustment,
    currency: currencyOfDays(unitsByDay, agreements),
    amount: amountOfDays(unitsByDay, agreements),
    charges: adjustment.charges.map(({ jobs, days }) => ({ jobs, days: days.map(pricedDay) })),
  };
}
