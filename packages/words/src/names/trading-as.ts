/** Parses a name such as `A LIMITED T/A B`, which includes the name under which the company trades. */
import { withoutTrailing } from '../text/trailing.js';

const TRADING_AS = /\b(?:T\/A|TRADING AS)\b(.*)$/is;

/**
 * The bearer's own name, and the name behind `T/A`. Null if the text has no trading name (`TRADING AS USUAL
 * LIMITED`), or if brackets leave the end of the trading name unclear.
 */
export function tradingAs(name: string): { readonly bearer: string; readonly trading: string } | null {
  // Runs for every row, and few names have `T/A`.
  const match = TRADING_AS.exec(name);
  if (match === null) return null;
  const open = name.trimEnd().replace(/\)$/, '');
  const last = open.slice(Math.max(open.lastIndexOf('('), open.lastIndexOf(')')) + 1);
  const tradingName =
    TRADING_AS.exec(last)?.[1]
      ?.replace(/^[\s:.-]+/, '')
      .trim() ?? '';
  const bearer = withoutTrailing(name.slice(0, match.index).trim(), '(').trim();
  return tradingName === '' || bearer === '' ? null : { bearer, trading: tradingName };
}
