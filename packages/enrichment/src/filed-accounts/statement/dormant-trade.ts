/**
 * Finds companies that claim to be dormant but trade. One of the two is wrong, and it is unclear which. Pure.
 */
import type { AccountsPeriod, FigureKey } from '../accounts-record.js';

/**
 * Figures that a dormant company can't have (Companies Act 2006 section 1169): sales and profits. Fees may be
 * its loss.
 */
const OF_TRADE: readonly FigureKey[] = ['turnover', 'gross_profit'];
const PROFITS: readonly FigureKey[] = ['operating_profit', 'profit_before_tax', 'profit_after_tax'];
/** The maximum number of directors, whom small companies count as employees. */
const MAX_PEOPLE = 5;
const CONTRADICTED_BY = { by: 'statement that the company is dormant' } as const;

/**
 * The periods with the trade of the newest one withheld, and whether there is any trade, or anybody who is
 * paid or employed.
 * @param periods the newest first
 */
export function heldAgainstDormant(
  periods: readonly AccountsPeriod[],
  { hasWages, employees }: { readonly hasWages: boolean; readonly employees: number | null },
): readonly [periods: readonly AccountsPeriod[], isTrading: boolean] {
  const [now, ...others] = periods;
  const figures: AccountsPeriod['figures'] = now?.figures ?? {};
  const withheldFigures = [...OF_TRADE, ...PROFITS].flatMap((field) => {
    const figure = figures[field];
    if (figure === undefined || figure.amount === '0') return [];
    if (figure.amount.startsWith('-') && PROFITS.includes(field)) return [];
    const by = figure.by === null ? [] : [figure.by];
    return [{ field, reason: 'filed_value_implausible', by, contradicted_by: CONTRADICTED_BY } as const];
  });
  if (now === undefined || withheldFigures.length === 0)
    return [periods, hasWages || (employees ?? 0) > MAX_PEOPLE];
  const fields = new Set<string>(withheldFigures.map(({ field }) => field));
  const left = Object.fromEntries(Object.entries(figures).filter(([field]) => !fields.has(field)));
  return [[{ ...now, figures: left, withheld: [...now.withheld, ...withheldFigures] }, ...others], true];
}
