/** `A LIMITED T/A B`: a name that says under which other name its bearer trades. */
import { withoutTrailing } from '../text/trailing.js';

const TRADING_AS = /\b(?:T\/A|TRADING AS)\b(.*)$/is;

export interface TradingAs {
  /** What stands before: the bearer's own name. */
  readonly bearer: string;
  readonly trading: string;
}

/** Null where the name says no such thing (`TRADING AS USUAL LIMITED`), or where brackets make it unclear where the other name ends. */
export function tradingAs(name: string): TradingAs | null {
  // Few names have it, and this is asked for every row.
  const found = TRADING_AS.exec(name);
  if (found === null) return null;
  const open = name.trimEnd().replace(/\)$/, '');
  const last = open.slice(Math.max(open.lastIndexOf('('), open.lastIndexOf(')')) + 1);
  const trading =
    TRADING_AS.exec(last)?.[1]
      ?.replace(/^[\s:.-]+/, '')
      .trim() ?? '';
  const bearer = withoutTrailing(name.slice(0, found.index).trim(), '(').trim();
  return trading === '' || bearer === '' ? null : { bearer, trading };
}
