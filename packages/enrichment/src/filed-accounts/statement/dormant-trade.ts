/** Withholds the trade of companies that claim to be dormant, since either may be wrong. Pure. */
import type { AccountsPeriod, FigureKey } from '../accounts-record.js';

/** Figures that no dormant company has (Companies Act 2006 section 1169). Fees may be its loss. */
const OF_TRADE: readonly FigureKey[] = ['turnover', 'gross_profit'];
const PROFITS: readonly FigureKey[] = ['operating_profit', 'profit_before_tax', 'profit_after_tax'];
/** The maximum number of directors, whom small companies count as employees. */
const MAX_PEOPLE = 5;
const CONTRADICTED_BY = { by: 'statement that the company is dormant' } as const;

/** Withholds the trade of the first, newest period, and tells whether anything shows that it trades. */
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
