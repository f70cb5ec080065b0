/** Finds sections of the Standard Industrial Classification 2007 (Office for National Statistics, OGL). */
import { isGenericSic, type SicCode } from './sic-codes.js';
import sections from './sic-sections.json';

/** The register's codes without a trade. Their divisions (embassies, scientists) don't fit them. */
const NO_TRADE = new Set(['99999', '74990']);

/** The section, A to U; null for a code of 2003 and for a code that names no trade. */
export function sicSection({ code, scheme }: Pick<SicCode, 'code' | 'scheme'>) {
  if (scheme !== 'uk_sic_2007' || NO_TRADE.has(code)) return null;
  const division = Number(code.slice(0, 2));
  const section =
    division === 0 ? undefined : sections.find(({ last_division }) => division <= last_division);
  return section === undefined ? null : { code: section.code, name: section.name };
}

/** The filed code that names the trade: the first that is not generic, else the first. */
export const tellingSic = <T extends SicCode>(codes: readonly T[]): T | undefined =>
  codes.find((code) => !isGenericSic(code)) ?? codes[0];
