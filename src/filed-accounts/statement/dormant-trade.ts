/** A company that says to be dormant and trades: one of both is wrong, and it can't be told which. Pure. */
import type { AccountsPeriod, FigureKey } from '../accounts-record.js';

/** What a dormant company can't have had (Companies Act 2006 section 1169): sales, and what is earned by them. */
const OF_TRADE: readonly FigureKey[] = ['turnover', 'gross_profit', 'operating_profit'];
const CONTRADICTED_BY = { by: 'statement that the company is dormant' } as const;

/**
 * The same periods with the trade of the newest one withheld, and whether there is any, or wages.
 * @param periods the newest first
 */
export function heldAgainstDormant(
  periods: readonly AccountsPeriod[],
  hasWages: boolean,
): readonly [periods: readonly AccountsPeriod[], isTrading: boolean] {
  const [now, ...others] = periods;
  if (now?.figures.turnover === undefined || now.figures.turnover.amount === '0') return [periods, hasWages];
  const held = OF_TRADE.flatMap((field) => {
    const figure = now.figures[field];
    if (figure === undefined || figure.amount === '0') return [];
    const by = figure.by === null ? [] : [figure.by];
    return [{ field, reason: 'filed_value_implausible', by, contradicted_by: CONTRADICTED_BY } as const];
  });
  const fields = new Set<string>(held.map(({ field }) => field));
  const figures = Object.fromEntries(Object.entries(now.figures).filter(([field]) => !fields.has(field)));
  return [[{ ...now, figures, withheld: [...now.withheld, ...held] }, ...others], true];
}
