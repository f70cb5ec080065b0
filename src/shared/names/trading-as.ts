/** Parses a name such as `A LIMITED T/A B`, which says under what other name its bearer trades. */
import { withoutTrailing } from '../text/trailing.js';

const TRADING_AS = /\b(?:T\/A|TRADING AS)\b(.*)$/is;

export interface TradingAs {
  /** The bearer's own name, before `T/A`. */
  readonly bearer: string;
  readonly trading: string;
}

/**
 * The parts of the name. Null where it says no such thing (`TRADING AS USUAL LIMITED`), or where brackets
 * leave the end of the other name unclear.
 */
export function tradingAs(name: string): TradingAs | null {
  // Runs for every row, and few names have `T/A`.
  const match = TRADING_AS.exec(name);
  if (match === null) return null;
  const open = name.trimEnd().replace(/\)$/, '');
  const last = open.slice(Math.max(open.lastIndexOf('('), open.lastIndexOf(')')) + 1);
  const trading =
    TRADING_AS.exec(last)?.[1]
      ?.replace(/^[\s:.-]+/, '')
      .trim() ?? '';
  const bearer = withoutTrailing(name.slice(0, match.index).trim(), '(').trim();
  return trading === '' || bearer === '' ? null : { bearer, trading };
}
